// A lock whose threads queue up: each marks its node, and puts it behind the last one's. That must release the mark, or the next one does not see it yet.
//@ grid 3
//@ block 32
//@ buffer int busy[4] = 0
//@ buffer int last[1] = 0
//@ buffer int sum[1] = 0
#include <cuda/atomic>
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void bug(int* busy, int* last, int* sum) {
  if (threadIdx.x != 0) return;
  const int mine = blockIdx.x + 1;
  Word(busy[mine]).store(1, cuda::memory_order_relaxed);
  const int before = Word(*last).exchange(mine, cuda::memory_order_relaxed);
  while (Word(busy[before]).load(cuda::memory_order_acquire)) { }
  sum[0] += mine;
  Word(busy[mine]).store(0, cuda::memory_order_release);
}
__global__ void mended(int* busy, int* last, int* sum) {
  if (threadIdx.x != 0) return;
  const int mine = blockIdx.x + 1;
  Word(busy[mine]).store(1, cuda::memory_order_relaxed);
  const int before = Word(*last).exchange(mine, cuda::memory_order_acq_rel);
  while (Word(busy[before]).load(cuda::memory_order_acquire)) { }
  sum[0] += mine;
  Word(busy[mine]).store(0, cuda::memory_order_release);
}
