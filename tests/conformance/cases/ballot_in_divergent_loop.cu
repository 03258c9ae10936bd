// A loop that lanes leave at different times; the mask is made anew by a ballot of those that are still there.
#include "../case.h"
KERNEL {
  int lane = t & 31, n = (lane * 7) % 11;
  unsigned mask = __ballot_sync(0xffffffffu, n > 0);
  long long trace = 0;
  for (int i = 0; i < n; ++i) {
    int sum = __shfl_sync(mask, a[t] + i, __ffs(mask) - 1);
    trace = trace * 3 + sum + __popc(mask);
    mask = __ballot_sync(mask, i + 1 < n);
  }
  oi[8 * t + 0] = trace;
  oi[8 * t + 1] = mask;
  // The lanes of each key work together, one key after the other.
  unsigned left = 0xffffffffu;
  int key = (a[t] ^ t) & 3;
  for (;;) {
    int first = __shfl_sync(left, key, __ffs(left) - 1);
    unsigned same = __ballot_sync(left, key == first);
    if (key == first) {
      oi[8 * t + 2] = same;
      oi[8 * t + 3] = __popc(same & ((1u << lane) - 1));
      break;
    }
    left &= ~same;
  }
}
