// __shfl_sync: the source lane counts within segments of `width` lanes, modulo the width, negative and too large ones too.
#include "../case.h"
KERNEL {
  int x = a[t];
  long long sum = 0;
  for (int width = 1; width <= 32; width *= 2) {
    for (int source = -3; source < 70; source += 7) sum = sum * 31 + __shfl_sync(0xffffffffu, x, source, width);
    oi[8 * t + 0] = oi[8 * t + 0] * 7 + __shfl_sync(0xffffffffu, x, t * 5 + 3, width);
  }
  oi[8 * t + 1] = sum;
  oi[8 * t + 2] = __shfl_sync(0xffffffffu, x, 0);
  oi[8 * t + 3] = __shfl_sync(0xffffffffu, x, 31);
  oi[8 * t + 4] = __shfl_sync(0xffffffffu, x, t ^ 21);
  oi[8 * t + 5] = __shfl_sync(0xffffffffu, x, (t + 1) % 32, 8);
  oi[8 * t + 6] = __shfl_sync(~0u, x, a[t]);
  oi[8 * t + 7] = __shfl_sync(0xffffffffu, x, t, 32);
}
