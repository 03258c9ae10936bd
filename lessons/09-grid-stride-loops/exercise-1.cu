// Turns n grey pixels into their negative: 0 becomes 255, 255 becomes 0.
__global__ void invert(const unsigned char* in, unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  // TODO: each thread does one pixel; let it come back for the others
  if (i < n)                                         // am I in range
    out[i] = 255 - in[i];                            // fetch, compute, store
}
