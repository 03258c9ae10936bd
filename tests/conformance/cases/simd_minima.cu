// Minima, maxima, averages, distances of halves and bytes.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  if (t >= 32) { p = p & 0xff00ff80u | 0x7f; q = p ^ (q & 0x01800180u); }
  oi[8 * t + 0] = (long long)((__vmaxs2(p, q)) ^ ((unsigned long long)(__vmaxs4(p, q)) << 32));
  oi[8 * t + 1] = (long long)((__vmaxu2(p, q)) ^ ((unsigned long long)(__vmaxu4(p, q)) << 32));
  oi[8 * t + 2] = (long long)((__vmins2(p, q)) ^ ((unsigned long long)(__vmins4(p, q)) << 32));
  oi[8 * t + 3] = (long long)((__vminu2(p, q)) ^ ((unsigned long long)(__vminu4(p, q)) << 32));
  oi[8 * t + 4] = (long long)((__vavgs2(p, q)) ^ ((unsigned long long)(__vavgs4(p, q)) << 32));
  oi[8 * t + 5] = (long long)((__vabsdiffs2(p, q)) ^ ((unsigned long long)(__vabsdiffs4(p, q)) << 32));
  oi[8 * t + 6] = (long long)((__vabsdiffu2(p, q)) ^ ((unsigned long long)(__vabsdiffu4(p, q)) << 32));
  oi[8 * t + 7] = (long long)((__vsads2(p, q)) ^ ((unsigned long long)(__vsads4(p, q)) << 32));
}
