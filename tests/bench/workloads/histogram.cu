// Counts byte values with atomics in global memory, in a grid-stride loop.
__global__ void histogram(const unsigned char* in, unsigned int* bins, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i]], 1u);
}
