// compiler: nvcc
// contract: on
// Products of half and bfloat16 in sums: one rounding where nvcc fuses them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "../case.h"
KERNEL {
  half x = __float2half((float)(a[t] % 257) * 0.37f), y = __float2half((float)(int)(u[t] % 119u) * 0.113f), z = __float2half((float)(a[(t + 5) & 63] % 63) * -1.7f);
  __nv_bfloat16 p = __float2bfloat16((float)(a[t] % 257) * 0.37f), q = __float2bfloat16((float)(int)(u[t] % 119u) * 0.113f), r = __float2bfloat16((float)(a[(t + 5) & 63] % 63) * -1.7f);
  oi[8 * t + 0] = __half_as_ushort(x * y + z);
  oi[8 * t + 1] = __half_as_ushort(z - y * x);
  oi[8 * t + 2] = __half_as_ushort(z * x - y);
  half sum = z;
  sum += y * z;
  oi[8 * t + 3] = __half_as_ushort(sum);
  oi[8 * t + 4] = __bfloat16_as_ushort(p * q + r);
  oi[8 * t + 5] = __bfloat16_as_ushort(r - q * p);
  oi[8 * t + 6] = __half_as_ushort(x * z + y * y);
  oi[8 * t + 7] = __half_as_ushort(__hadd_rn(x * x, y));
}
