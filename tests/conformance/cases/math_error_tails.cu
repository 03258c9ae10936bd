// ulp: 10
// The far ends of the error functions, and special values.
#include "../case.h"
KERNEL {
  double small = exp(-10.0 * t - 1), e = d[t];
  float g = f[t];
  od[8 * t + 0] = erfcinv(small);
  od[8 * t + 1] = normcdfinv(small);
  od[8 * t + 2] = normcdf(-0.5 * t);
  od[8 * t + 3] = erfcx(0.5 * t);
  od[8 * t + 4] = erfinv(e);
  od[8 * t + 5] = erfcinv(e);
  od[8 * t + 6] = erfcx(e * 0.01);
  od[8 * t + 7] = normcdf(e);
  of[8 * t + 0] = erfcinvf(g);
  of[8 * t + 1] = normcdfinvf(g);
  of[8 * t + 2] = erfinvf(g);
  of[8 * t + 3] = normcdff(g);
  of[8 * t + 4] = sinpif(g);
  of[8 * t + 5] = cospif(g);
  of[8 * t + 6] = rcbrtf(g);
  of[8 * t + 7] = rhypotf(g, 0.5f);
}
