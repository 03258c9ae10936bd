// Loads and stores with cache hints give the values of plain ones.
#include "../case.h"
KERNEL {
  of[8 * t + 0] = __ldg(&f[t]);
  of[8 * t + 1] = __ldca(&f[t]);
  of[8 * t + 2] = __ldcg(f + t);
  of[8 * t + 3] = __ldcs(f + t);
  float4 v = __ldg((const float4 *)f + t % 16);
  __stcg((float4 *)(of + 8 * t + 4), v);
  oi[8 * t + 0] = __ldlu(&a[t]);
  oi[8 * t + 1] = __ldcv(&u[t]);
  int2 p = __ldcs((const int2 *)a + t % 32);
  __stcs(&oi[8 * t + 2], (long long)p.x + p.y);
  __stwb(&oi[8 * t + 3], 5LL * t);
  __stwt(&oi[8 * t + 4], (long long)__ldg((const unsigned char *)u + t));
  __stcg(&od[8 * t], __ldg(&d[t]));
}
