// A barrier does not wait for copies: each thread has to wait for its own before it arrives.
//@ block 64
//@ buffer float in[256] = iota
//@ output float out[64]
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[4 * t], sizeof(float4));
  __pipeline_commit();
  __syncthreads();
  float4 v = s[63 - t];
  out[t] = v.x + v.w;
}
__global__ void mended(const float* in, float* out) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[4 * t], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float4 v = s[63 - t];
  out[t] = v.x + v.w;
}
