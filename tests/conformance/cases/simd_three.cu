// Sums, minima and maxima of three, with and without a floor of zero.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  if (t >= 32) { p = p & 0xff00ff80u | 0x7f; q = p ^ (q & 0x01800180u); }
  oi[8 * t + 0] = (long long)((__viaddmax_s16x2(p, q, r)) ^ ((unsigned long long)(__viaddmax_s16x2_relu(p, q, r)) << 32));
  oi[8 * t + 1] = (long long)((__viaddmin_u16x2(p, q, r)) ^ ((unsigned long long)(__viaddmin_s16x2_relu(p, q, r)) << 32));
  oi[8 * t + 2] = (long long)(((unsigned)__viaddmax_s32(x, y, (int)r)) ^ ((unsigned long long)((unsigned)__viaddmin_s32_relu(x, y, (int)r)) << 32));
  oi[8 * t + 3] = (long long)((__viaddmax_u32(p, q, r)) ^ ((unsigned long long)(__viaddmin_u32(p, q, r)) << 32));
  oi[8 * t + 4] = (long long)((__vimax3_s16x2(p, q, r)) ^ ((unsigned long long)(__vimin3_u16x2(p, q, r)) << 32));
  oi[8 * t + 5] = (long long)(((unsigned)__vimax3_s32(x, y, (int)r)) ^ ((unsigned long long)((unsigned)__vimin3_s32_relu(x, y, (int)r)) << 32));
  oi[8 * t + 6] = (long long)((__vimax_s16x2_relu(p, q)) ^ ((unsigned long long)((unsigned)__vimin_s32_relu(x, y)) << 32));
  oi[8 * t + 7] = (long long)((__vimin3_s16x2_relu(p, q, r)) ^ ((unsigned long long)(__vimax3_u32(p, q, r)) << 32));
}
