// A thread writes to where its own copy goes, and has not waited: an element that is cleared too late.
//@ block 64
//@ buffer float in[64] = iota
//@ output float out[64]
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
  __pipeline_commit();
  if (t >= 60) s[t] = 0;
  __pipeline_wait_prior(0);
  out[t] = 2 * s[t];
}
__global__ void mended(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 60) __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
  else s[t] = 0;
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = 2 * s[t];
}
