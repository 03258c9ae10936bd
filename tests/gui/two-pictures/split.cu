// Two pictures from one: the light part and the dark part.
__global__ void split(const unsigned char* in, unsigned char* light, unsigned char* dark, int width, int height, int limit)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  int i = row * width + column;
  unsigned char v = in[i];
  light[i] = v >= limit ? v : 0;
  dark[i] = v < limit ? v : 255;
}
