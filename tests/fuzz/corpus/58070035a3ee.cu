// Square matrix product through 16 x 16 tiles in shared memory. n is a multiple of 16.
__global__ void matmul_tiled(const float* a, const float* b, float* c, int 
__global__ void matmul_tiled(const float* a, const float* b, float* c, int n)
{
  __shared__ float as[16][16];
  __shared__ float bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx;
  int y = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int p = 0; p < n / 16; p++) {
    as[ty][tx] = a[y * n + p * 16 + tx];
    bs[ty][tx] = b[(p * 16 + ty) * n + x];
    __syncthreads();
    ();
  }
  c[y * n + x] = sum;
}
