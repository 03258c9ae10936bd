// A thread without work leaves, and the barrier waits for it.
//@ block 64
//@ buffer int in[60] = iota
//@ buffer int out[60] = 0
//@ number 60
#include <cuda/barrier>
__global__ void bug(int* in, int* out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  __shared__ int tile[64];
  if (threadIdx.x == 0) init(&filled, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= n) return;
  tile[threadIdx.x] = in[threadIdx.x];
  filled.arrive_and_wait();
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}
__global__ void mended(int* in, int* out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  __shared__ int tile[64];
  if (threadIdx.x == 0) init(&filled, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= n) {
    filled.arrive_and_drop();
    return;
  }
  tile[threadIdx.x] = in[threadIdx.x];
  filled.arrive_and_wait();
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}
