// Masks from comparisons of halves and bytes.
#include "../case.h"
KERNEL {
  int x = a[t], y = a[(t * 7 + 3) % N];
  unsigned int p = u[t], q = u[(t * 5 + 1) % N], r = u[(t * 11 + 2) % N];
  if (t >= 32) { p = p & 0xff00ff80u | 0x7f; q = p ^ (q & 0x01800180u); }
  oi[8 * t + 0] = (long long)((__vcmpeq2(p, q)) ^ ((unsigned long long)(__vcmpeq4(p, q)) << 32));
  oi[8 * t + 1] = (long long)((__vcmpne2(p, q)) ^ ((unsigned long long)(__vcmpne4(p, q)) << 32));
  oi[8 * t + 2] = (long long)((__vcmpges2(p, q)) ^ ((unsigned long long)(__vcmpges4(p, q)) << 32));
  oi[8 * t + 3] = (long long)((__vcmpgeu2(p, q)) ^ ((unsigned long long)(__vcmpgeu4(p, q)) << 32));
  oi[8 * t + 4] = (long long)((__vcmpgts2(p, q)) ^ ((unsigned long long)(__vcmpgts4(p, q)) << 32));
  oi[8 * t + 5] = (long long)((__vcmpltu2(p, q)) ^ ((unsigned long long)(__vcmpltu4(p, q)) << 32));
  oi[8 * t + 6] = (long long)((__vcmples2(p, q)) ^ ((unsigned long long)(__vcmples4(p, q)) << 32));
  oi[8 * t + 7] = (long long)((__vcmplts2(p, q)) ^ ((unsigned long long)(__vcmplts4(p, q)) << 32));
}
