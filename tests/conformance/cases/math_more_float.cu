// ulp: 3
// More float functions, within the bounds of the reference.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  double v = (t - 32) * 0.37, w = t * 0.11 + 0.01;
  of[8 * t + 0] = cbrtf(x);
  of[8 * t + 1] = rcbrtf(y);
  of[8 * t + 2] = exp10f(x);
  of[8 * t + 3] = expm1f(x * 0.1f);
  of[8 * t + 4] = log1pf(y);
  of[8 * t + 5] = log10f(y);
  of[8 * t + 6] = sinpif(x);
  of[8 * t + 7] = cospif(x);
}
