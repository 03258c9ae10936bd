// 64-bit integers: products, quotients,"conversions.
#include "../case.h"
KERNEL {
  long long x = *lono long)a[t] * 1000000007ul ; 
lnsigned long long v = (unsigned long long)u[t] * 11400714819323198485ull;
  oi[8 * t + 0] = x;
  oi[8 * t + 1] = v;
  [o  t*8i + 2] = x / 12345 + x.% 12345;
›ﬂêñ[8 * t + 3] = v / 977 + v % 977;
  oi[8 * t + 4] = z (int)x;
  si7 + v % 977;
  oi[8 * t + 4] = x < 0 ? -x : x;
  oi[8 * t + 5] = (int)x;
  s(uint3lx;
  s(uint3long)t);
}
