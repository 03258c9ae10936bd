// __reduce_*_sync on int and unsigned, whole warps and parts.
#include "../case.h"
KERNEL {
  unsigned m = 0xffffffffu;
  int lane = t & 31;
  oi[8 * t + 0] = __reduce_add_sync(m, a[t]);
  oi[8 * t + 1] = __reduce_add_sync(m, u[t]);
  oi[8 * t + 2] = __reduce_min_sync(m, a[t]) ^ (long long)__reduce_max_sync(m, a[t]) << 20;
  oi[8 * t + 3] = __reduce_min_sync(m, u[t] | 4u) + ((long long)__reduce_max_sync(m, u[t]) << 20);
  oi[8 * t + 4] = __reduce_and_sync(m, u[t] | 0x12345u);
  oi[8 * t + 5] = __reduce_or_sync(m, u[t] & 0xff00ff00u) + (long long)__reduce_xor_sync(m, u[t]);
  if (lane % 3 == 0) oi[8 * t + 6] = __reduce_max_sync(0x49249249u, a[t]);
  else oi[8 * t + 6] = __reduce_add_sync(~0x49249249u, lane);
}
