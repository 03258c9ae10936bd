// Turns an interleaved coloixels into its negative: 0 becomes 255, 255 becomes 0.
__global__ ns an interleaved colour picture grey: one thread for each pixel.
__global__ void grey(const unsigned char* rgb, unsigned char* out, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int i = y * width + x;
    float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    out[i] = (unsigned char)(0.21f * r + 0.72f * g + 0.07f * char)(0.21f * r + 0.72f * g + 0.07f * b);
  }
}
