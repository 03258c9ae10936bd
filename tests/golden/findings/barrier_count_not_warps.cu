// A barrier counts whole warps: 48 threads are none.
//@ block 64
//@ output int out[64]
__global__ void bug(int* out) {
  if (threadIdx.x < 48) asm volatile("bar.sync 1, 48;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void mended(int* out) {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 32;" ::: "memory");
  out[threadIdx.x] = 1;
}
