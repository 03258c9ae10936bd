// __shfl_up_sync and __shfl_down_sync: a lane whose source lies outside its segment keeps its own value.
#include "../case.h"
KERNEL {
  int x = a[t];
  long long ups = 0, downs = 0;
  for (int width = 1; width <= 32; width *= 2)
    for (unsigned delta = 0; delta < 40; delta += 3) {
      ups = ups * 17 + __shfl_up_sync(0xffffffffu, x, delta, width);
      downs = downs * 17 + __shfl_down_sync(0xffffffffu, x, delta, width);
    }
  oi[8 * t + 0] = ups;
  oi[8 * t + 1] = downs;
  oi[8 * t + 2] = __shfl_up_sync(0xffffffffu, x, 1);
  oi[8 * t + 3] = __shfl_down_sync(0xffffffffu, x, 1);
  oi[8 * t + 4] = __shfl_up_sync(0xffffffffu, x, 5, 8);
  oi[8 * t + 5] = __shfl_down_sync(0xffffffffu, x, 5, 8);
  oi[8 * t + 6] = __shfl_up_sync(0xffffffffu, x, t & 7, 16);    // each lane its own delta
  oi[8 * t + 7] = __shfl_down_sync(0xffffffffu, x, t & 7, 16);
}
