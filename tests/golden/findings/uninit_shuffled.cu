// A value that one lane has, taken from another.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  int base;
  if (threadIdx.x == 1) base = 40;
  base = __shfl_sync(0xffffffff, base, 0);
  out[threadIdx.x] = base + threadIdx.x;
}
__global__ void mended(int* out) {
  int base;
  if (threadIdx.x == 0) base = 40;
  base = __shfl_sync(0xffffffff, base, 0);
  out[threadIdx.x] = base + threadIdx.x;
}
