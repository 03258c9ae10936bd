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
template <class T> struct hash;  // the program of the host has one (host_hashes.inc)
}
// Of GNU's built-in functions, those that nvcc takes in device code.
#define WB_GNU(type, name, parameters, value) __host__ __device__ constexpr type name parameters { return value; }
WB_GNU(int, __builtin_popcount, (unsigned int v), __popc(v))
WB_GNU(int, __builtin_popcountl, (unsigned long v), __popcll(v))
WB_GNU(int, __builtin_popcountll, (unsigned long long v), __popcll(v))
WB_GNU(int, __builtin_clz, (unsigned int v), __clz((int)v))
WB_GNU(int, __builtin_clzl, (unsigned long v), __clzll((long long)v))
WB_GNU(int, __builtin_clzll, (unsigned long long v), __clzll((long long)v))
WB_GNU(int, __builtin_ffs, (int v), __ffs(v))
WB_GNU(int, __builtin_ffsll, (long long v), __ffsll(v))
WB_GNU(int, __builtin_abs, (int v), abs(v))
WB_GNU(float, __builtin_fabsf, (float v), fabsf(v))
WB_GNU(double, __builtin_fabs, (double v), fabs(v))
WB_GNU(float, __builtin_sqrtf, (float v), sqrtf(v))
WB_GNU(double, __builtin_sqrt, (double v), sqrt(v))
WB_GNU(float, __builtin_fmaf, (float a, float b, float c), fmaf(a, b, c))
WB_GNU(double, __builtin_fma, (double a, double b, double c), fma(a, b, c))
WB_GNU(float, __builtin_inff, (), 1e39f)
WB_GNU(double, __builtin_inf, (), 1e999)
WB_GNU(float, __builtin_huge_valf, (), 1e39f)
WB_GNU(double, __builtin_huge_val, (), 1e999)
template <class T> WB_GNU(int, __builtin_constant_p, (T), 0)
WB_FN void* __builtin_memcpy(void* to, const void* from, unsigned long bytes) { return memcpy(to, from, bytes); }
WB_FN void* __builtin_memset(void* to, int value, unsigned long bytes) { return memset(to, value, bytes); }
// Known by their names to the lowering: it makes other instructions of them than fences for the device.
WB_FN void __threadfence_cluster() { __threadfence(); }
WB_FN void cudaGridDependencySynchronize() { __threadfence(); }
WB_FN void cudaTriggerProgrammaticLaunchCompletion() { __threadfence(); }
#define WB_WIDE __host__ __device__ constexpr
namespace __wb_wide {  // of their own: their operators take whatever becomes such a number
struct int128;
#define WB_WIDE_NAME uint128
#define WB_WIDE_OTHER int128
#define WB_WIDE_SIGNED false
#include "wide_integers.inc"
#undef WB_WIDE_NAME
#undef WB_WIDE_OTHER
#undef WB_WIDE_SIGNED
#define WB_WIDE_NAME int128
#define WB_WIDE_OTHER uint128
#define WB_WIDE_SIGNED true
#include "wide_integers.inc"
}
using __wb_int128 = __wb_wide::int128;
using __wb_uint128 = __wb_wide::uint128;
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
// alloca(bytes), as simulator/language/stack_allocations.h writes it: the next part of the function's own memory. The pointer says which bytes are its
// (simulator/machine/local_pointers.h), where the part lies within 4 KiB.
__device__ inline void* __wb_alloca(char* memory, unsigned long& taken, unsigned long bytes) {
  char* const part = memory + taken;
  const unsigned long place = ((unsigned long)part & 0xFFFFFFFFFFul) - (1ul << 39);
  taken += (bytes + 15ul) / 16ul * 16ul;
  if (taken > 4096ul || place >= 4096ul) return part;
  return (void*)(((unsigned long)part & ~0xFFFFFFFFFFul) | 1ul << 39 | 3ul << 37 | place / 16ul << 29 | bytes << 16 | 1ul << 15);
}
#include "clocks.inc"
#include "clusters.inc"
#include "pitched_memory.inc"
