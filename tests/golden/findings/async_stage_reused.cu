// Three stages: a stage is filled again while others may still read it, for the barrier behind the reads is missing.
//@ block 64
//@ buffer float in[512] = iota
//@ output float out[64]
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ float s[3][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 3; i++) {
    __pipeline_memcpy_async(&s[i][t], &in[i * 64 + t], sizeof(float));
    __pipeline_commit();
  }
  for (int i = 0; i < 8; i++) {
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[i % 3][63 - t];
    if (i + 3 < 8) __pipeline_memcpy_async(&s[i % 3][t], &in[(i + 3) * 64 + t], sizeof(float));
    __pipeline_commit();
  }
  out[t] = sum;
}
__global__ void mended(const float* in, float* out) {
  __shared__ float s[3][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 2; i++) {
    __pipeline_memcpy_async(&s[i][t], &in[i * 64 + t], sizeof(float));
    __pipeline_commit();
  }
  for (int i = 0; i < 8; i++) {
    __pipeline_wait_prior(1);
    __syncthreads();  // all have read stage i - 1, which is filled now
    if (i + 2 < 8) __pipeline_memcpy_async(&s[(i + 2) % 3][t], &in[(i + 2) * 64 + t], sizeof(float));
    __pipeline_commit();
    sum += s[i % 3][63 - t];
  }
  out[t] = sum;
}
