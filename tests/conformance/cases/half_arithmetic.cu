// half: + - * / over all pairs of edge values, one rounding each.
#include "../case.h"
#include <cuda_fp16.h>
typedef unsigned long long u64;
__constant__ unsigned short edge[64] = {0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x03FF, 0x83FF, 0x0400, 0x8400, 0x0401, 0x07FF, 0x0800, 0x1400, 0x2E66, 0x3400, 0x3555, 0x37FF, 0x3800, 0x3801, 0x3BFF, 0x3C00, 0xBC00, 0x3C01, 0xBC01, 0x3D55, 0x3E00, 0xBE00, 0x3FFF, 0x4000, 0x4001, 0x4100, 0x4200, 0x4248, 0x4500, 0xC500, 0x4900, 0x5640, 0x57FF, 0x5800, 0xD801, 0x5BFF, 0x63D0, 0x6400, 0x6401, 0x6801, 0x6FFF, 0x7000, 0x77FF, 0x7800, 0xF800, 0x7BFE, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0x7E00, 0xFE00, 0x7FFF, 0x1001, 0x9123, 0x0C07, 0x2A9B};
__device__ half value(int i) { return __ushort_as_half(edge[i & 63]); }
__device__ u64 mix(u64 h, u64 v) { return (h ^ v) * 0x100000001B3ull; }
__device__ u64 mix(u64 h, half v) { return mix(h, (u64)__half_as_ushort(v)); }
KERNEL {
  u64 sums = 1, differences = 1, products = 1, quotients = 1;
  for (int j = 0; j < 64; j++) {
    half x = value(t), y = value(j);
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
