// ulp: 3
// More double functions, within the bounds of the reference.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  double v = (t - 32) * 0.37, w = t * 0.11 + 0.01;
  od[8 * t + 0] = cbrt(v);
  od[8 * t + 1] = rcbrt(w);
  od[8 * t + 2] = exp10(v);
  od[8 * t + 3] = expm1(v * 0.1);
  od[8 * t + 4] = log1p(w);
  od[8 * t + 5] = log10(w);
  od[8 * t + 6] = sinpi(v);
  od[8 * t + 7] = cospi(v);
}
