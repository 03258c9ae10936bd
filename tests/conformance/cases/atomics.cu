// Integer atomics whose results do not depend on the order.
#include "../case.h"
KERNEL {
  __shared__ int sum, low, high, bits, flips;
  __shared__ unsigned int top, wrap;
  __shared__ unsigned long long big;
  if (t == 0) { sum = 0; low = 1 << 30; high = -(1 << 30); bits = 0; flips = 0; top = 0; wrap = 0; big = 0; }
  __syncthreads();
  atomicAdd(&sum, t);
  atomicMin(&low, a[t] / 2);
  atomicMax(&high, a[t] / 2);
  atomicOr(&bits, 1 << (t % 32));
  atomicXor(&flips, t * 77);
  atomicMax(&top, u[t]);
  atomicInc(&wrap, 9u);
  atomicAdd(&big, (unsigned long long)u[t]);
  __syncthreads();
  oi[8 * t + 0] = sum;
  oi[8 * t + 1] = low;
  oi[8 * t + 2] = high;
  oi[8 * t + 3] = bits;
  oi[8 * t + 4] = flips;
  oi[8 * t + 5] = top;
  oi[8 * t + 6] = wrap;
  oi[8 * t + 7] = big;
}
