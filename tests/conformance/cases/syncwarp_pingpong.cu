// Lanes hand values on through shared memory, with __syncwarp between.
#include "../case.h"
KERNEL {
  __shared__ int s[N];
  int lane = t & 31;
  s[t] = a[t];
  __syncwarp();
  for (int i = 0; i < 6; ++i) {
    int next = s[t ^ 1 ^ (i & 1 ? 2 : 0)] + i;
    __syncwarp();
    s[t] = next;
    __syncwarp();
  }
  oi[8 * t + 0] = s[t ^ 31];
  __syncwarp();
  if (lane < 16) {
    s[t] = lane;
    __syncwarp(0xffffu);
    oi[8 * t + 1] = s[t ^ 3];
  } else {
    s[t] = -lane;
    __syncwarp(0xffff0000u);
    oi[8 * t + 1] = s[t ^ 5];
  }
  __syncwarp();
  oi[8 * t + 2] = s[t ^ 16];
}
