// Conversions from floating point saturate as the hardware's do; NaN gives 0 (32 bits) or the smallest 64-bit number.
#include "../case.h"
KERNEL {
  float x = f[t];
  double y = d[t];
  oi[8 * t + 0] = (int)x;
  oi[8 * t + 1] = (unsigned)x;
  oi[8 * t + 2] = (long long)x;
  oi[8 * t + 3] = (long long)(unsigned long long)x;
  oi[8 * t + 4] = (int)y;
  oi[8 * t + 5] = (unsigned)y;
  oi[8 * t + 6] = (long long)y;
  oi[8 * t + 7] = (long long)(unsigned long long)y;
}
