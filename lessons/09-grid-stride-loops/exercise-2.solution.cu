// Mirrors a picture: left becomes right. Any two-dimensional grid will do.
__global__ void mirror(const unsigned char* in, unsigned char* out, int w, int h)
{
  int x0 = blockIdx.x * blockDim.x + threadIdx.x;        // who am I
  int y0 = blockIdx.y * blockDim.y + threadIdx.y;
  for (int y = y0; y < h; y += gridDim.y * blockDim.y)   // am I in range
    for (int x = x0; x < w; x += gridDim.x * blockDim.x)
      out[y * w + w - 1 - x] = in[y * w + x];            // fetch, store
}
