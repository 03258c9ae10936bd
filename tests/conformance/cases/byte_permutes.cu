// Byte selection with every nibble value, and funnel shifts with counts beyond 31.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  oi[8 * t + 0] = (long long)((__byte_perm(p, q, 0x3210u + t * 0x1111u)) ^ ((unsigned long long)(__byte_perm(p, q, r)) << 32));
  oi[8 * t + 1] = (long long)((__byte_perm(p, q, 0x7531)) ^ ((unsigned long long)(__byte_perm(p, q, 0xfeba)) << 32));
  oi[8 * t + 2] = (long long)((__funnelshift_l(p, q, t)) ^ ((unsigned long long)(__funnelshift_r(p, q, t)) << 32));
  oi[8 * t + 3] = (long long)((__funnelshift_lc(p, q, t)) ^ ((unsigned long long)(__funnelshift_rc(p, q, t)) << 32));
  oi[8 * t + 4] = (long long)((__funnelshift_l(p, q, 31)) ^ ((unsigned long long)(__funnelshift_r(p, p, r)) << 32));
  oi[8 * t + 5] = (long long)((__funnelshift_lc(p, q, r)) ^ ((unsigned long long)(__funnelshift_rc(p, q, r)) << 32));
}
