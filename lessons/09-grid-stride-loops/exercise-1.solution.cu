// Turns n grey pixels into their negative: 0 becomes 255, 255 becomes 0.
__global__ void invert(const unsigned char* in, unsigned char* out, int n)
{
  int first = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  int stride = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += stride)                // am I in range
    out[i] = 255 - in[i];                                // fetch, compute, store
}
