// Turns a planar colour picture grey: a thread for each column of each row.
__global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int width, int height)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;      // who am I
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;            // am I in range
  int i = row * width + column;
  int n = width * height;
  float r = rgb[i];                                        // fetch
  float g = rgb[i + n];
  float b = rgb[i + 2 * n];
  out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;        // compute, store
}
