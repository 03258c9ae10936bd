// A film of grey pictures: each thread has one pixel, in every frame.
__global__ void film_grey(const unsigned char* rgb, unsigned char* out, int n, int frames) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int f = 0; f < frames; f++) {
    size_t at = (size_t)f * n + i;
    float r = rgb[3 * at], g = rgb[3 * at + 1], b = rgb[3 * at + 2];
    out[at] = 0.299f * r + 0.587f * g + 0.114f * b;
  }
}
