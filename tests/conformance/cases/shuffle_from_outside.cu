// A source lane that takes no part gives 0 (undefined by the guide, and reported); widths that are no power of two count by their bits.
#include "../case.h"
KERNEL {
  int x = a[t] | 1, lane = t & 31;
  if (lane < 10) oi[8 * t + 0] = __shfl_sync(0x3ffu, x, lane + 5);
  if (lane < 10) oi[8 * t + 1] = __shfl_down_sync(0x3ffu, x, 8);
  if (lane < 10) od[8 * t + 0] = __shfl_down_sync(0x3ffu, (double)x, 8);
  for (int w = 1; w < 33; ++w) {
    oi[8 * t + 2] = oi[8 * t + 2] * 3 + __shfl_sync(~0u, x, t + 3, w);
    oi[8 * t + 3] = oi[8 * t + 3] * 3 + __shfl_up_sync(~0u, x, 3, w);
    oi[8 * t + 4] = oi[8 * t + 4] * 3 + __shfl_down_sync(~0u, x, 3, w);
    oi[8 * t + 5] = oi[8 * t + 5] * 3 + __shfl_xor_sync(~0u, x, 5, w);
  }
}
