// __match_any_sync and __match_all_sync compare bits: 0.0 and -0.0 differ.
#include "../case.h"
KERNEL {
  unsigned m = 0xffffffffu;
  int lane = t & 31, pred = 7;
  oi[8 * t + 0] = __match_any_sync(m, lane % 5);
  oi[8 * t + 1] = __match_any_sync(m, lane < 19 ? f[t] * 0.0f : 0.5f);
  oi[8 * t + 2] = __match_any_sync(m, (long long)(lane / 3) << 33);
  oi[8 * t + 3] = __match_any_sync(m, (double)(lane & 3) * 0.25);
  oi[8 * t + 4] = __match_all_sync(m, 5u, &pred);
  oi[8 * t + 5] = pred;
  oi[8 * t + 6] = __match_all_sync(m, lane < 31 ? 1.5 : 2.5, &pred) + 100 * pred;
  if (lane >= 12) oi[8 * t + 7] = __match_any_sync(0xfffff000u, (unsigned long long)(lane & 6));
  else oi[8 * t + 7] = __match_all_sync(0xfffu, lane >> 5, &pred) + 10000ll * pred;
}
