// Static shared memory, a barrier, two-dimensional tiles.
#include "../case.h"
KERNEL {
  __shared__ int s[N];
  __shared__ float tile[8][9];
  s[t] = a[t];
  tile[t / 8][t % 8] = f[t];
  __syncthreads();
  oi[8 * t + 0] = s[N - 1 - t];
  of[8 * t + 0] = tile[t % 8][t / 8];
  __syncthreads();
  for (int k = N / 2; k > 0; k /= 2) {
    if (t < k) s[t] = (int)((unsigned)s[t] + (unsigned)s[t + k]);
    __syncthreads();
  }
  oi[8 * t + 1] = s[0];
}
