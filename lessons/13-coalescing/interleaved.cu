// Turns an interleaved colour picture grey: R G B of pixel 0, R G B of pixel 1, ...
__global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) return;                                      // am I in range
  float r = rgb[3 * i];                                    // fetch
  float g = rgb[3 * i + 1];
  float b = rgb[3 * i + 2];
  out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;        // compute, store
}
