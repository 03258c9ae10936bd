// Two looks in one picture: dark pixels become brighter, bright ones darker.
__global__ void two_looks(const unsigned char* img, unsigned char* out, int width, int height, int passes)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;                   // am I in range
  int v = img[y * width + x];                              // fetch
  if (v < 128)
    for (int k = 0; k < passes; k++) v += (255 - v) / 8;   // compute
  else
    for (int k = 0; k < passes; k++) v -= v / 8;
  out[y * width + x] = v;                                  // store
}
