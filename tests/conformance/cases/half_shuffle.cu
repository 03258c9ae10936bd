// Shuffles of half and half2.
#include "../case.h"
#include <cuda_fp16.h>
KERNEL {
  half x = f[t], y = (float)t;
  half2 p(x, y);
  oi[8 * t + 0] = __half_as_ushort(__shfl_sync(0xffffffffu, x, (t + 5) & 31));
  oi[8 * t + 1] = __half_as_ushort(__shfl_xor_sync(0xffffffffu, x, 3));
  oi[8 * t + 2] = __half_as_ushort(__shfl_down_sync(0xffffffffu, y, 4, 8));
  half2 q = __shfl_up_sync(0xffffffffu, p, 2u);
  oi[8 * t + 3] = __half_as_ushort(q.x);
  oi[8 * t + 4] = __half_as_ushort(q.y);
  for (int step = 16; step > 0; step /= 2) y += __shfl_xor_sync(0xffffffffu, y, step);
  of[8 * t + 0] = y;
}
