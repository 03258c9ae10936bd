// Shuffles in branches: the mask names the lanes that take part, and these alone wait for each other.
#include "../case.h"
KERNEL {
  int x = a[t], lane = t & 31;
  if (t & 1) oi[8 * t + 0] = __shfl_sync(0xaaaaaaaau, x, (lane + 2) | 1);
  else oi[8 * t + 0] = -__shfl_xor_sync(0x55555555u, x, 6);
  if (lane < 8) {
    int v = x;
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xffu, v, d, 8);
    oi[8 * t + 1] = v;
  } else if (lane >= 24) {
    int v = x;
    for (int d = 4; d > 0; d /= 2) v ^= __shfl_xor_sync(0xff000000u, v, d);
    oi[8 * t + 1] = v;
  }
  if (lane < 20) {
    oi[8 * t + 2] = __shfl_sync(0x000fffffu, x, lane % 5);
    if (lane >= 10) return;
    oi[8 * t + 3] = __shfl_up_sync(0x3ffu, x, 1);
  }
  if (lane < 10) oi[8 * t + 4] = __shfl_sync(0xfff003ffu, x, 30);  // lanes 10 to 19 have left; all that are alive meet
  else oi[8 * t + 4] = __shfl_sync(0xfff003ffu, x, 3);
}
