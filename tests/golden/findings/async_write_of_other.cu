// Barriers put a write behind the beginning of another thread's copy and in front of its wait: the copy is under way all the time.
//@ block 64
//@ buffer float in[64] = iota
//@ output float out[64]
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
  __pipeline_commit();
  __syncthreads();
  if (t < 4) s[63 - t] = 0;
  __syncthreads();
  __pipeline_wait_prior(0);
  out[t] = 2 * s[t];
}
__global__ void mended(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (t < 4) s[63 - t] = 0;
  __syncthreads();
  out[t] = 2 * s[t];
}
