// The barrier is there, and the copying thread has not waited: no matter of lanes in step, though both are of one warp.
//@ block 32
//@ buffer int data[32] = iota
//@ output int out[32]
#include <cuda_pipeline.h>
__global__ void bug(int* data, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  if (t == 5) data[7] = 3;
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void mended(int* data, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (t == 5) data[7] = 3;
  out[t] = s[t];
}
