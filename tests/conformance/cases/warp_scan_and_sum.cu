// The idioms of every course: sum by shuffling down, butterfly, inclusive and segmented scan, block sum of warp sums.
#include "../case.h"
__device__ float warp_sum(float v) {
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffffu, v, offset);
  return v;
}
KERNEL {
  __shared__ int sums[32];
  int lane = t & 31, warp = t / 32;
  of[8 * t + 0] = warp_sum(f[t] * 0.125f);
  double v = d[t];
#pragma unroll
  for (int bits = 16; bits > 0; bits /= 2) v += __shfl_xor_sync(0xffffffffu, v, bits);
  od[8 * t + 0] = v;
  int scan = a[t];
  for (int delta = 1; delta < 32; delta *= 2) {
    int other = __shfl_up_sync(0xffffffffu, scan, delta);
    if (lane >= delta) scan += other;
  }
  oi[8 * t + 0] = scan;
  if (lane == 31) sums[warp] = scan;
  __syncthreads();
  if (warp == 0) {
    int s = lane < 2 ? sums[lane] : 0;
    for (int offset = 16; offset > 0; offset /= 2) s += __shfl_down_sync(0xffffffffu, s, offset);
    if (lane == 0) sums[0] = s;
  }
  __syncthreads();
  oi[8 * t + 1] = sums[0];
}
