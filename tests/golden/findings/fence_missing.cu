// A released flag that is seen by a load whose order the program has chosen, relaxed, and no fence behind it: by the memory model a race.
//@ grid 2
//@ block 32
//@ buffer int data[2] = 0
//@ buffer int flag[1] = 0
//@ output int out[2]
#include <cuda/atomic>
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void bug(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    data[1] = 6;
    Flag(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Flag(*flag).load(cuda::memory_order_relaxed) == 0) { }
    out[0] = data[0];
    out[1] = data[1];
  }
}
__global__ void mended(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    data[1] = 6;
    Flag(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Flag(*flag).load(cuda::memory_order_acquire) == 0) { }
    out[0] = data[0];
    out[1] = data[1];
  }
}
