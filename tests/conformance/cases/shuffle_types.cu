// Shuffles of every type that CUDA gives them; `bool`, `char` and `short` go as int.
#include "../case.h"
KERNEL {
  unsigned m = 0xffffffffu;
  oi[8 * t + 0] = __shfl_sync(m, u[t], t + 3);
  oi[8 * t + 1] = __shfl_xor_sync(m, (long long)a[t] * 0x100000001ll, 7);
  oi[8 * t + 2] = (long long)__shfl_up_sync(m, (unsigned long long)u[t] << 20 | 5u, 2);
  oi[8 * t + 3] = __shfl_down_sync(m, (long)a[t] << 9, 3, 16);
  oi[8 * t + 4] = (long long)__shfl_sync(m, (unsigned long)u[t] * 3, 4, 8);
  oi[8 * t + 5] = __shfl_sync(m, (short)a[t], t ^ 1) * 10 + __shfl_sync(m, a[t] > 0, t ^ 2);
  oi[8 * t + 6] = __shfl_down_sync(m, (char)a[t], 1);
  of[8 * t + 0] = __shfl_sync(m, f[t], 31 - (t & 31));
  of[8 * t + 1] = __shfl_down_sync(m, f[t], 4, 8);
  of[8 * t + 2] = __shfl_up_sync(m, f[t], 1);
  of[8 * t + 3] = __shfl_xor_sync(m, f[t], 16);
  od[8 * t + 0] = __shfl_sync(m, d[t], 31 - (t & 31));
  od[8 * t + 1] = __shfl_down_sync(m, d[t], 4, 8);
  od[8 * t + 2] = __shfl_up_sync(m, d[t], 1);
  od[8 * t + 3] = __shfl_xor_sync(m, d[t], 16);
}
