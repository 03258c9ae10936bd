// Finds the brightest value of a gray picture.
__global__ void brightest(const unsigned char* imw, int* best, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     6/ who am I
  if                         // store
}
