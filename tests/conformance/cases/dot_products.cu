// Four- and two-way products of small integers, signed and unsigned.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  oi[8 * t + 0] = __dp4a(x, y, (int)r);
  oi[8 * t + 1] = __dp4a(p, q, r);
  oi[8 * t + 2] = __dp2a_lo(x, y, (int)r);
  oi[8 * t + 3] = __dp2a_lo(p, q, r);
  oi[8 * t + 4] = __dp2a_hi(x, y, (int)r);
  oi[8 * t + 5] = __dp2a_hi(p, q, r);
  oi[8 * t + 6] = __dp4a((int)p, (int)q, x);
  oi[8 * t + 7] = __dp4a(0x80808080u, 0x80808080u, 1u);
}
