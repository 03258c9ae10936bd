// What is there without including anything.

// <type_traits> and <limits>. Functions are the host's: device code may ask for their values while compiling, and is told otherwise that nvcc
// wants --expt-relaxed-constexpr for more.
#define WB_STD_FN constexpr
namespace std {
#include "traits.inc"
}
namespace __wb {
#include "heap.inc"
}
namespace __wb::ptx {
#include "ptx.inc"
}
__device__ inline void* malloc(unsigned long bytes) { return __wb::heap_take(bytes, 0u); }
__device__ inline void free(void* bytes) { __wb::heap_give(bytes, 0u); }
