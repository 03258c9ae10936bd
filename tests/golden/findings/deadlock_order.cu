// Two accounts, one lock each: one thread pays from the first to the second, another one back. Each takes the lock of its own side first.
//@ grid 2
//@ block 32
//@ buffer int account[2] = 100
//@ buffer int lock[2] = 0
//@ others
__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
}
__device__ void release(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void bug(int* account, int* lock) {
  if (threadIdx.x != 0) return;
  int from = blockIdx.x, to = 1 - from;
  take(&lock[from]);
  int have = account[from];
  if (have >= 10) {
    take(&lock[to]);
    account[from] = have - 10;
    account[to] += 10;
    release(&lock[to]);
  }
  release(&lock[from]);
}
__global__ void mended(int* account, int* lock) {
  if (threadIdx.x != 0) return;
  int from = blockIdx.x, to = 1 - from;
  int low = from < to ? from : to, high = from < to ? to : from;
  take(&lock[low]);
  take(&lock[high]);
  if (account[from] >= 10) {
    account[from] -= 10;
    account[to] += 10;
  }
  release(&lock[high]);
  release(&lock[low]);
}
