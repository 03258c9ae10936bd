// float to integers in each direction, out of range and NaN.
#include "../case.h"
KERNEL {
  float g = f[t], h = f[(t * 7 + 3) % N], k = f[(t * 11 + 5) % N];
  if (t >= 40) { g = __int_as_float(a[t] & 0x7f7fffff); h = __int_as_float(a[t - 20] & 0xff7fffff); k = __int_as_float(a[t - 30] & 0x7f7fffff); }
  oi[8 * t + 0] = (long long)(((unsigned)__float2int_rn(g)) ^ ((unsigned long long)(__float2uint_rn(g)) << 32));
  oi[8 * t + 1] = (long long)(((unsigned)__float2int_rz(g)) ^ ((unsigned long long)(__float2uint_rz(g)) << 32));
  oi[8 * t + 2] = (long long)(((unsigned)__float2int_ru(g)) ^ ((unsigned long long)(__float2uint_ru(g)) << 32));
  oi[8 * t + 3] = (long long)(((unsigned)__float2int_rd(g)) ^ ((unsigned long long)(__float2uint_rd(g)) << 32));
  oi[8 * t + 4] = __float2ll_rn(g);
  oi[8 * t + 5] = __float2ll_rz(g);
  oi[8 * t + 6] = __float2ll_ru(g);
  oi[8 * t + 7] = __float2ll_rd(g);
  od[8 * t + 0] = (double)__float2ull_rn(g);
  od[8 * t + 1] = (double)__float2ull_rz(g);
  od[8 * t + 2] = (double)__float2ull_ru(g);
  od[8 * t + 3] = (double)__float2ull_rd(g);
}
