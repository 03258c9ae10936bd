// integers of every width to half in every rounding mode.
#include "../case.h"
#include <cuda_fp16.h>
typedef unsigned long long u64;
__constant__ unsigned short edge[64] = {0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x03FF, 0x83FF, 0x0400, 0x8400, 0x0401, 0x07FF, 0x0800, 0x1400, 0x2E66, 0x3400, 0x3555, 0x37FF, 0x3800, 0x3801, 0x3BFF, 0x3C00, 0xBC00, 0x3C01, 0xBC01, 0x3D55, 0x3E00, 0xBE00, 0x3FFF, 0x4000, 0x4001, 0x4100, 0x4200, 0x4248, 0x4500, 0xC500, 0x4900, 0x5640, 0x57FF, 0x5800, 0xD801, 0x5BFF, 0x63D0, 0x6400, 0x6401, 0x6801, 0x6FFF, 0x7000, 0x77FF, 0x7800, 0xF800, 0x7BFE, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0x7E00, 0xFE00, 0x7FFF, 0x1001, 0x9123, 0x0C07, 0x2A9B};
__device__ half value(int i) { return __ushort_as_half(edge[i & 63]); }
__device__ u64 mix(u64 h, u64 v) { return (h ^ v) * 0x100000001B3ull; }
__device__ u64 mix(u64 h, half v) { return mix(h, (u64)__half_as_ushort(v)); }
KERNEL {
  u64 h_int = 1, h_uint = 1, h_short = 1, h_ushort = 1, h_ll = 1, h_ull = 1;
  for (int j = 0; j < 64; j++) {
    u64 raw = (u64)(long long)a[t] * (j & 3 ? (u64)u[j] : 1ull) + (u64)(long long)a[j] * (j & 4 ? 1ull : 2ull);
    if (j == 2) raw = (u64)a[t];
    if (j == 3) raw = (u64)u[t] << 32;
    if (j > 40) raw = raw >> (j - 20);
    int int_value = (int)raw;
    h_int = mix(h_int, __int2half_rn(int_value));
    h_int = mix(h_int, __int2half_rz(int_value));
    h_int = mix(h_int, __int2half_rd(int_value));
    h_int = mix(h_int, __int2half_ru(int_value));
    unsigned int uint_value = (unsigned int)raw;
    h_uint = mix(h_uint, __uint2half_rn(uint_value));
    h_uint = mix(h_uint, __uint2half_rz(uint_value));
    h_uint = mix(h_uint, __uint2half_rd(uint_value));
    h_uint = mix(h_uint, __uint2half_ru(uint_value));
    short short_value = (short)raw;
    h_short = mix(h_short, __short2half_rn(short_value));
    h_short = mix(h_short, __short2half_rz(short_value));
    h_short = mix(h_short, __short2half_rd(short_value));
    h_short = mix(h_short, __short2half_ru(short_value));
    unsigned short ushort_value = (unsigned short)raw;
    h_ushort = mix(h_ushort, __ushort2half_rn(ushort_value));
    h_ushort = mix(h_ushort, __ushort2half_rz(ushort_value));
    h_ushort = mix(h_ushort, __ushort2half_rd(ushort_value));
    h_ushort = mix(h_ushort, __ushort2half_ru(ushort_value));
    long long ll_value = (long long)raw;
    h_ll = mix(h_ll, __ll2half_rn(ll_value));
    h_ll = mix(h_ll, __ll2half_rz(ll_value));
    h_ll = mix(h_ll, __ll2half_rd(ll_value));
    h_ll = mix(h_ll, __ll2half_ru(ll_value));
    unsigned long long ull_value = (unsigned long long)raw;
    h_ull = mix(h_ull, __ull2half_rn(ull_value));
    h_ull = mix(h_ull, __ull2half_rz(ull_value));
    h_ull = mix(h_ull, __ull2half_rd(ull_value));
    h_ull = mix(h_ull, __ull2half_ru(ull_value));
  }
  oi[8 * t + 0] = h_int;
  oi[8 * t + 1] = h_uint;
  oi[8 * t + 2] = h_short;
  oi[8 * t + 3] = h_ushort;
  oi[8 * t + 4] = h_ll;
  oi[8 * t + 5] = h_ull;
}
