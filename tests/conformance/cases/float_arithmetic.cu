// IEEE single: sums, products, quotients, square roots; nothing in double that was not asked for.
#include "../case.h"
KERNEL {
  float x = f[t], y = f[(t + 5) % N];
  of[8 * t + 0] = x + y;
  of[8 * t + 1] = x - y;
  of[8 * t + 2] = x * y;
  of[8 * t + 3] = x / y;
  of[8 * t + 4] = sqrtf(x);
  of[8 * t + 5] = x * 0.1;
  of[8 * t + 6] = x * 0.1f;
  of[8 * t + 7] = -x;
}
