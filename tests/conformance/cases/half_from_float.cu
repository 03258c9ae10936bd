// float and double to half in every rounding mode.
#include "../case.h"
#include <cuda_fp16.h>
typedef unsigned long long u64;
__constant__ unsigned short edge[64] = {0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x03FF, 0x83FF, 0x0400, 0x8400, 0x0401, 0x07FF, 0x0800, 0x1400, 0x2E66, 0x3400, 0x3555, 0x37FF, 0x3800, 0x3801, 0x3BFF, 0x3C00, 0xBC00, 0x3C01, 0xBC01, 0x3D55, 0x3E00, 0xBE00, 0x3FFF, 0x4000, 0x4001, 0x4100, 0x4200, 0x4248, 0x4500, 0xC500, 0x4900, 0x5640, 0x57FF, 0x5800, 0xD801, 0x5BFF, 0x63D0, 0x6400, 0x6401, 0x6801, 0x6FFF, 0x7000, 0x77FF, 0x7800, 0xF800, 0x7BFE, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0x7E00, 0xFE00, 0x7FFF, 0x1001, 0x9123, 0x0C07, 0x2A9B};
__device__ half value(int i) { return __ushort_as_half(edge[i & 63]); }
__device__ u64 mix(u64 h, u64 v) { return (h ^ v) * 0x100000001B3ull; }
__device__ u64 mix(u64 h, half v) { return mix(h, (u64)__half_as_ushort(v)); }
KERNEL {
  u64 h[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (int j = 0; j < 64; j++) {
    float x = f[t] * (j < 32 ? 1.0f : __int_as_float((95 + j) << 23)) + (j & 1 ? 0.0f : (float)a[j]) * 1e-3f;
    if (j == 5) x = f[t];
    if (j == 6) x = __int_as_float(a[t]);
    if (j > 50) x = __int_as_float((a[j] & 0x3FFFFF) | (u[t] << 22));
    h[0] = mix(h[0], __float2half(x));
    h[1] = mix(h[1], __float2half_rn(x));
    h[2] = mix(h[2], __float2half_rz(x));
    h[3] = mix(h[3], __float2half_rd(x));
    h[4] = mix(h[4], __float2half_ru(x));
    h[5] = mix(h[5], __double2half(d[t] * (x == x ? (double)x : 1.0)));
    h[6] = mix(h[6], __double2half(d[j]));
    h[7] = mix(h[7], half(x));
  }
  for (int j = 0; j < 8; j++) oi[8 * t + j] = h[j];
}
