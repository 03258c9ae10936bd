// A thread changes what its own copy still reads.
//@ block 64
//@ output int data[64]
//@ output int out[64]
#include <cuda_pipeline.h>
__global__ void bug(int* data, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  data[t] = t;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  data[t] = -t;
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void mended(int* data, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  data[t] = t;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  data[t] = -t;
  out[t] = s[t];
}
