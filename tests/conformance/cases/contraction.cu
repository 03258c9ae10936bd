// contract: on
// Where nvcc fuses multiply-adds by default, when each product is used once.
#include "../case.h"
KERNEL {
  float x = f[t], y = f[(t + 5) % N], z = f[(t + 9) % N], w = f[(t + 13) % N], p = f[(t + 17) % N], q = f[(t + 21) % N];
  of[8 * t + 0] = x * y + z;
  of[8 * t + 1] = z - x * y;
  of[8 * t + 2] = x * y - z;
  of[8 * t + 3] = x * y + z * w;
  of[8 * t + 4] = x * y - z * w;
  of[8 * t + 5] = x * y + z * w + p * q;
  float sum = z;
  sum += x * y;
  of[8 * t + 6] = sum;
  sum = w;
  sum -= x * y;
  of[8 * t + 7] = sum;
  od[8 * t + 0] = d[t] * d[(t + 3) % N] + d[(t + 4) % N];
}
