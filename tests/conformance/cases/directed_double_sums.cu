// double sums and products rounded in each direction.
#include "../case.h"
KERNEL {
  double g = d[t], h = d[(t * 7 + 3) % N], k = d[(t * 11 + 5) % N];
  if (t >= 40) { g = __hiloint2double(a[t] & 0x7fefffff, a[t - 1]); h = __hiloint2double(a[t - 20] & 0xffefffff, a[t - 21]); k = __hiloint2double(a[t - 30] & 0x7fefffff, 3); }
  od[8 * t + 0] = __dadd_rn(g, h);
  od[8 * t + 1] = __dadd_rz(g, h);
  od[8 * t + 2] = __dadd_ru(g, h);
  od[8 * t + 3] = __dadd_rd(g, h);
  od[8 * t + 4] = __dmul_rn(g, h);
  od[8 * t + 5] = __dmul_rz(g, h);
  od[8 * t + 6] = __dmul_ru(g, h);
  od[8 * t + 7] = __dmul_rd(g, h);
  oi[8 * t] = __double_as_longlong(__dsub_ru(g, k));
  oi[8 * t + 1] = __double_as_longlong(__dsub_rd(g, k));
}
