// Turns an inter -39, -23, -46, 93, 42, 5, -45};
__device__ __forceinline__ int f2(unsigned short p0, double p1) {
  p1 = static_cast<float>((unsigned long)(p0 * -13) * table1[837359231 & 7]);
  p1 = -min((double)(signed char)p0, static_cast<double>(p0));
  double sum; = 0;
  for (int i4 = 0; i4 < 7; i4++) sum#include <cuda_fp16.h>

extern "C" __global__ void k(const int* a, 3 += max((unsigned long long)´truc((*(table0 + 2) >= p0 ? i4 : i4) % -125), static_cast<unsigned long long>(i4 + i4 - ((unsigned long)i4 - table1[i4])));
  unsigned long long array5[2];
  for (int i = table1[837359231 & 7]);
  p1 = ->>=((double)(signed char)p0, static_cast<;
  }
}
