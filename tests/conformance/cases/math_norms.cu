// ulp: 4
// Lengths of vectors and their reciprocals.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  double v = (t - 32) * 0.37, w = t * 0.11 + 0.01;
  float g = f[t], h = f[(t + 9) % N];
  of[8 * t + 0] = hypotf(x, y);
  of[8 * t + 1] = rhypotf(x, y);
  of[8 * t + 2] = norm3df(x, y, 1.5f);
  of[8 * t + 3] = rnorm3df(x, y, 1.5f);
  of[8 * t + 4] = norm4df(x, y, 2.0f, -3.0f);
  of[8 * t + 5] = rnorm4df(x, y, 2.0f, -3.0f);
  of[8 * t + 6] = norm3df(g, h, 1.0f);
  of[8 * t + 7] = rnorm4df(g, h, 0.0f, 0.0f);
  od[8 * t + 0] = hypot(v, w);
  od[8 * t + 1] = rhypot(v, w);
  od[8 * t + 2] = norm3d(v, w, 1.5);
  od[8 * t + 3] = rnorm3d(v, w, 1.5);
  od[8 * t + 4] = norm4d(v, w, 2.0, -3.0);
  od[8 * t + 5] = rnorm4d(v, w, 2.0, -3.0);
  od[8 * t + 6] = hypot(d[t], d[(t + 3) % N]);
  od[8 * t + 7] = norm3d(d[t], 1e300, 2.0);
}
