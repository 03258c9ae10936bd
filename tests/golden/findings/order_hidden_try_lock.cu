//@ grid 4
//@ block 1
//@ buffer int count[2] = 0
//@ buffer int lock[1] = 0
//@ others

// One block after the other, everybody gets the lock at once: nobody goes the other way.
__global__ void bug(int* count, int* lock) {
  if (atomicCAS(lock, 0, 1) == 0) {
    __threadfence();
    count[0] = count[0] + 1;
    __threadfence();
    atomicExch(lock, 0);
  } else {
    count[0] = count[0] + 1;
  }
}

__global__ void mended(int* count, int* lock) {
  if (atomicCAS(lock, 0, 1) == 0) {
    __threadfence();
    count[0] = count[0] + 1;
    __threadfence();
    atomicExch(lock, 0);
  } else {
    atomicAdd(&count[1], 1);
  }
}
