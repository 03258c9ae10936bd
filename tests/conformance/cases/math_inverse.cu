// ulp: 5
// Inverse trigonometric and hyperbolic functions.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  double v = (t - 32) * 0.37, w = t * 0.11 + 0.01;
  float z = t / 64.0f;
  of[8 * t + 0] = asinf(z);
  of[8 * t + 1] = acosf(z);
  of[8 * t + 2] = atanf(x);
  of[8 * t + 3] = asinhf(x);
  of[8 * t + 4] = acoshf(1 + y);
  of[8 * t + 5] = atanhf(z);
  of[8 * t + 6] = tanf(z);
  of[8 * t + 7] = sinhf(x);
  od[8 * t + 0] = asin((double)z);
  od[8 * t + 1] = acos((double)z);
  od[8 * t + 2] = atan(v);
  od[8 * t + 3] = asinh(v);
  od[8 * t + 4] = acosh(1 + w);
  od[8 * t + 5] = atanh((double)z);
  od[8 * t + 6] = tan(v);
  od[8 * t + 7] = sinh(v);
}
