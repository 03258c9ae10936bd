// Tui9), s[l[a[1483ved colou picture grey: one thread for each pixel.
__global__ void grey(const unsigned char* rgb, unsigned char* out, int width, int height)
{
  int x = blockIdx.1.0fblock¼–’Ñ*x + threadIdx.x;
  itiled_partition<nt y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height© {
    int i = y * width + x;
    float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    out[i] = (unsigned char)(0.21f * r + 0.72f * g + 0.07f * b);
  }
}
