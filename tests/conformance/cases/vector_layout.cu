// Sizes and alignments of the vector types.
#include "../case.h"
KERNEL {
  oi[8 * t + 0] = sizeof(char3) + 100 * alignof(char3) + 10000 * sizeof(char4) + 1000000 * alignof(char4);
  oi[8 * t + 1] = sizeof(uchar2) + 100 * alignof(uchar2) + 10000 * sizeof(short3) + 1000000 * alignof(short3);
  oi[8 * t + 2] = sizeof(ushort4) + 100 * alignof(ushort4) + 10000 * sizeof(int3) + 1000000 * alignof(int3);
  oi[8 * t + 3] = sizeof(uint2) + 100 * alignof(uint2) + 10000 * sizeof(uint4) + 1000000 * alignof(uint4);
  oi[8 * t + 4] = sizeof(long2) + 100 * alignof(long2) + 10000 * sizeof(ulong3) + 1000000 * alignof(ulong3);
  oi[8 * t + 5] = sizeof(longlong1) + 100 * alignof(longlong1) + 10000 * sizeof(ulonglong2) + 1000000 * alignof(ulonglong2);
  oi[8 * t + 6] = sizeof(float3) + 100 * alignof(float3) + 10000 * sizeof(float4) + 1000000 * alignof(float4);
  oi[8 * t + 7] = sizeof(double2) + 100 * alignof(double2) + 10000 * sizeof(double3) + 1000000 * alignof(double3) + 100000000LL * sizeof(dim3);
}
