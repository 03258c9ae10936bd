// Nothing puts a write to a copy's source behind even the beginning of the copy.
//@ block 64
//@ buffer int data[64] = iota
//@ output int out[64]
#include <cuda_pipeline.h>
__global__ void bug(int* data, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  data[63 - t] = 7;
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void mended(int* data, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  data[63 - t] = 7;
  out[t] = s[t];
}
