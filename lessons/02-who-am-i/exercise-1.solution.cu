// Fills a strip with a ramp that falls from the left end of the grid to its right end.
__global__ void ramp(unsigned char* out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;             // who am I
  int threads = gridDim.x * blockDim.x;                      // compute
  out[i] = 255 - 255 * i / threads;                          // store
}
