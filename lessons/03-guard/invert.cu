// Turns a grey picture of n pixels into its negative.
__global__ void invert(const unsigned char* in, unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I in range
  out[i] = 255 - in[i];                              // fetch, compute, store
}
