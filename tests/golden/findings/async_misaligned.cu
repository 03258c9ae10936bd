// A copy of 16 bytes begins at a multiple of 16, on both sides.
//@ block 8
//@ buffer float in[64] = iota
//@ output float out[8]
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ __align__(16) float s[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[4 * t], &in[4 * t + 1], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[4 * t];
}
__global__ void mended(const float* in, float* out) {
  __shared__ __align__(16) float s[32];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++) __pipeline_memcpy_async(&s[4 * t + i], &in[4 * t + i + 1], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[4 * t] + s[4 * t + 3];
}
