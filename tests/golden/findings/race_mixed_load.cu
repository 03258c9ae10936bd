// One thread looks at the counter as an atomic, and another one writes to it as if it were its own.
//@ block 64
//@ buffer int count[1] = 0
//@ buffer int out[64] = 0
#include <cuda/atomic>
__global__ void bug(int* count, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> shared(*count);
  if (threadIdx.x == 40) count[0] = 7;
  if (threadIdx.x == 3) out[0] = shared.load();
}
__global__ void mended(int* count, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> shared(*count);
  if (threadIdx.x == 40) shared.store(7);
  if (threadIdx.x == 3) out[0] = shared.load();
}
