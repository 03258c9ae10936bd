//@ grid 2
//@ block 1
//@ buffer int data[1] = 0
//@ buffer int flag[1] = 0
//@ buffer int out[1] = 0
//@ others

// The reader's block comes first in order, and finds the flag down.
__global__ void bug(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (atomicAdd(flag, 0) == 1) out[0] = data[0];
  } else {
    atomicExch(flag, 1);
    __threadfence();
    data[0] = 42;
  }
}

__global__ void mended(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (atomicAdd(flag, 0) == 1) {
      __threadfence();
      out[0] = data[0];
    }
  } else {
    data[0] = 42;
    __threadfence();
    atomicExch(flag, 1);
  }
}
