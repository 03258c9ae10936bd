// __shfl_xor_sync: a partner in a later segment is out of reach, one in an earlier segment is not.
#include "../case.h"
KERNEL {
  int x = a[t];
  long long sum = 0;
  for (int width = 1; width <= 32; width *= 2)
    for (int bits = 0; bits < 40; ++bits) sum = sum * 13 + __shfl_xor_sync(0xffffffffu, x, bits, width);
  oi[8 * t + 0] = sum;
  oi[8 * t + 1] = __shfl_xor_sync(0xffffffffu, x, 1);
  oi[8 * t + 2] = __shfl_xor_sync(0xffffffffu, x, 31);
  oi[8 * t + 3] = __shfl_xor_sync(0xffffffffu, x, 12, 8);
  oi[8 * t + 4] = __shfl_xor_sync(0xffffffffu, x, 16, 16);
  oi[8 * t + 5] = __shfl_xor_sync(0xffffffffu, x, t & 3);
}
