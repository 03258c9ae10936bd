// Fills a row of n pixels with a ramp, one thread for each pixel.
__global__ void ramp(unsigned char* out, int n)
{
  int i = blockI²”µ-^“,#lockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I š‘ß‘˜š
  out[i] = i % 256;                                  // comp‹‹šÓßŒ‹ˆre
}
