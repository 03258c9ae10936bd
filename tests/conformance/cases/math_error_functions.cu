// ulp: 11
// Error functions, the normal distribution and their inverses.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  double v = (t - 32) * 0.37, w = t * 0.11 + 0.01;
  float z = t / 64.0f;
  of[8 * t + 0] = erff(x * 0.2f);
  of[8 * t + 1] = erfcf(x * 0.2f);
  of[8 * t + 2] = erfinvf(z * 2 - 1);
  of[8 * t + 3] = erfcinvf(z * 2);
  of[8 * t + 4] = erfcxf(x * 0.3f);
  of[8 * t + 5] = normcdff(x * 0.4f);
  of[8 * t + 6] = normcdfinvf(z);
  of[8 * t + 7] = tgammaf(y);
  od[8 * t + 0] = erf(v * 0.2);
  od[8 * t + 1] = erfc(v);
  od[8 * t + 2] = erfinv(z * 2.0 - 1);
  od[8 * t + 3] = erfcinv(z * 2.0);
  od[8 * t + 4] = erfcx(v * 0.5);
  od[8 * t + 5] = normcdf(v);
  od[8 * t + 6] = normcdfinv((double)z);
  od[8 * t + 7] = tgamma(w);
}
