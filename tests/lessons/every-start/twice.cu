// Doubles every number of a table, one thread for each.
__global__ void twice(const float* in, float* out, int width, int height)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;           // am I in range
  out[row * width + column] = 2 * in[row * width + column];   // fetch, compute, store
}
