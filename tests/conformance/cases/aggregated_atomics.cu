// One atomic for all lanes of a warp that want a ticket: the sum of the tickets is the same however the lanes meet.
#include "../case.h"
__device__ int take(int *counter) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1, lane = threadIdx.x & 31, base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  base = __shfl_sync(active, base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}
KERNEL {
  __shared__ int counter, tickets[N];
  tickets[t] = 0;
  if (t == 0) counter = 0;
  __syncthreads();
  if (a[t] > 0) tickets[take(&counter)] = 1;
  __syncthreads();
  oi[8 * t + 0] = counter;
  oi[8 * t + 1] = tickets[t];
}
