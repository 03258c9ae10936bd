// Blocks count themselves by an atomic, with no fence; beside it each thread reads its own element, or its neighbour's. That races for certain: the second run
// looks for flags alone, that hints can name.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  if (threadIdx.x == 0) words[1 + blockIdx.x] = atomicAdd(&words[0], 1);
  seen[i] = out[i];
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  if (threadIdx.x == 0) words[1 + blockIdx.x] = atomicAdd(&words[0], 1);
  seen[i] = out[(i + 1) % n];
}
