// A lock orders what it holds if the holder fences before the release.
//@ grid 4
//@ block 32
//@ buffer int lock[1] = 0
//@ buffer int sum[1] = 0
__global__ void bug(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    sum[0] += blockIdx.x;
    atomicExch(lock, 0);
  }
}
__global__ void mended(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    __threadfence();
    sum[0] += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
  }
}
