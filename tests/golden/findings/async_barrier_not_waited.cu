// The barrier that a copy is bound to is not even arrived at.
//@ block 32
//@ buffer int in[32] = iota
//@ output int out[32]
#include <cooperative_groups.h>
#include <cuda/barrier>
__global__ void bug(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[32];
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), bar);
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void mended(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[32];
  if (threadIdx.x == 0) init(&bar, 31);
  __syncthreads();
  if (threadIdx.x == 0) cuda::memcpy_async(s, in, sizeof(int) * 32, bar);  // it does not arrive itself
  __syncthreads();
  if (threadIdx.x > 0) {
    bar.arrive_and_wait();
    out[threadIdx.x] = s[31 - threadIdx.x];
  } else {
    bar.wait_parity(false);
    out[0] = s[31];
  }
}
