// What a release store tells goes by that store alone, and an acquire load tells nothing: a relaxed store behind the two hands on no order.
//@ grid 2
//@ block 32
//@ buffer int data[1] = 0
//@ buffer int first[1] = 0
//@ buffer int flag[1] = 0
//@ output int out[1]
#include <cuda/atomic>
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void bug(int* data, int* first, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    Word(*first).store(1, cuda::memory_order_release);
    Word(*first).load(cuda::memory_order_acquire);
    Word(*flag).store(1, cuda::memory_order_relaxed);
  } else {
    while (Word(*flag).load(cuda::memory_order_acquire) == 0) { }
    out[0] = data[0];
  }
}
__global__ void mended(int* data, int* first, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    Word(*first).store(1, cuda::memory_order_relaxed);
    Word(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Word(*flag).load(cuda::memory_order_acquire) == 0) { }
    out[0] = data[0];
  }
}
