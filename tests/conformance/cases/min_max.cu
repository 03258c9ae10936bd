// min and max by type; the floating ones prefer a number to a NaN.
#include "../case.h"
KERNEL {
  oi[8 * t + 0] = min(a[t], a[(t + 1) % N]);
  oi[8 * t + 1] = max(a[t], a[(t + 1) % N]);
  oi[8 * t + 2] = min(u[t], u[(t + 1) % N]);
  oi[8 * t + 3] = max(u[t], u[(t + 1) % N]);
  oi[8 * t + 4] = abs(a[t]);
  of[8 * t + 0] = fminf(f[t], f[(t + 1) % N]);
  of[8 * t + 1] = fmaxf(f[t], f[(t + 1) % N]);
  of[8 * t + 2] = min(f[t], f[(t + 2) % N]);
  of[8 * t + 3] = fabsf(f[t]);
}
