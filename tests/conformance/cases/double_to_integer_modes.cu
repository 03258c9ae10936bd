// double to integers in each direction, out of range and NaN.
#include "../case.h"
KERNEL {
  double g = d[t], h = d[(t * 7 + 3) % N], k = d[(t * 11 + 5) % N];
  if (t >= 40) { g = __hiloint2double(a[t] & 0x7fefffff, a[t - 1]); h = __hiloint2double(a[t - 20] & 0xffefffff, a[t - 21]); k = __hiloint2double(a[t - 30] & 0x7fefffff, 3); }
  oi[8 * t + 0] = (long long)(((unsigned)__double2int_rn(g)) ^ ((unsigned long long)(__double2uint_rn(g)) << 32));
  oi[8 * t + 1] = (long long)(((unsigned)__double2int_rz(g)) ^ ((unsigned long long)(__double2uint_rz(g)) << 32));
  oi[8 * t + 2] = (long long)(((unsigned)__double2int_ru(g)) ^ ((unsigned long long)(__double2uint_ru(g)) << 32));
  oi[8 * t + 3] = (long long)(((unsigned)__double2int_rd(g)) ^ ((unsigned long long)(__double2uint_rd(g)) << 32));
  oi[8 * t + 4] = __double2ll_rn(g);
  oi[8 * t + 5] = __double2ll_rz(g);
  oi[8 * t + 6] = __double2ll_ru(g);
  oi[8 * t + 7] = __double2ll_rd(g);
  of[8 * t + 0] = __double2float_rn(g);
  of[8 * t + 1] = __double2float_rz(g);
  of[8 * t + 2] = __double2float_ru(g);
  of[8 * t + 3] = __double2float_rd(g);
  of[8 * t + 4] = (float)__double2ull_rn(g);
  of[8 * t + 5] = (float)__double2ull_rz(g);
  of[8 * t + 6] = (float)__double2ull_ru(g);
  of[8 * t + 7] = (float)__double2ull_rd(g);
}
