// A flag that is seen by a relaxed load, and a fence behind it: together an acquire. It needs a release on the other side.
//@ grid 2
//@ block 32
//@ buffer int data[32] = 0
//@ buffer int flag[1] = 0
//@ output int out[32]
#include <cuda/atomic>
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ int seen_then_fence(int* flag, const int* data) {
  while (Flag(*flag).load(cuda::memory_order_relaxed) == 0) { }
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  return data[threadIdx.x];
}
__global__ void bug(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) Flag(*flag).store(1, cuda::memory_order_relaxed);
  } else {
    out[threadIdx.x] = seen_then_fence(flag, data);
  }
}
__global__ void mended(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) Flag(*flag).store(1, cuda::memory_order_release);
  } else {
    out[threadIdx.x] = seen_then_fence(flag, data);
  }
}
