// float multiply-add rounded once in each direction.
#include "../case.h"
KERNEL {
  float g = f[t], h = f[(t * 7 + 3) % N], k = f[(t * 11 + 5) % N];
  if (t >= 40) { g = __int_as_float(a[t] & 0x7f7fffff); h = __int_as_float(a[t - 20] & 0xff7fffff); k = __int_as_float(a[t - 30] & 0x7f7fffff); }
  of[8 * t + 0] = __fmaf_rn(g, h, k);
  of[8 * t + 1] = __fmaf_rz(g, h, k);
  of[8 * t + 2] = __fmaf_ru(g, h, k);
  of[8 * t + 3] = __fmaf_rd(g, h, k);
  of[8 * t + 4] = __fmaf_rn(g, 1.0000001f, -g);
  of[8 * t + 5] = __fmaf_rz(g, 1.0000001f, -g);
  of[8 * t + 6] = __fmaf_ru(g, 1.0000001f, -g);
  of[8 * t + 7] = __fmaf_rd(g, 1.0000001f, -g);
}
