// A block writes what threads of another one still copy: grid.sync() is there, and does not wait for copies.
//@ grid 2
//@ block 32
//@ buffer int data[64] = iota
//@ output int out[64]
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
__global__ void bug(int* data, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x, first = blockIdx.x * 32;
  __pipeline_memcpy_async(&s[t], &data[first + t], sizeof(int));
  __pipeline_commit();
  cooperative_groups::this_grid().sync();
  data[32 - first + t] = 7;
  __pipeline_wait_prior(0);
  out[first + t] = s[t];
}
__global__ void mended(int* data, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x, first = blockIdx.x * 32;
  __pipeline_memcpy_async(&s[t], &data[first + t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  cooperative_groups::this_grid().sync();
  data[32 - first + t] = 7;
  out[first + t] = s[t];
}
