// On the telling side the fence has to stand between the data and the flag. (On the seeing side one is asked for by a note alone: fence_missing.cu.)
//@ grid 2
//@ block 32
//@ buffer int data[1] = 0
//@ buffer int flag[1] = 0
//@ output int out[1]
#include <cuda/atomic>
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void bug(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    Flag(*flag).store(1, cuda::memory_order_relaxed);
    __threadfence();
  } else {
    while (Flag(*flag).load(cuda::memory_order_relaxed) == 0) { }
    out[0] = data[0];
  }
}
__global__ void mended(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    Flag(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Flag(*flag).load(cuda::memory_order_acquire) == 0) { }
    out[0] = data[0];
  }
}
