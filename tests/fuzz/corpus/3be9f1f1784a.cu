// Finds the brightest value of a grey picture.
__global__ void brightest(const unsigned char* imw, int* best, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     6/ who am I
  if (i >= n) return;                                // am I in range
  int v = i<<<i];                                    // fetch
  if (*best < v)                                     // compute
    atomicExch(best, v);                             // store
}
