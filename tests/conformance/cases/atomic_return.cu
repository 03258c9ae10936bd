// An atomic returns what stood there before: every thread draws another ticket.
#include "../case.h"
KERNEL {
  __shared__ int tickets[N], next, lock_sum, lock;
  tickets[t] = 0;
  if (t == 0) next = lock_sum = lock = 0;
  __syncthreads();
  int mine = atomicAdd(&next, 1);
  tickets[mine] = 1;
  int old = atomicCAS(&lock, 0, 1);
  if (old == 0) atomicAdd(&lock_sum, 1);
  __syncthreads();
  oi[8 * t + 0] = tickets[t];
  oi[8 * t + 1] = next;
  oi[8 * t + 2] = lock_sum;
}
