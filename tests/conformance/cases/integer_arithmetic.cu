// Integers wrap; division and remainder truncate towards zero; mixed signs go through unsigned.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t + 7) % N];
  unsigned v = u[t], w = u[(t + 11) % N];
  oi[8 * t + 0] = (int)((unsigned)x + (unsigned)y);
  oi[8 * t + 1] = (int)((unsigned)x * (unsigned)y);
  oi[8 * t + 2] = y != 0 && !(x == -2147483647 - 1 && y == -1) ? x / y : 0;
  oi[8 * t + 3] = y != 0 && !(x == -2147483647 - 1 && y == -1) ? x % y : 0;
  oi[8 * t + 4] = w != 0 ? v / w : 0;
  oi[8 * t + 5] = w != 0 ? v % w : 0;
  oi[8 * t + 6] = x < v;
  oi[8 * t + 7] = v - w;
}
