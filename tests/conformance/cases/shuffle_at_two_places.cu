// The same shuffle at two places, the full mask: since Volta the lanes meet all the same.
#include "../case.h"
KERNEL {
  int x = a[t], lane = t & 31;
  if (lane & 1) { x += 5; oi[8 * t + 0] = __shfl_xor_sync(0xffffffffu, x, 1); }
  else { x -= 7; oi[8 * t + 0] = 3 * __shfl_xor_sync(0xffffffffu, x, 1); }
  if (lane < 9) oi[8 * t + 1] = __ballot_sync(0xffffffffu, lane & 2);
  else oi[8 * t + 1] = 2ll * __ballot_sync(0xffffffffu, lane & 4);
}
