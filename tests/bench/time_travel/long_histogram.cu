// Counts bytes: first the block's own bins, then those of the grid.
__global__ void long_histogram(const unsigned char* in, unsigned int* bins, int n) {
  __shared__ unsigned int own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (in[i] & 1)
      atomicAdd(&own[in[i]], 1);
    else
      atomicAdd(&bins[in[i]], 1);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
