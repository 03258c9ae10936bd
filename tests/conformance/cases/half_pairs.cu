// half2: both elements at once.
#include "../case.h"
#include <cuda_fp16.h>
typedef unsigned long long u64;
__constant__ unsigned short edge[64] = {0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x03FF, 0x83FF, 0x0400, 0x8400, 0x0401, 0x07FF, 0x0800, 0x1400, 0x2E66, 0x3400, 0x3555, 0x37FF, 0x3800, 0x3801, 0x3BFF, 0x3C00, 0xBC00, 0x3C01, 0xBC01, 0x3D55, 0x3E00, 0xBE00, 0x3FFF, 0x4000, 0x4001, 0x4100, 0x4200, 0x4248, 0x4500, 0xC500, 0x4900, 0x5640, 0x57FF, 0x5800, 0xD801, 0x5BFF, 0x63D0, 0x6400, 0x6401, 0x6801, 0x6FFF, 0x7000, 0x77FF, 0x7800, 0xF800, 0x7BFE, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0x7E00, 0xFE00, 0x7FFF, 0x1001, 0x9123, 0x0C07, 0x2A9B};
__device__ half value(int i) { return __ushort_as_half(edge[i & 63]); }
__device__ u64 mix(u64 h, u64 v) { return (h ^ v) * 0x100000001B3ull; }
__device__ u64 mix(u64 h, half v) { return mix(h, (u64)__half_as_ushort(v)); }
__device__ u64 mix(u64 h, half2 v) { return mix(mix(h, v.x), v.y); }
KERNEL {
  u64 h[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (int j = 0; j < 64; j++) {
    half2 x(value(t), value(j)), y = __halves2half2(value(j + 7), value(t + 3)), z = make_half2(value(j), value(t));
    h[0] = mix(mix(mix(mix(h[0], x + y), x - y), x * y), x / y);
    h[1] = mix(mix(mix(h[1], __hadd2(x, y)), __hsub2(x, y)), __hmul2(x, y));
    h[2] = mix(mix(h[2], __hfma2(x, y, z)), __hfma2_sat(x, y, z));
    h[3] = mix(mix(mix(h[3], __hmax2(x, y)), __hmin2(x, y)), __hneg2(x));
    h[4] = mix(mix(mix(h[4], __hlt2(x, y)), __heq2(x, x)), __hneu2(x, y));
    h[4] = mix(mix(h[4], (u64)__hbge2(x, y)), (u64)__hbequ2(x, z));
    x += y;
    x *= z;
    h[5] = mix(mix(h[5], x), -x);
    h[6] = mix(mix(mix(h[6], __low2half2(x)), __lowhigh2highlow(x)), __highs2half2(x, y));
    h[6] = mix(h[6], __float22half2_rn(make_float2(f[t], f[j])));
    h[6] = mix(h[6], __floats2half2_rn(f[j], f[t]));
    float2 back = __half22float2(y);
    h[7] = mix(mix(h[7], (u64)(unsigned)__float_as_int(back.x)), (u64)(unsigned)__float_as_int(back.y));
    h[7] = mix(mix(h[7], (u64)(x == y)), (u64)(x < y));
  }
  for (int j = 0; j < 8; j++) oi[8 * t + j] = h[j];
}
