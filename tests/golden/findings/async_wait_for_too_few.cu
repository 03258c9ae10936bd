// Two stages: behind the last tile nothing new is begun, so one group left under way is one too many.
//@ block 64
//@ buffer float in[512] = iota
//@ output float out[64]
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  for (int i = 0; i < 8; i++) {
    if (i + 1 < 8) {
      __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * 64 + t], sizeof(float));
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void mended(const float* in, float* out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  for (int i = 0; i < 8; i++) {
    if (i + 1 < 8) __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * 64 + t], sizeof(float));
    __pipeline_commit();  // an empty group behind the last tile
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
