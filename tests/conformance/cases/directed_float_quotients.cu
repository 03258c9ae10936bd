// float quotients, roots and reciprocals rounded in each direction.
#include "../case.h"
KERNEL {
  float g = f[t], h = f[(t * 7 + 3) % N], k = f[(t * 11 + 5) % N];
  if (t >= 40) { g = __int_as_float(a[t] & 0x7f7fffff); h = __int_as_float(a[t - 20] & 0xff7fffff); k = __int_as_float(a[t - 30] & 0x7f7fffff); }
  of[8 * t + 0] = __fdiv_rn(g, h);
  of[8 * t + 1] = __fdiv_rz(g, h);
  of[8 * t + 2] = __fdiv_ru(g, h);
  of[8 * t + 3] = __fdiv_rd(g, h);
  of[8 * t + 4] = __fsqrt_rn(g);
  of[8 * t + 5] = __fsqrt_rz(g);
  of[8 * t + 6] = __fsqrt_ru(g);
  of[8 * t + 7] = __fsqrt_rd(g);
  od[8 * t + 0] = __frcp_rn(h);
  od[8 * t + 1] = __frcp_rz(h);
  od[8 * t + 2] = __frcp_ru(h);
  od[8 * t + 3] = __frcp_rd(h);
  od[8 * t + 4] = __frsqrt_rn(g);
  od[8 * t + 5] = __frsqrt_rn(fabsf(h));
}
