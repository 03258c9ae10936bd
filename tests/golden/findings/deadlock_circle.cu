// Two warps take two locks in opposite order, and a barrier between sees to it that each has its first one: the run itself never ends.
//@ block 64
//@ buffer int count[1] = 0
__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence_block();
}
__device__ void release(int* lock) {
  __threadfence_block();
  atomicExch(lock, 0);
}
__global__ void bug(int* count) {
  __shared__ int lock[2];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 2) lock[threadIdx.x] = 0;
  __syncthreads();
  if (lane == 0) take(&lock[warp]);
  __syncthreads();
  if (lane == 0) {
    take(&lock[1 - warp]);
    count[0]++;
    release(&lock[1 - warp]);
    release(&lock[warp]);
  }
}
__global__ void mended(int* count) {
  __shared__ int lock[2];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 2) lock[threadIdx.x] = 0;
  __syncthreads();
  if (lane == 0) {
    take(&lock[0]);
    take(&lock[1]);
    count[0] += warp;
    release(&lock[1]);
    release(&lock[0]);
  }
}
