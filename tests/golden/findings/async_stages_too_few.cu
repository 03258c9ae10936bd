// Three copies are under way at a time, but there are two stages: the third one goes where the first one is read.
//@ block 64
//@ buffer float in[512] = iota
//@ output float out[64]
#include <cuda_pipeline.h>
__global__ void bug(const float* in, float* out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0, fetched = 0; i < 8; i++) {
    for (; fetched < i + 3; fetched++) {
      if (fetched < 8) __pipeline_memcpy_async(&s[fetched % 2][t], &in[fetched * 64 + t], sizeof(float));
      __pipeline_commit();
    }
    __pipeline_wait_prior(2);
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
  for (int i = 0, fetched = 0; i < 8; i++) {
    for (; fetched < i + 2; fetched++) {
      if (fetched < 8) __pipeline_memcpy_async(&s[fetched % 2][t], &in[fetched * 64 + t], sizeof(float));
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
