// Accounts with a lock each, paid from one to the other by the blocks of a child grid. A child before it does without locks.
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
__global__ void credit(int* account) { account[threadIdx.x] += 5; }
__global__ void each_own_first(int* account, int* lock) {
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
__global__ void lower_first(int* account, int* lock) {
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
__global__ void bug(int* account, int* lock) {
  if (threadIdx.x != 7) return;
  credit<<<1, 2>>>(account);
  each_own_first<<<2, 32>>>(account, lock);
}
__global__ void mended(int* account, int* lock) {
  if (threadIdx.x != 7) return;
  credit<<<1, 2>>>(account);
  lower_first<<<2, 32>>>(account, lock);
}
