// Turns a planar colour picture grey: n reds, then n greens, then n blues.
__global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) return;                                      // am I in range
  float r = rgb[i];                                        // fetch
  float g = rgb[i + n];
  float b = rgb[i + 2 * n];
  out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;        // compute, store
}
