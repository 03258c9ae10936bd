// Two warps of a child's second block hold a lock each and want the other's: the launch never ends.
//@ block 32
//@ buffer int count[3] = 0
__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence_block();
}
__device__ void release(int* lock) {
  __threadfence_block();
  atomicExch(lock, 0);
}
__global__ void crosswise(int* count) {
  if (blockIdx.x == 0) return;
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
__global__ void in_order(int* count) {
  if (blockIdx.x == 0) return;
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
__global__ void bug(int* count) {
  if (threadIdx.x == 0) crosswise<<<2, 64>>>(count);
}
__global__ void mended(int* count) {
  if (threadIdx.x == 0) in_order<<<2, 64>>>(count);
}
