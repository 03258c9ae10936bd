// A lock whose holder fences before it gives the lock back, and not when it has got it. What is changed under it is told once, for the lock.
//@ grid 4
//@ block 32
//@ buffer int lock[1] = 0
//@ buffer int sum[2] = 0
__global__ void bug(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) { }
  sum[0] += blockIdx.x;
  sum[1]++;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void mended(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) { }
  __threadfence();
  sum[0] += blockIdx.x;
  sum[1]++;
  __threadfence();
  atomicExch(lock, 0);
}
