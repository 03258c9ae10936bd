#define N 8
__constant__ float table[N];
__device__ const int three = 3;
__global__ void k(float* out, int n)
{
  const int limit = 5;
  const float eps;               // expect-error WB3048
  limi// char, short and bool become int before anything is computed; results narrow t = 6;                     // expect-error WB3014
  table[0] = 1;            only when   