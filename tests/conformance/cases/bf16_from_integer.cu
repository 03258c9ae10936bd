// integers of every width to __nv_bfloat16 in every rounding mode.
#include "../case.h"
#include <cuda_bf16.h>
typedef unsigned long long u64;
__constant__ unsigned short edge[64] = {0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x007F, 0x807F, 0x0080, 0x8080, 0x0081, 0x00FF, 0x0100, 0x0301, 0x1FFF, 0x2000, 0x2001, 0x3000, 0x3DCD, 0x3E00, 0x3EAB, 0x3EFF, 0x3F00, 0x3F01, 0x3F7F, 0x3F80, 0xBF80, 0x3F81, 0xBF81, 0x3FAB, 0x3FC0, 0xBFC0, 0x3FFF, 0x4000, 0x4001, 0x4020, 0x4049, 0x40A0, 0xC0A0, 0x42C8, 0x437F, 0x4380, 0xC381, 0x477F, 0x4780, 0x4B7F, 0x4F00, 0xCF00, 0x4F80, 0x5F00, 0xDF00, 0x5F80, 0x7000, 0x7F00, 0x7F7E, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FA0, 0x7FC0, 0xFFC0, 0x7FFF, 0x2A9B};
__device__ __nv_bfloat16 value(int i) { return __ushort_as_bfloat16(edge[i & 63]); }
__device__ u64 mix(u64 h, u64 v) { return (h ^ v) * 0x100000001B3ull; }
__device__ u64 mix(u64 h, __nv_bfloat16 v) { return mix(h, (u64)__bfloat16_as_ushort(v)); }
KERNEL {
  u64 h_int = 1, h_uint = 1, h_short = 1, h_ushort = 1, h_ll = 1, h_ull = 1;
  for (int j = 0; j < 64; j++) {
    u64 raw = (u64)(long long)a[t] * (j & 3 ? (u64)u[j] : 1ull) + (u64)(long long)a[j] * (j & 4 ? 1ull : 2ull);
    if (j == 2) raw = (u64)a[t];
    if (j == 3) raw = (u64)u[t] << 32;
    if (j > 40) raw = raw >> (j - 20);
    int int_value = (int)raw;
    h_int = mix(h_int, __int2bfloat16_rn(int_value));
    h_int = mix(h_int, __int2bfloat16_rz(int_value));
    h_int = mix(h_int, __int2bfloat16_rd(int_value));
    h_int = mix(h_int, __int2bfloat16_ru(int_value));
    unsigned int uint_value = (unsigned int)raw;
    h_uint = mix(h_uint, __uint2bfloat16_rn(uint_value));
    h_uint = mix(h_uint, __uint2bfloat16_rz(uint_value));
    h_uint = mix(h_uint, __uint2bfloat16_rd(uint_value));
    h_uint = mix(h_uint, __uint2bfloat16_ru(uint_value));
    short short_value = (short)raw;
    h_short = mix(h_short, __short2bfloat16_rn(short_value));
    h_short = mix(h_short, __short2bfloat16_rz(short_value));
    h_short = mix(h_short, __short2bfloat16_rd(short_value));
    h_short = mix(h_short, __short2bfloat16_ru(short_value));
    unsigned short ushort_value = (unsigned short)raw;
    h_ushort = mix(h_ushort, __ushort2bfloat16_rn(ushort_value));
    h_ushort = mix(h_ushort, __ushort2bfloat16_rz(ushort_value));
    h_ushort = mix(h_ushort, __ushort2bfloat16_rd(ushort_value));
    h_ushort = mix(h_ushort, __ushort2bfloat16_ru(ushort_value));
    long long ll_value = (long long)raw;
    h_ll = mix(h_ll, __ll2bfloat16_rn(ll_value));
    h_ll = mix(h_ll, __ll2bfloat16_rz(ll_value));
    h_ll = mix(h_ll, __ll2bfloat16_rd(ll_value));
    h_ll = mix(h_ll, __ll2bfloat16_ru(ll_value));
    unsigned long long ull_value = (unsigned long long)raw;
    h_ull = mix(h_ull, __ull2bfloat16_rn(ull_value));
    h_ull = mix(h_ull, __ull2bfloat16_rz(ull_value));
    h_ull = mix(h_ull, __ull2bfloat16_rd(ull_value));
    h_ull = mix(h_ull, __ull2bfloat16_ru(ull_value));
  }
  oi[8 * t + 0] = h_int;
  oi[8 * t + 1] = h_uint;
  oi[8 * t + 2] = h_short;
  oi[8 * t + 3] = h_ushort;
  oi[8 * t + 4] = h_ll;
  oi[8 * t + 5] = h_ull;
}
