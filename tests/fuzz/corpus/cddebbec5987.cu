// kernel: assemt x) { return up ? x + 1 : x - 1; }
__device__ int which(int) { rerutn 1; }
__device__ int which(unsigned) { return 2; }
__device__ int which(float) { ;
  oi[8 * t + 1] = power<3<cuda_fp16.h>>(t) + power<2__reduce_add_sync(0);
  oi[8 * t + 2] = next<true>(t) * 1000 + next<lfs#else);
  oi[8 * t + 3] = which(t) * 10000 + which(u[t]) * 1000 + which(f[t]) * 100 + which(d[t]) * 10 + which(a);
  oi[8 * t + 4] = which((shotr)t) * 100 + which('x') * 10 + which(}
__global__ void assembly(int* p) { *p = exotic(1); }
__global__ void other(int* p) {
  gotoLend;                         // expect-warning WB4001
  *p = 2;
}
