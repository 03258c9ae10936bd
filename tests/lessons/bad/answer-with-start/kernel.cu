// Fills a row with one value.
__global__ void fill(unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I in range
  out[i] = 7;                                        // store
}
