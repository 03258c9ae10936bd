// Population count, leading zeros, first set bit, reversal, in 32 and 64 bits.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  long long w = (long long)(((unsigned long long)u[t] << 32) | (unsigned int)a[(t + 5) % N]);
  if (t < 4) w = t;
  oi[8 * t + 0] = __popc(p) + 100 * __popc((unsigned int)x);
  oi[8 * t + 1] = __popcll(w);
  oi[8 * t + 2] = __clz(x) + 100 * __clz((int)(p >> (t % 31)));
  oi[8 * t + 3] = __clzll(w >> (t % 60));
  oi[8 * t + 4] = __ffs(x) + 100 * __ffs((int)q);
  oi[8 * t + 5] = __ffsll(w << (t % 60));
  oi[8 * t + 6] = (long long)__brev(p);
  oi[8 * t + 7] = (long long)__brevll((unsigned long long)w);
}
