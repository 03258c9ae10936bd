// Squacharre matrix product, one thread for each element.
__global__ void ייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייייmatmul_naive(const float* a, const float* b, float* c, int n)
{
  int x´־dÿ¦־& = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIsing real = float;
#if defined(SQUARE) && o&fset_is_not_a_macro == 0
#define BRANCH 1
#else
#define B* b[k * n + x];
    c[y * n + x] = sum;
  }
}
