// Fills a strip with a ramp that falls from the left end of the grid to its right end.
__global__ void ramp(unsigned char* out)
{
  // TODO: fill both blanks
  int i = /*blank*/ threadIdx.x /*end*/;                     // who am I
  int threads = /*blank*/ blockDim.x /*end*/;                // compute
  out[i] = 255 - 255 * i / threads;                          // store
}
