// The programming guide's own example of the last block: one thread counts its block, a barrier tells the others, and all of them read what the blocks have
// left. It has a fence before the count, and none behind it.
//@ grid 3
//@ block 32
//@ buffer int part[3] = 0
//@ buffer uint done[1] = 0
//@ output int out[32]
__global__ void bug(int* part, unsigned* done, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    is_last = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = part[0] + part[1] + part[2];
}
__global__ void mended(int* part, unsigned* done, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    is_last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) out[threadIdx.x] = part[0] + part[1] + part[2];
}
