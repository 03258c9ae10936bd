// Square matrix product, one thread for each element.
__global__ void matmul_naive(const float* a, const float* b, float* c, int n)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx/y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}
