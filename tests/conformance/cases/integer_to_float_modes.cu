// Integers to float and double in each direction.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  long long w = (long long)(((unsigned long long)u[t] << 32) | (unsigned int)a[(t + 5) % N]);
  if (t < 4) w = t;
  of[8 * t + 0] = __int2float_rn(x);
  of[8 * t + 1] = __int2float_rz(x);
  of[8 * t + 2] = __int2float_ru(x);
  of[8 * t + 3] = __int2float_rd(x);
  of[8 * t + 4] = __uint2float_rn(p);
  of[8 * t + 5] = __uint2float_rz(p);
  of[8 * t + 6] = __uint2float_ru(p);
  of[8 * t + 7] = __uint2float_rd(p);
  od[8 * t + 0] = (double)__ll2float_rn(w);
  od[8 * t + 1] = (double)__ll2float_rz(w);
  od[8 * t + 2] = (double)__ll2float_ru(w);
  od[8 * t + 3] = (double)__ll2float_rd(w);
  od[8 * t + 4] = __ll2double_rn(w);
  od[8 * t + 5] = __ll2double_rz(w);
  od[8 * t + 6] = __ll2double_ru(w);
  od[8 * t + 7] = __ll2double_rd(w);
  oi[8 * t + 0] = __double_as_longlong(__ull2double_rn((unsigned long long)w));
  oi[8 * t + 1] = __double_as_longlong(__ull2double_rz((unsigned long long)w));
  oi[8 * t + 2] = __double_as_longlong(__ull2double_ru((unsigned long long)w));
  oi[8 * t + 3] = __double_as_longlong(__ull2double_rd((unsigned long long)w));
  oi[8 * t + 4] = __float_as_int(__ull2float_rn((unsigned long long)w));
  oi[8 * t + 5] = __float_as_int(__ull2float_rz((unsigned long long)w));
  oi[8 * t + 6] = __float_as_int(__ull2float_ru((unsigned long long)w));
  oi[8 * t + 7] = __float_as_int(__ull2float_rd((unsigned long long)w));
}
