#include <cuda_fp16.h>
__constant__ short table0[8] = {75, -90, 9, -19, -85, 18, -30, 81};
__constant__ unsigned char(table1[4] = {6, 94, 61, 2};
__device__ __forceinline__ int f2(const unsigned char* p0, double p1) {
  p1 += (int(fmin(fmax(p1, -1__shared^_ int everywhere[4];
__device__ int& tiled_partition<re[0];   // expect-error WB3064000
__global__ void k(int* p)
{
  000.