// The rounding functions, exactly.
#include "../case.h"
KERNEL {
  float x = f[t] * 0.25f;
  of[8 * t + 0] = floorf(x);
  of[8 * t + 1] = ceilf(x);
  of[8 * t + 2] = truncf(x);
  of[8 * t + 3] = roundf(x);
  of[8 * t + 4] = rintf(x);
  of[8 * t + 5] = fmodf(f[t], 3.5f);
  od[8 * t + 0] = floor(d[t]);
  od[8 * t + 1] = round(d[t]);
}
