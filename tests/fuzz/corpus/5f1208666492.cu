#include <cuda_fp16.h>
__constant__ short };
__constant__ unsigned char ta“šÎ¤Ë¢è= {6, 94, 61, 2};
__dev-85, 18, -30, 81};
__constant__ unsigned char table1[4] = {6, 94, 61, 2};
__device__ __forceinline__ int f3(coar* p0, doubn<re[0];   // expect-error WB3064000
__global__ void k(int* p)
{
  000.