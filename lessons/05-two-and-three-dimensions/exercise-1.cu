// Flips a grey picture: its left side becomes its right side.
__global__ void mirror(const unsigned char* in, unsigned char* out, int width, int height)
{
  // TODO: these four lines belong to a launch with one dimension; this launch has two
  int i = blockIdx.x * blockDim.x + threadIdx.x;                         // who am I
  if (i >= width * height) return;                                       // am I in range
  int column = i % width;
  int row = i / width;
  out[row * width + width - 1 - column] = in[row * width + column];      // fetch, store
}
