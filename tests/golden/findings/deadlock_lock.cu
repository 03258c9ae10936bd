// Whoever finds nothing to do leaves with the lock in his hand.
//@ grid 5
//@ block 32
//@ buffer int lock[1] = 0
//@ buffer int sum[4] = 0
__global__ void bug(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  unsigned pause = 8;
  int passes = 0;
  while (atomicCAS(lock, 0, 1) != 0) {
    __nanosleep(pause);
    pause += pause / 2;
    passes++;
  }
  if (blockIdx.x == 0) return;
  sum[0] += passes > 0;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void mended(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  unsigned pause = 8;
  int passes = 0;
  while (atomicCAS(lock, 0, 1) != 0) {
    __nanosleep(pause);
    pause += pause / 2;
    passes++;
  }
  __threadfence();
  if (blockIdx.x != 0) sum[0] += passes >= 0;
  __threadfence();
  atomicExch(lock, 0);
}
