// atomicAdd on half, half2 and bfloat16: small whole numbers, so that the order does not matter.
#include "../case.h"
#include <cuda_fp16.h>
#include <cuda_bf16.h>
KERNEL {
  __shared__ half sums[4];
  __shared__ half2 pairs[2];
  __shared__ __nv_bfloat16 brains[4];
  if (t < 4) {
    sums[t] = 0.0f;
    brains[t] = 0.0f;
  }
  if (t < 2) pairs[t] = half2(1.0f, 2.0f);
  __syncthreads();
  atomicAdd(&sums[t & 3], (half)(t & 7));
  atomicAdd(&pairs[t & 1], __floats2half2_rn((float)(t & 3), 0.5f));
  atomicAdd(&brains[t & 3], (__nv_bfloat16)(float)(t & 1));
  __syncthreads();
  of[8 * t + 0] = sums[t & 3];
  of[8 * t + 1] = pairs[t & 1].x;
  of[8 * t + 2] = pairs[t & 1].y;
  of[8 * t + 3] = brains[t & 3];
}
