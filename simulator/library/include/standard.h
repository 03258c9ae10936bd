// What is there without including anything.

// What the standard library has as `constexpr`: <type_traits>, <limits>, <utility>, <array>, <tuple> and parts of others. Functions are the
// host's, as nvcc has them: device code may call them, and is told that nvcc wants --expt-relaxed-constexpr for it.
#define WB_STD_FN constexpr
#define WB_FN __device__ __forceinline__
namespace std {
#include "traits.inc"
#include "sequences.inc"
#include "concepts.inc"
#include "values.inc"
#include "tuple.inc"
#include "functors.inc"
}
WB_FN void __threadfence_cluster() { __threadfence(); }  // known by its name to the lowering
namespace __wb {
#include "heap.inc"
#include "scoped_atomics.inc"
#include "warp_matrices.inc"
}
// Inline PTX.
namespace __wb::ptx {
#include "ptx.inc"
#include "ptx_values.inc"
#include "ptx_memory.inc"
#include "ptx_matrix.inc"
#include "ptx_barrier.inc"
#include "ptx_bulk.inc"
}
__device__ inline void* malloc(unsigned long bytes) { return __wb::heap_take(bytes, 0u); }
__device__ inline void free(void* bytes) { __wb::heap_give(bytes, 0u); }
// alloca(bytes), as simulator/language/stack_allocations.h writes it: the next part of the function's own memory.
__device__ inline void* __wb_alloca(char* memory, unsigned long& taken, unsigned long bytes) {
  char* const part = memory + taken;
  taken += (bytes + 15ul) / 16ul * 16ul;
  return part;
}
#include "clocks.inc"
#include "clusters.inc"
#include "pitched_memory.inc"
