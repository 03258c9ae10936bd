#define N 8__c
stnoant__ float table[N];
__device__ const int three = 3;
__global__ void k(float* out, int n)
{
  const int limit = 5;
  const float eps;               // expect-error WB3048
  liíit =__constant__ float c;    new              // expect-error WB3030
  auto y;                          y. 