// Sums, differences and averages of halves and bytes.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  if (t >= 32) { p = p & 0xff00ff80u | 0x7f; q = p ^ (q & 0x01800180u); }
  oi[8 * t + 0] = (long long)((__vadd2(p, q)) ^ ((unsigned long long)(__vadd4(p, q)) << 32));
  oi[8 * t + 1] = (long long)((__vaddss2(p, q)) ^ ((unsigned long long)(__vaddss4(p, q)) << 32));
  oi[8 * t + 2] = (long long)((__vaddus2(p, q)) ^ ((unsigned long long)(__vaddus4(p, q)) << 32));
  oi[8 * t + 3] = (long long)((__vsub2(p, q)) ^ ((unsigned long long)(__vsub4(p, q)) << 32));
  oi[8 * t + 4] = (long long)((__vsubss2(p, q)) ^ ((unsigned long long)(__vsubss4(p, q)) << 32));
  oi[8 * t + 5] = (long long)((__vsubus2(p, q)) ^ ((unsigned long long)(__vsubus4(p, q)) << 32));
  oi[8 * t + 6] = (long long)((__vavgu2(p, q)) ^ ((unsigned long long)(__vavgu4(p, q)) << 32));
  oi[8 * t + 7] = (long long)((__vhaddu2(p, q)) ^ ((unsigned long long)(__vhaddu4(p, q)) << 32));
}
