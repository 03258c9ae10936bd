// A value from a lane that takes no part.
//@ block 20
//@ output int out[20]
__global__ void bug(int* out) {
  int t = threadIdx.x;
  out[t] = __shfl_down_sync(0xffffffff, t, 4);
}
__global__ void mended(int* out) {
  int t = threadIdx.x;
  int v = __shfl_sync(0xffffffff, t, t < 16 ? t + 4 : t);
  out[t] = v;
}
