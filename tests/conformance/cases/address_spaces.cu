// Which memory a pointer leads to; promises to the compiler change nothing.
#include "../case.h"
KERNEL {
  __shared__ int s[N];
  int local = t;
  int *p = t % 2 ? &local : s;
  s[t] = t;
  __syncthreads();
  oi[8 * t + 0] = (__isShared(s) != 0) + 2 * (__isGlobal(a) != 0) + 4 * (__isLocal(&local) != 0) + 8 * (__isShared(a) != 0) + 16 * (__isConstant(a) != 0);
  oi[8 * t + 1] = (__isLocal(p) != 0) + 2 * (__isShared(p) != 0);
  __builtin_assume(t >= 0);
  if (__builtin_expect(t < 1000, 1)) oi[8 * t + 2] = 3;
  const float4 *v = (const float4 *)__builtin_assume_aligned(f, 16);
  of[8 * t] = v[t % 16].z;
  oi[8 * t + 3] = __cvta_generic_to_shared(&s[5]) - __cvta_generic_to_shared(&s[2]);
  switch (t & 1) {
    case 0: oi[8 * t + 4] = 10; break;
    case 1: oi[8 * t + 4] = 20; break;
    default: __builtin_unreachable();
  }
}
