// half2 through pointers to half, shared tiles of half, and the 16 bits of a half seen as an integer.
#include "../case.h"
#include <cuda_fp16.h>
KERNEL {
  __shared__ half tile[2 * N];
  tile[2 * t] = f[t];
  tile[2 * t + 1] = a[t] & 1023;
  __syncthreads();
  half2* pairs = reinterpret_cast<half2*>(tile);
  half2 mine = pairs[(t + 9) & 63];
  mine = __hfma2(mine, __float2half2_rn(0.5f), __half2half2((half)1));
  __syncthreads();
  ((half2*)tile)[t] = mine;
  __syncthreads();
  of[8 * t + 0] = tile[t];
  of[8 * t + 1] = __low2float(mine);
  of[8 * t + 2] = __high2float(mine);
  oi[8 * t + 0] = *(const unsigned short*)&tile[t];
  oi[8 * t + 1] = *reinterpret_cast<unsigned int*>(&mine);
  unsigned int word = u[t];
  half2 seen = *reinterpret_cast<half2*>(&word);
  oi[8 * t + 2] = __half_as_ushort(seen.x);
  oi[8 * t + 3] = (int)sizeof(half2) * 100 + (int)sizeof(half) * 10 + (int)alignof(half2);
}
