// Multiplies n floats by a. Each thread takes a chunk of neighbours.
__global__ void scale(float* x, int n, float a)
{
  int me = blockIdx.x * blockDim.x + threadIdx.x;        // who am I
  int threads = gridDim.x * blockDim.x;
  int chunk = (n + threads - 1) / threads;
  int first = me * chunk;
  int end = min(first + chunk, n);
  for (int i = first; i < end; i++)                      // am I in range
    x[i] = a * x[i];                                     // fetch, compute, store
}
