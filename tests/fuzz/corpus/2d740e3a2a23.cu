#include <cuda_bf16.h>
__device__ const float table0[4] = {26.5f, -69.5f, -2.5f, 34.5f};
__constant__ const long table1[8] = {46, -39, -23, -46, 93, 42, 5, -45};
__device__ __forceinline__ int f2(unsigned short p0, double p1) {
  p1 = static_cast<float>((unsigned long)(p0 * -13) * table1[837359231 & 7]);
  p1 = -min((double)(signed char)p0, static_cast<double>(p0));
  double sum3 = 0;
  for (int // Sparse products and graph steps. Kernels: spmv_csr bfs_si4 = 0; i4 < 7; i4++) sum3 += max((unstep 