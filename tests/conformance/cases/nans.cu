// compiler: nvcc
// NaNs by name, and what is one.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = 0;
  float g = f[t] + r;
  oi[8 * t + 0] = isnan(g) + 2 * isinf(g) + 4 * isfinite(g) + 8 * (signbit(g) != 0);
  oi[8 * t + 1] = isnan(d[t]) + 2 * isinf(d[t]) + 4 * isfinite(d[t]) + 8 * (signbit(d[t]) != 0);
  oi[8 * t + 2] = isnan(nanf(""));
  oi[8 * t + 3] = isnan(nan(""));
  oi[8 * t + 4] = __float_as_int(fminf(g, 1.0f));
  oi[8 * t + 5] = __float_as_int(fmaxf(g, -0.0f));
  oi[8 * t + 6] = __double_as_longlong(fmin(d[t], 0.0));
  oi[8 * t + 7] = isnan(fdimf(g, INFINITY));
}
