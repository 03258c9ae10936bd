// Votes over whole and partial warps, with odd predicates.
#include "../case.h"
KERNEL {
  unsigned m = 0xffffffffu;
  int lane = t & 31;
  oi[8 * t + 0] = __all_sync(m, a[t] >= -2147483647 - 1) * 2 + __all_sync(m, lane);
  oi[8 * t + 1] = __any_sync(m, a[t] == 255) * 2 + __any_sync(m, lane > 31);
  oi[8 * t + 2] = __ballot_sync(m, a[t] > 0);
  oi[8 * t + 3] = __ballot_sync(m, a[t] & 256);
  if (lane & 1) {
    oi[8 * t + 4] = __ballot_sync(0xaaaaaaaau, lane > 10);
    oi[8 * t + 5] = __all_sync(0xaaaaaaaau, lane & 1) * 2 + __any_sync(0xaaaaaaaau, lane == 2);
  } else {
    oi[8 * t + 4] = __ballot_sync(0x55555555u, 1);
    oi[8 * t + 5] = __all_sync(0x55555555u, lane != 6) + 10 * __any_sync(0x55555555u, lane == 6);
  }
  oi[8 * t + 6] = __popc(__ballot_sync(m, f[t] > 0.0f) & ((1u << lane) - 1));
}
