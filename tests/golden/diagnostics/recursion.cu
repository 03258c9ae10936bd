__device__ int factorial(int n)
{
  return n < 2 ? 1 : n * factorial(n - 1);   // expect-error WB4501
}
__global__ void k(int* p) { p[0] = factorial(5); }
