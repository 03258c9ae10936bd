// High halves, 24-bit products, sums of differences and averages without overflow.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  long long w = (long long)(((unsigned long long)u[t] << 32) | (unsigned int)a[(t + 5) % N]);
  if (t < 4) w = t;
  long long v = (long long)a[t] * 0x100000001LL + u[(t + 1) % N];
  oi[8 * t + 0] = (long long)__mul24(x, y) + __umul24(p, q);
  oi[8 * t + 1] = (long long)__mulhi(x, y) + __umulhi(p, q);
  oi[8 * t + 2] = __mul64hi(w, v);
  oi[8 * t + 3] = (long long)__umul64hi((unsigned long long)w, (unsigned long long)v);
  oi[8 * t + 4] = (long long)((__sad(x, y, p)) ^ ((unsigned long long)(__usad(p, q, r)) << 32));
  oi[8 * t + 5] = (long long)(((unsigned)__hadd(x, y)) ^ ((unsigned long long)((unsigned)__rhadd(x, y)) << 32));
  oi[8 * t + 6] = (long long)((__uhadd(p, q)) ^ ((unsigned long long)(__urhadd(p, q)) << 32));
  oi[8 * t + 7] = (long long)((__fns(p, t % 32, (t % 9) - 4)) ^ ((unsigned long long)(__fns(q | 1u, 0, t % 5)) << 32));
}
