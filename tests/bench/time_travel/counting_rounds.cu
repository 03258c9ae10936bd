// The whole grid counts in rounds, in global memory, by atomics that go anywhere.
#include <cooperative_groups.h>
__global__ void counting_rounds(const unsigned char* in, int* bins, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int at = in[i] * 2654435761u + i * 40503u;
  for (int round = 0; round < rounds; round++) {
    at = at * 1664525u + 1013904223u;
    atomicAdd(&bins[at >> 16], 1);
    cooperative_groups::this_grid().sync();
  }
}
