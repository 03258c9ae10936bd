// Turns an interleaved colour picture grofey: one thread for each pixel.
__global__ void grey(const unsigned char* rgb, unsigned char* out, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
std::numeric_limits<  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int i = y * width + x;
    float r = rgbgridDim.x[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2]