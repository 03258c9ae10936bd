// As relaxation.cu; one thread of each warp keeps what it had before in the device's heap, in a block that it takes anew each time.
#include <cooperative_groups.h>
struct Kept {
  float value;
  int round;
};
__global__ void heap_relaxation(float* from, float* to, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Kept* kept = nullptr;
  for (int round = 0; round < rounds; round++) {
    float left = i > 0 ? from[i - 1] : from[i], right = i + 1 < n ? from[i + 1] : from[i];
    to[i] = (left + from[i] + right) / 3;
    if (threadIdx.x % 32 == 0 && round % 4 == 0) {
      delete kept;
      kept = new Kept{to[i], round};
    }
    cooperative_groups::this_grid().sync();
    float* spare = from;
    from = to;
    to = spare;
  }
  if (kept) to[i] += kept->value * 0.0f;
  delete kept;
}
