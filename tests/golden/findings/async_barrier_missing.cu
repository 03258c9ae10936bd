// A thread's wait is for its own copies: others learn of them at a barrier behind it. Here the barrier stands in front.
//@ block 64
//@ buffer float in[64] = iota
//@ output float out[64]
//@ schedules 12
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[t] = s[63 - t];
}
__global__ void mended(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[63 - t];
}
