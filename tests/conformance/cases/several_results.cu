// Functions with more than one result: those that are exact, bit for bit.
#include "../case.h"
KERNEL {
  float g = f[t], h = f[(t * 7 + 3) % N], whole = 0;
  double e = d[t], dwhole = 0;
  int n = 0;
  of[8 * t + 0] = frexpf(g, &n);
  oi[8 * t + 0] = isfinite(g) ? n : 0;
  of[8 * t + 1] = modff(g, &whole);
  of[8 * t + 2] = whole;
  of[8 * t + 3] = remquof(g, h, &n);
  oi[8 * t + 1] = isfinite(g) && h != 0 && h == h ? (n & 7) : 0;
  od[8 * t + 0] = frexp(e, &n);
  oi[8 * t + 2] = isfinite(e) ? n : 0;
  od[8 * t + 1] = modf(e, &dwhole);
  od[8 * t + 2] = dwhole;
  od[8 * t + 3] = remquo(e, (double)h, &n);
  oi[8 * t + 3] = isfinite(e) && h != 0 && h == h ? (n & 7) : 0;
  of[8 * t + 4] = modf(h, &whole);
  of[8 * t + 5] = frexp(h, &n);
}
