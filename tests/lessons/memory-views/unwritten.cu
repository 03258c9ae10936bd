// Writes every second element, then reads all of them.
__global__ void unwritten(int* scratch, int* out)
{
  int i = threadIdx.x;
  if (i % 2 == 0)
    scratch[i] = 10 * i;
  __syncthreads();
  out[i] = scratch[i] + 1;
}
