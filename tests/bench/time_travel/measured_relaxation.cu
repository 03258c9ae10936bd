// Relaxation on a plane, that goes on until little changes: after each round all blocks have added to one number how much did.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void measured_relaxation(float* from, float* to, float* changes, int width, int height, int rounds) {
  __shared__ float change;
  int x = blockIdx.x % (width / 16) * 16 + threadIdx.x % 16, y = blockIdx.x / (width / 16) * 16 + threadIdx.x / 16;
  for (int round = 0; round < rounds; round++) {
    if (threadIdx.x == 0) change = 0;
    __syncthreads();
    float own = from[y * width + x], sum = 0;
    sum += x > 0 ? from[y * width + x - 1] : own;
    sum += x + 1 < width ? from[y * width + x + 1] : own;
    sum += y > 0 ? from[(y - 1) * width + x] : own;
    sum += y + 1 < height ? from[(y + 1) * width + x] : own;
    to[y * width + x] = sum / 4;
    float by = fabsf(sum / 4 - own);
    for (int d = 16; d > 0; d /= 2) by += __shfl_xor_sync(0xFFFFFFFF, by, d);
    if (threadIdx.x % 32 == 0) atomicAdd(&change, by);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&changes[round], change);
    cg::this_grid().sync();
    if (changes[round] < 1) break;
    float* spare = from;
    from = to;
    to = spare;
  }
}
