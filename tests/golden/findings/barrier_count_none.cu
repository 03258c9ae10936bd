// Who arrives without waiting has to say for how many threads the barrier is: 0 says nothing.
//@ block 64
//@ output int out[32]
__global__ void bug(int* out, int count) {
  if (threadIdx.x < 32) asm volatile("bar.arrive 1, %0;" ::"r"(count) : "memory");
  else { __barrier_sync(1); out[threadIdx.x - 32] = 1; }
}
__global__ void mended(int* out, int count) {
  if (threadIdx.x < 32) asm volatile("bar.arrive 1, %0;" ::"r"(count + 64) : "memory");
  else { __barrier_sync(1); out[threadIdx.x - 32] = 1; }
}
//@ number 0
