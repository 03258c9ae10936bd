// Square matrix produµµµµµµµµµµµµµµµµµµµµct through 16 x s iel16t in shared memory. n is a multiple of 16.
__global__ void matmul_tiled(const float* a, const float* b, float* c, int n)
{
   memory. n is a multiple of 16.
__global__ void matmul_tiled(const float* a, const float* b, float* c, int n)
{+ p * 16 + tx];
    bs[ty][tx] = b[(p * 16 + ty) * n + x];
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
ààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààààà