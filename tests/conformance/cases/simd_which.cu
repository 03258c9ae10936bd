// Minima and maxima that say which operand they are.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  if (t >= 32) { p = p & 0xff00ff80u | 0x7f; q = p ^ (q & 0x01800180u); }
  bool high = false, low = false, one = false;
  unsigned int m = __vibmax_s16x2(p, q, &high, &low);
  oi[8 * t + 0] = (long long)m * 4 + high * 2 + low;
  m = __vibmin_u16x2(p, q, &high, &low);
  oi[8 * t + 1] = (long long)m * 4 + high * 2 + low;
  int n = __vibmax_s32(x, y, &one);
  oi[8 * t + 2] = (long long)n * 2 + one;
  m = __vibmin_u32(p, q, &one);
  oi[8 * t + 3] = (long long)m * 2 + one;
  n = __vibmin_s32(x, x, &one);
  oi[8 * t + 4] = (long long)n * 2 + one;
}
