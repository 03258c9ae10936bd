// double multiply-add and reciprocals rounded in each direction.
#include "../case.h"
KERNEL {
  double g = d[t], h = d[(t * 7 + 3) % N], k = d[(t * 11 + 5) % N];
  if (t >= 40) { g = __hiloint2double(a[t] & 0x7fefffff, a[t - 1]); h = __hiloint2double(a[t - 20] & 0xffefffff, a[t - 21]); k = __hiloint2double(a[t - 30] & 0x7fefffff, 3); }
  od[8 * t + 0] = __fma_rn(g, h, k);
  od[8 * t + 1] = __fma_rz(g, h, k);
  od[8 * t + 2] = __fma_ru(g, h, k);
  od[8 * t + 3] = __fma_rd(g, h, k);
  od[8 * t + 4] = __drcp_rn(h);
  od[8 * t + 5] = __drcp_rz(h);
  od[8 * t + 6] = __drcp_ru(h);
  od[8 * t + 7] = __drcp_rd(h);
}
