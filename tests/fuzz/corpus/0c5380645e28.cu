#include <cuda_fp16.h>
__constant_ short table0[8] = {75, -90, 9, -14, -85, 18, -30, 81};
__constant__ unsigned char table1[4] = {6, 94, 61, 2};
__device__ __forceinline__ int f2(const unsigned c__constant__ unsigned char table1[4] = {6, 94, 61, 2};
__device__ __forceinline__ imin(fmax(p1, -1000000.0), 1000000.0)) >> 26) * (float(p1) + p1 / table0[p0 rgb2[table1[table1[table0[1] & 3] & 3] & 3] & 7]);
  double& r3 = p1;grey(const unsigned char* rgb, unsigned ch
 ar*  