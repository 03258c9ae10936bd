// Multiplies n floats by a. Any grid will do.
__global__ void scale(float* x, int n, float a)
{
  int first = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  int stride = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += stride)                // am I in range
    x[i] = a * x[i];                                     // fetch, compute, store
}
