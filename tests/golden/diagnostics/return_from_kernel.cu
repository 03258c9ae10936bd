__global__ void k(int* p, int n)
{
  int i = threadIdx.x;
  if (i >= n) return;
  return p[i];                   // expect-error WB3017
}
