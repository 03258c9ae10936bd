// No race, and yet luck: atomics say in which order the blocks come, and the result tells which one it was.
//@ grid 4
//@ block 32
//@ schedules 12
//@ buffer int next[1] = 0
//@ output int out[4] = 0
__global__ void bug(int* next, int* out) {
  if (threadIdx.x == 0) out[atomicAdd(next, 1)] = blockIdx.x;
}
__global__ void mended(int* next, int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(next, 1);
    out[blockIdx.x] = blockIdx.x;
  }
}
