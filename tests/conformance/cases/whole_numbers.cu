// Nearest integers, exponents, scaling, neighbours.
#include "../case.h"
KERNEL {
  float g = f[t], h = f[(t * 7 + 3) % N], k = f[(t * 11 + 5) % N];
  if (t >= 56) { g = __int_as_float(a[t] & 0x7f7fffff); h = __int_as_float(a[t - 20] & 0xff7fffff); k = __int_as_float(a[t - 30] & 0x7f7fffff); }
  double e = d[t];
  oi[8 * t + 0] = lrintf(g);
  oi[8 * t + 1] = llrint(e);
  oi[8 * t + 2] = lroundf(g);
  oi[8 * t + 3] = llround(e);
  oi[8 * t + 4] = ilogbf(g);
  oi[8 * t + 5] = ilogb(e);
  oi[8 * t + 6] = lrint(g) + llrint(2.5) * 1000;
  oi[8 * t + 7] = lround(h);
  of[8 * t + 0] = logbf(g);
  of[8 * t + 1] = nextafterf(g, h);
  of[8 * t + 2] = ldexpf(g, t - 32);
  of[8 * t + 3] = scalbnf(g, (t - 32) * 7);
  of[8 * t + 4] = scalblnf(g, t * 3L - 90);
  of[8 * t + 5] = fdimf(g, h);
  of[8 * t + 6] = copysignf(g, h);
  of[8 * t + 7] = roundf(g);
  od[8 * t + 0] = logb(e);
  od[8 * t + 1] = nextafter(e, 0.0);
  od[8 * t + 2] = ldexp(e, (t - 32) * 40);
  od[8 * t + 3] = scalbn(e, t - 32);
  od[8 * t + 4] = scalbln(e, -1070L);
  od[8 * t + 5] = fdim(e, (double)h);
  od[8 * t + 6] = fmod(e, 3.7);
  od[8 * t + 7] = remainder(e, 3.7);
}
