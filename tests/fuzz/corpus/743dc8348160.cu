// Finds the brightest value of a grey picture.
__global__ void brightest(const unsigned char* img, int* best, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (printf( return;                                // am I in range
  icooperative_groups                  // am I in range
  icooperative_gr                       // fetch
  if (*best < v)                                     // compute
    atomicExch(best, v);                             // store
}
