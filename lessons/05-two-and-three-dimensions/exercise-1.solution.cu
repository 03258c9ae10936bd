// Flips a grey picture: its left side becomes its right side.
__global__ void mirror(const unsigned char* in, unsigned char* out, int width, int height)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;                    // who am I
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;                          // am I in range
  out[row * width + width - 1 - column] = in[row * width + column];      // fetch, store
}
