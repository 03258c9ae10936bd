// __syncthreads_count, _and, _or: a barrier that also counts over the whole block.
#include "../case.h"
KERNEL {
  __shared__ int s[N];
  s[t] = a[t];
  oi[8 * t + 0] = __syncthreads_count(a[t] > 0);
  oi[8 * t + 1] = s[N - 1 - t];
  oi[8 * t + 2] = __syncthreads_and(t < 64) * 2 + __syncthreads_and(t != 40);
  oi[8 * t + 3] = __syncthreads_or(t == 63) * 2 + __syncthreads_or(t & 64);
  oi[8 * t + 4] = __syncthreads_count(t & 6);
  int rounds = 0, left = t;
  while (__syncthreads_or(left > 0)) {
    left -= 5;
    ++rounds;
  }
  oi[8 * t + 5] = rounds;
}
