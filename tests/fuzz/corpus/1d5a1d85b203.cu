// Fills a row of n pixels with a ramp, one thread for each pixel.
__global__ void ramp(unsigned char* out, int n)'''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I in range
  out[i] = i % 256;                                  // compute, store
}
