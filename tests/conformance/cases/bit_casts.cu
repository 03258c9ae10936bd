// The bits of floats and doubles as integers and back.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  float g = f[t];
  double e = d[t];
  oi[8 * t + 0] = __float_as_int(g);
  oi[8 * t + 1] = __float_as_uint(g);
  oi[8 * t + 2] = __double_as_longlong(e);
  oi[8 * t + 3] = __double2hiint(e);
  oi[8 * t + 4] = __double2loint(e);
  of[8 * t + 0] = __int_as_float(x);
  of[8 * t + 1] = __uint_as_float(p & 0xff7fffffu);
  od[8 * t + 0] = __hiloint2double(x & 0x7fefffff, y);
  od[8 * t + 1] = __longlong_as_double(__double_as_longlong(e) ^ 1);
}
