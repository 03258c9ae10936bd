// The whole grid takes tickets in rounds, from counters anywhere in global memory, and keeps what it got.
#include <cooperative_groups.h>
__global__ void scattered_tickets(const unsigned char* in, int* counters, int* tickets, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int at = in[i] * 2654435761u + i * 40503u;
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    at = at * 1664525u + 1013904223u;
    sum += atomicAdd(&counters[at >> 16], 1);
    cooperative_groups::this_grid().sync();
  }
  tickets[i] = sum;
}
