__device__ int f(int x) { return x; }
__global__ void k(int* p)
{
  const char* s = "abc;     // expect-error WB1003
  p[0] = 'x;                // expect-error WB1004
}
