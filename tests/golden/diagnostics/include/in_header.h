#pragma once
__device__ int from_header(int x)
{
  return x + unknown_here;  // expect-error WB3001
}
