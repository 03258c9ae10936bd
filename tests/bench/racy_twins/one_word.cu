// All threads store to an element each, or to one and the same.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  __threadfence();
  seen[i] = i;
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[0] = i;
  __threadfence();
  seen[i] = i;
}
