// ulp: 3
// Sine and cosine through pointers.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  double v = (t - 32) * 0.37, w = t * 0.11 + 0.01;
  float s = 0, c = 0;
  double ds = 0, dc = 0;
  sincosf(x, &s, &c);
  of[8 * t + 0] = s;
  of[8 * t + 1] = c;
  sincospif(y, &s, &c);
  of[8 * t + 2] = s;
  of[8 * t + 3] = c;
  sincos(v, &ds, &dc);
  od[8 * t + 0] = ds;
  od[8 * t + 1] = dc;
  sincospi(w, &od[8 * t + 2], &od[8 * t + 3]);
  sincos(y, &of[8 * t + 4], of + 8 * t + 5);
}
