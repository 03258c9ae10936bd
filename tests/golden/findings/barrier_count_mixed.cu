// A reduction at a barrier takes all who come to it.
//@ block 64
//@ output int out[64]
__global__ void bug(int* out) {
  int n = 0;
  if (threadIdx.x < 32) asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; bar.red.popc.u32 %0, 1, 64, p; }" : "=r"(n) : "r"(threadIdx.x) : "memory");
  else asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = n;
}
__global__ void mended(int* out) {
  int n = 0;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; bar.red.popc.u32 %0, 1, 64, p; }" : "=r"(n) : "r"(threadIdx.x) : "memory");
  out[threadIdx.x] = n;
}
