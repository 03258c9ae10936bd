// The whole grid goes round in one loop and rewrites a big buffer each time.
#include <cooperative_groups.h>
__global__ void relaxation(float* from, float* to, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; round++) {
    float left = i > 0 ? from[i - 1] : from[i], right = i + 1 < n ? from[i + 1] : from[i];
    to[i] = (left + from[i] + right) / 3;
    cooperative_groups::this_grid().sync();
    float* spare = from;
    from = to;
    to = spare;
  }
}
