// Two blocks that each raise a flag and look at the other's, with a fence between that is not sequentially consistent: both may find the other's flag down.
//@ grid 2
//@ block 32
//@ buffer int flag[2] = 0
//@ buffer int sum[1] = 0
#include <cuda/atomic>
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void bug(int* flag, int* sum) {
  if (threadIdx.x != 0) return;
  Flag(flag[blockIdx.x]).store(1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  if (Flag(flag[1 - blockIdx.x]).load(cuda::memory_order_relaxed) == 0) sum[0] += blockIdx.x + 1;
}
__global__ void mended(int* flag, int* sum) {
  if (threadIdx.x != 0) return;
  Flag(flag[blockIdx.x]).store(1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  if (Flag(flag[1 - blockIdx.x]).load(cuda::memory_order_relaxed) == 0) sum[0] += blockIdx.x + 1;
}
