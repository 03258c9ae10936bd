// A spin lock, a ticket, the last one out, semaphore: sums that come out the same in every order.
// compiler: nvcc
#include <cuda/atomic>
#include <cuda/semaphore>
#include "../case.h"

__device__ cuda::atomic<int, cuda::thread_scope_device> everybody(0);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> semaphore(1);

KERNEL {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> lock, tickets;
  __shared__ int guarded, last_sum, parts[N];
  if (t == 0) {
    lock.store(0, cuda::std::memory_order_relaxed);
    tickets.store(0);
    guarded = 0;
    last_sum = 0;
  }
  __syncthreads();
  for (bool done = false; !done;) {
    int free = 0;
    if (lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) {
      guarded += t;
      lock.store(0, cuda::memory_order_release);
      done = true;
    }
  }
  parts[t] = t * t;
  if (tickets.fetch_add(1, cuda::memory_order_acq_rel) == N - 1) {
    int sum = 0;
    for (int i = 0; i < N; i++) sum += parts[i];
    last_sum = sum;
  }
  everybody.fetch_add(t, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  __syncthreads();
  oi[t * 8] = guarded;
  oi[t * 8 + 1] = last_sum;
  oi[t * 8 + 2] = everybody.load();


  __syncthreads();
  if (t % 32 == 0) {
    semaphore.acquire();
    guarded += 1000;
    semaphore.release();
  }
  __syncthreads();
  oi[t * 8 + 3] = guarded;
}
