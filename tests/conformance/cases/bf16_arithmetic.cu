// __nv_bfloat16: + - * / over all pairs of edge values, one rounding each.
#include "../case.h"
#include <cuda_bf16.h>
typedef unsigned long long u64;
__constant__ unsigned short edge[64] = {0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x007F, 0x807F, 0x0080, 0x8080, 0x0081, 0x00FF, 0x0100, 0x0301, 0x1FFF, 0x2000, 0x2001, 0x3000, 0x3DCD, 0x3E00, 0x3EAB, 0x3EFF, 0x3F00, 0x3F01, 0x3F7F, 0x3F80, 0xBF80, 0x3F81, 0xBF81, 0x3FAB, 0x3FC0, 0xBFC0, 0x3FFF, 0x4000, 0x4001, 0x4020, 0x4049, 0x40A0, 0xC0A0, 0x42C8, 0x437F, 0x4380, 0xC381, 0x477F, 0x4780, 0x4B7F, 0x4F00, 0xCF00, 0x4F80, 0x5F00, 0xDF00, 0x5F80, 0x7000, 0x7F00, 0x7F7E, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FA0, 0x7FC0, 0xFFC0, 0x7FFF, 0x2A9B};
__device__ __nv_bfloat16 value(int i) { return __ushort_as_bfloat16(edge[i & 63]); }
__device__ u64 mix(u64 h, u64 v) { return (h ^ v) * 0x100000001B3ull; }
__device__ u64 mix(u64 h, __nv_bfloat16 v) { return mix(h, (u64)__bfloat16_as_ushort(v)); }
KERNEL {
  u64 sums = 1, differences = 1, products = 1, quotients = 1;
  for (int j = 0; j < 64; j++) {
    __nv_bfloat16 x = value(t), y = value(j);
    sums = mix(sums, __hadd(x, y));
    differences = mix(differences, x - y);
    products = mix(products, __hmul(x, y));
    quotients = mix(quotients, x / y);
  }
  oi[8 * t + 0] = sums;
  oi[8 * t + 1] = differences;
  oi[8 * t + 2] = products;
  oi[8 * t + 3] = quotients;
  oi[8 * t + 4] = mix(0, -value(t));
  oi[8 * t + 5] = mix(0, __habs(value(t)));
}
