// Who only arrives at a barrier learns nothing there. The bug: warp 0 reads what warp 1 wrote before the barrier, and has not waited.
//@ block 64
//@ output int out[64]
__global__ void bug(int* out) {
  __shared__ int mine[64];
  mine[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) asm volatile("barrier.cta.arrive.aligned 3, 64;" ::: "memory");
  else asm volatile("barrier.cta.sync.aligned 3, 64;" ::: "memory");
  out[threadIdx.x] = mine[63 - threadIdx.x];
}
__global__ void mended(int* out) {
  __shared__ int mine[64];
  mine[threadIdx.x] = threadIdx.x;
  asm volatile("barrier.cta.sync 3, 64;" ::: "memory");
  out[threadIdx.x] = mine[63 - threadIdx.x];
}
