// Ones from comparisons of halves and bytes, negation and absolute values.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  if (t >= 32) { p = p & 0xff00ff80u | 0x7f; q = p ^ (q & 0x01800180u); }
  oi[8 * t + 0] = (long long)((__vseteq2(p, q)) ^ ((unsigned long long)(__vseteq4(p, q)) << 32));
  oi[8 * t + 1] = (long long)((__vsetgtu2(p, q)) ^ ((unsigned long long)(__vsetgtu4(p, q)) << 32));
  oi[8 * t + 2] = (long long)((__vsetges2(p, q)) ^ ((unsigned long long)(__vsetges4(p, q)) << 32));
  oi[8 * t + 3] = (long long)((__vsetltu2(p, q)) ^ ((unsigned long long)(__vsetltu4(p, q)) << 32));
  oi[8 * t + 4] = (long long)((__vsetne2(p, q)) ^ ((unsigned long long)(__vsetne4(p, q)) << 32));
  oi[8 * t + 5] = (long long)((__vabs2(p) ^ __vneg2(q)) ^ ((unsigned long long)(__vabs4(p) ^ __vneg4(q)) << 32));
  oi[8 * t + 6] = (long long)((__vabsss2(p) + __vnegss2(q)) ^ ((unsigned long long)(__vabsss4(p) + __vnegss4(q)) << 32));
  oi[8 * t + 7] = (long long)((__vsadu2(p, q)) ^ ((unsigned long long)(__vsadu4(p, q)) << 32));
}
