// A sum over half of each warp: with all lanes there, or with values from lanes that take no part, which lead nowhere.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, sum = i;
  for (int far = 8; far > 0; far /= 2) sum += __shfl_down_sync(0xffffffffu, sum, far);
  if (lane == 0) seen[i / 32] = sum;
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, sum = i;
  if (lane < 16)
    for (int far = 8; far > 0; far /= 2) sum += __shfl_down_sync(0x0000ffffu, sum, far);
  if (lane == 0) seen[i / 32] = sum;
}
