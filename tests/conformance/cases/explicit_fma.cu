// fmaf and fma round once, whatever the flags.
#include "../case.h"
KERNEL {
  of[8 * t + 0] = fmaf(f[t], f[(t + 5) % N], f[(t + 9) % N]);
  od[8 * t + 0] = fma(d[t], d[(t + 5) % N], d[(t + 9) % N]);
}
