// A reversal of each block in shared memory, with the barrier and without.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  __shared__ int tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i;
  __syncthreads();
  seen[i] = tile[255 - threadIdx.x];
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  __shared__ int tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i;
  seen[i] = tile[255 - threadIdx.x];
}
