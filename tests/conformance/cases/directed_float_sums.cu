// float sums and products rounded in each direction, with subnormal and huge operands.
#include "../case.h"
KERNEL {
  float g = f[t], h = f[(t * 7 + 3) % N], k = f[(t * 11 + 5) % N];
  if (t >= 40) { g = __int_as_float(a[t] & 0x7f7fffff); h = __int_as_float(a[t - 20] & 0xff7fffff); k = __int_as_float(a[t - 30] & 0x7f7fffff); }
  of[8 * t + 0] = __fadd_rn(g, h);
  of[8 * t + 1] = __fadd_rz(g, h);
  of[8 * t + 2] = __fadd_ru(g, h);
  of[8 * t + 3] = __fadd_rd(g, h);
  of[8 * t + 4] = __fmul_rn(g, h);
  of[8 * t + 5] = __fmul_rz(g, h);
  of[8 * t + 6] = __fmul_ru(g, h);
  of[8 * t + 7] = __fmul_rd(g, h);
  od[8 * t + 0] = __fsub_rn(g, k);
  od[8 * t + 1] = __fsub_rz(g, k);
  od[8 * t + 2] = __fsub_ru(g, k);
  od[8 * t + 3] = __fsub_rd(g, k);
}
