// Fences, which order nothing by themselves: each thread reads its own element, or its neighbour's.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  __threadfence();
  seen[i] = out[i];
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  __threadfence();
  seen[i] = out[(i + 1) % n];
}
