// Beside the last block's counter: its threads sum up what the others have left, behind a fence; and a store to a neighbour's element that nothing orders.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  __shared__ bool is_last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&words[0], 1) == gridDim.x - 1;
  __syncthreads();
  if (is_last) seen[threadIdx.x] = out[threadIdx.x];
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  __shared__ bool is_last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(i + 1) % n] = 0;
  out[i] = i;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&words[0], 1) == gridDim.x - 1;
  __syncthreads();
  if (is_last) seen[threadIdx.x] = out[threadIdx.x];
}
