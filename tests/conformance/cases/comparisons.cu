// Comparisons with NaN, infinities and signed zeros.
#include "../case.h"
KERNEL {
  float x = f[t], y = f[(t + 3) % N];
  oi[8 * t + 0] = x < y;
  oi[8 * t + 1] = x <= y;
  oi[8 * t + 2] = x == y;
  oi[8 * t + 3] = x != y;
  oi[8 * t + 4] = !(x > y);
  oi[8 * t + 5] = x ? 1 : 2;
  oi[8 * t + 6] = x && y;
  oi[8 * t + 7] = isnan(x) + 2 * isinf(x);
}
