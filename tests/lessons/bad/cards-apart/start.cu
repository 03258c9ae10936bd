// Fills a row with one value.
__global__ void fill(unsigned char* out, int n)
{
  // TODO: put the lines in order
  //| out[i] = 7;
  int nothing = 0;
  //| int i = blockIdx.x * blockDim.x + threadIdx.x;
  //| if (i >= n) return;
}
