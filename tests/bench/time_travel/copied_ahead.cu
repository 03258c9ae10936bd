// Two tiles in shared memory: while a block works on one, the other is copied from global memory.
#include <cuda_pipeline.h>
__global__ void copied_ahead(const float* in, float* out, int tiles) {
  __shared__ float tile[2][256];
  int t = threadIdx.x, threads = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0;
  __pipeline_memcpy_async(&tile[0][t], &in[i], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < tiles; k++) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&tile[(k + 1) % 2][t], &in[(k + 1) % 4 * threads + i], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[k % 2][255 - t] * tile[k % 2][(t + 1) % 256];
    __syncthreads();
  }
  out[i] = sum;
}
