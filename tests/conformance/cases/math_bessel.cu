// ulp: 10
// Bessel and gamma functions away from their zeros.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  double v = (t - 32) * 0.37, w = t * 0.11 + 0.01;
  float z = t * 0.03f + 0.05f;
  of[8 * t + 0] = j0f(z);
  of[8 * t + 1] = j1f(z);
  of[8 * t + 2] = y0f(z + 1.0f);
  of[8 * t + 3] = y1f(z);
  of[8 * t + 4] = cyl_bessel_i0f(x);
  of[8 * t + 5] = cyl_bessel_i1f(x);
  of[8 * t + 6] = lgammaf(y + 2.5f);
  of[8 * t + 7] = jnf(2, z + 0.5f);
  od[8 * t + 0] = j0((double)z);
  od[8 * t + 1] = j1((double)z);
  od[8 * t + 2] = y0(z + 1.0);
  od[8 * t + 3] = y1((double)z);
  od[8 * t + 4] = cyl_bessel_i0(v * 6);
  od[8 * t + 5] = cyl_bessel_i1(v * 6);
  od[8 * t + 6] = lgamma(w + 2.5);
  od[8 * t + 7] = yn(2, (double)z);
}
