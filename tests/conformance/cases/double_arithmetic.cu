// IEEE double.
#include "../case.h"
KERNEL {
  double x = d[t], y = d[(t + 5) % N];
  od[8 * t + 0] = x + y;
  od[8 * t + 1] = x - y;
  od[8 * t + 2] = x * y;
  od[8 * t + 3] = x / y;
  od[8 * t + 4] = sqrt(x);
  od[8 * t + 5] = x + f[t];
  od[8 * t + 6] = x > y ? x : y;
  od[8 * t + 7] = -x;
}
