// atomicAdd on float takes subnormal numbers for zeros in global memory, not in shared memory; the old value comes back as it stood. double,
// half and bfloat16 keep theirs.
#include "../case.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
KERNEL {
  const unsigned int floats[8] = {0x00000000u, 0x00000001u, 0x80000001u, 0x00800000u, 0x80800000u, 0x00800001u, 0x807fffffu, 0x3f800000u};
  const unsigned int x = floats[t / 8], y = floats[t % 8];
  __shared__ float in_shared[N];
  __shared__ half halves[N];
  of[8 * t] = __uint_as_float(x);
  in_shared[t] = __uint_as_float(x);
  oi[8 * t] = __float_as_uint(atomicAdd(&of[8 * t], __uint_as_float(y)));
  oi[8 * t + 1] = __float_as_uint(atomicAdd(&in_shared[t], __uint_as_float(y)));
  of[8 * t + 1] = in_shared[t];
  of[8 * t + 2] = __uint_as_float(x);
  atomicAdd_system(&of[8 * t + 2], __uint_as_float(y));

  __nv_bfloat16 *brains = (__nv_bfloat16 *)(oi + 8 * t + 2);
  brains[0] = __ushort_as_bfloat16((unsigned short)(x >> 16 | x % 8));
  atomicAdd(brains, __ushort_as_bfloat16((unsigned short)(y >> 16 | y % 8)));
  half *in_global = (half *)(oi + 8 * t + 3);
  in_global[0] = halves[t] = __ushort_as_half((unsigned short)(x >> 16 & 0x8000 | t / 8 * 100));
  atomicAdd(in_global, __ushort_as_half((unsigned short)(y >> 16 & 0x8000 | t % 8 * 100)));
  atomicAdd(&halves[t], __ushort_as_half((unsigned short)(y >> 16 & 0x8000 | t % 8 * 100)));
  oi[8 * t + 4] = __half_as_ushort(halves[t]);

  od[8 * t] = __longlong_as_double((long long)(t / 8) << 49 | 1);
  atomicAdd(&od[8 * t], __longlong_as_double((long long)(t % 8) << 48 | 1));
}
