#include <cuda_fp16.h>
__global__ void k(half* h, float f)
{
  h[0] = h[1] + f;               // expect-error WB3202
  if (h[0] > 0.0f) h[1] = f;     // expect-error WB3202
  h[2] = f > 0 ? h[1] : f;       // expect-error WB3202
  h[3] = h[3] + __float2half(f);
  h[4] += f;
  nv_bfloat16 b = f;             // expect-error WB3201
}
