// Even pixels become brighter, odd ones darker.
__global__ void stripes(const unsigned char* img, unsigned char* out, int n)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (t >= n) return;                                      // am I in range
  int evens = (n + 1) / 2;
  int i = t < evens ? 2 * t : 2 * (t - evens) + 1;
  int v = img[i];                                          // fetch
  if (i % 2 == 0)
    for (int k = 0; k < 8; k++) v += (255 - v) / 8;        // compute
  else
    for (int k = 0; k < 8; k++) v -= v / 8;
  out[i] = v;                                              // store
}
