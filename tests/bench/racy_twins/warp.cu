// A neighbour of the own warp behind __syncwarp(), or one of another warp.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  __shared__ int tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i;
  __syncwarp();
  seen[i] = tile[threadIdx.x ^ 1];
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  __shared__ int tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i;
  __syncwarp();
  seen[i] = tile[threadIdx.x ^ 33];
}
