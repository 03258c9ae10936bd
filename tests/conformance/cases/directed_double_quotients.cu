// double quotients and roots rounded in each direction.
#include "../case.h"
KERNEL {
  double g = d[t], h = d[(t * 7 + 3) % N], k = d[(t * 11 + 5) % N];
  if (t >= 40) { g = __hiloint2double(a[t] & 0x7fefffff, a[t - 1]); h = __hiloint2double(a[t - 20] & 0xffefffff, a[t - 21]); k = __hiloint2double(a[t - 30] & 0x7fefffff, 3); }
  od[8 * t + 0] = __ddiv_rn(g, h);
  od[8 * t + 1] = __ddiv_rz(g, h);
  od[8 * t + 2] = __ddiv_ru(g, h);
  od[8 * t + 3] = __ddiv_rd(g, h);
  od[8 * t + 4] = __dsqrt_rn(g);
  od[8 * t + 5] = __dsqrt_rz(g);
  od[8 * t + 6] = __dsqrt_ru(g);
  od[8 * t + 7] = __dsqrt_rd(g);
}
