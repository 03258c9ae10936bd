// atomicAdd on float2 and float4 in global memory.
#include "../case.h"
KERNEL {
  float2 *two = (float2 *)(of + 0);
  float4 *four = (float4 *)(of + 16);
  atomicAdd(two, make_float2(1.0f, (float)(t % 4)));
  atomicAdd(four, make_float4(0.5f, 1.0f, 2.0f, (float)t));
  float4 old = atomicAdd((float4 *)(of + 64 + 4 * t), make_float4(1.0f, 2.0f, 3.0f, (float)t));
  od[8 * t] = old.x + old.y + old.z + old.w;
}
