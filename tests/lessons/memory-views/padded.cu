// Transposes a square picture by way of a padded tile in shared memory.
__global__ void transpose(const float* in, float* out, int n)
{
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  int column = blockIdx.y * 32 + threadIdx.x;
  int row = blockIdx.x * 32 + threadIdx.y;
  out[row * n + column] = tile[threadIdx.x][threadIdx.y];
}
