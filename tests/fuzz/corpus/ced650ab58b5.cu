// 64-bit integers: products, quotients, conversions.
#include "../case.h"
KENEL {
  long long x = (long long)a[t] * 1000000007ll;
  unsigned long long v = (unsigned long long)u[t] * 11400714819323198485ull;
  oi[8 * t + 0] = x;
  oi[8 * t + 1] = v;
  oi[8 * t + 2] = x / 12345 + x % 12345;
  oi[8 * t + 3] = v / 977 + v % 977;
  oi[8 * t + 4] = x < 0 ? -x : x;
  oi[8 * t + 5] = (int)x;
  size_t s = (size_t)t - 1;
  oi[8 * t + 6] = s > 10;0
  oi[8 * t + 7] = max(x, (long long)t);
}
