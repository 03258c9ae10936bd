#pragma once
// What the printed loops stand on: CUDA's names for a plain C++ compiler, with CUDA's results.
//
// The printed functions stand inside namespace warpbook_loops, so `expf`, `min` or `atomicAdd` there mean the ones below. With
// WB_LOOPS_PARALLEL (and OpenMP) the blocks run on all cores and atomics are real; without it they are plain updates.
// Floating point: compile with -ffp-contract=off; every fused multiply-add is written out.
#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifdef _OPENMP
#include <omp.h>
#endif

#define WB_DEVICE_NAMESPACE warpbook_loops
#include "simulator/builtins/device_functions.h"

namespace warpbook_loops {

struct uint3 {
  unsigned int x = 0, y = 0, z = 0;
};
struct dim3 {
  unsigned int x = 1, y = 1, z = 1;
};
constexpr int warpSize = 32;
inline void __nanosleep(unsigned int) {}
inline unsigned int __wb_cluster_size(int axis) { return axis < 3; }  // kernels that run in clusters are not printed: one block, and not asked for
constexpr unsigned int MAX_THREADS = 1024;  // of a block

// ---- functions with several results; all the others are those of device_functions.h

#define WB_LOOPS_TWO_RESULTS(name, T, Out, first, second) \
  static inline void name(T x, Out* p, Out* q) { *p = first(x); *q = second(x); }
#define WB_LOOPS_RESULT_AND_OTHER(name, T, Out, value, other) \
  static inline T name(T x, Out* p) { const T result = value(x); *p = other(x); return result; }
WB_LOOPS_TWO_RESULTS(sincosf, float, float, sinf, cosf) WB_LOOPS_TWO_RESULTS(sincos, float, float, sinf, cosf) WB_LOOPS_TWO_RESULTS(sincos, double, double, sin, cos)
WB_LOOPS_TWO_RESULTS(sincospif, float, float, sinpif, cospif) WB_LOOPS_TWO_RESULTS(sincospi, float, float, sinpif, cospif) WB_LOOPS_TWO_RESULTS(sincospi, double, double, sinpi, cospi)
WB_LOOPS_TWO_RESULTS(__sincosf, float, float, __sinf, __cosf)
WB_LOOPS_RESULT_AND_OTHER(frexpf, float, int, __wb_frexp_fractionf, __wb_frexp_exponentf) WB_LOOPS_RESULT_AND_OTHER(frexp, float, int, __wb_frexp_fractionf, __wb_frexp_exponentf)
WB_LOOPS_RESULT_AND_OTHER(frexp, double, int, __wb_frexp_fraction, __wb_frexp_exponent)
WB_LOOPS_RESULT_AND_OTHER(modff, float, float, __wb_modf_fractionf, truncf) WB_LOOPS_RESULT_AND_OTHER(modf, float, float, __wb_modf_fractionf, truncf)
WB_LOOPS_RESULT_AND_OTHER(modf, double, double, __wb_modf_fraction, trunc)
#undef WB_LOOPS_TWO_RESULTS
#undef WB_LOOPS_RESULT_AND_OTHER
static inline float remquof(float x, float y, int* q) { *q = __wb_remquo_quotientf(x, y); return remainderf(x, y); }
static inline float remquo(float x, float y, int* q) { return remquof(x, y, q); }
static inline double remquo(double x, double y, int* q) { *q = __wb_remquo_quotient(x, y); return remainder(x, y); }
#define WB_LOOPS_WHICH(name, T, value, holds) static inline T name(T a, T b, bool* p) { *p = holds(a, b); return value(a, b); }
#define WB_LOOPS_WHICH_2(name, value, holds) \
  static inline unsigned int name(unsigned int a, unsigned int b, bool* high, bool* low) { *high = holds##_high(a, b); *low = holds##_low(a, b); return value(a, b); }
WB_LOOPS_WHICH(__vibmax_s32, int, __wb_vibmax_s32, __wb_ge_s32) WB_LOOPS_WHICH(__vibmin_s32, int, __wb_vibmin_s32, __wb_le_s32)
WB_LOOPS_WHICH(__vibmax_u32, unsigned int, __wb_vibmax_u32, __wb_ge_u32) WB_LOOPS_WHICH(__vibmin_u32, unsigned int, __wb_vibmin_u32, __wb_le_u32)
WB_LOOPS_WHICH_2(__vibmax_s16x2, __vmaxs2, __wb_ge_s16) WB_LOOPS_WHICH_2(__vibmin_s16x2, __vmins2, __wb_le_s16)
WB_LOOPS_WHICH_2(__vibmax_u16x2, __vmaxu2, __wb_ge_u16) WB_LOOPS_WHICH_2(__vibmin_u16x2, __vminu2, __wb_le_u16)
#undef WB_LOOPS_WHICH
#undef WB_LOOPS_WHICH_2

static inline double sum_of_squares(int n, const float* p) { double sum = 0; for (int i = 0; i < n; ++i) sum = fma(static_cast<double>(p[i]), static_cast<double>(p[i]), sum); return sum; }
static inline double sum_of_squares(int n, const double* p) { double sum = 0; for (int i = 0; i < n; ++i) sum = fma(p[i], p[i], sum); return sum; }
static inline float normf(int n, const float* p) { return static_cast<float>(sqrt(sum_of_squares(n, p))); }
static inline double norm(int n, const double* p) { return sqrt(sum_of_squares(n, p)); }
static inline float rnormf(int n, const float* p) { return static_cast<float>(rsqrt(sum_of_squares(n, p))); }
static inline double rnorm(int n, const double* p) { return rsqrt(sum_of_squares(n, p)); }

// ---- atomics: the old value comes back. On one core nobody can come between, so a plain update will do.

template <class T>
struct Plainly {
  using type = T;
};
template <class T>
using Value = typename Plainly<T>::type;  // keeps an argument's type from deciding T

template <class T, class Change>
inline T update(T* place, const Change& change) {
#ifdef WB_LOOPS_PARALLEL
  T old, next;
  __atomic_load(place, &old, __ATOMIC_RELAXED);
  do next = change(old);
  while (!__atomic_compare_exchange(place, &old, &next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  return old;
#else
  const T old = *place;
  *place = change(old);
  return old;
#endif
}

#define WB_LOOPS_ATOMIC(name, change)                                                                                                \
  template <class T> inline T name(T* p, Value<T> v) { return update(p, [v](T old) { return static_cast<T>(change); }); }    \
  template <class T> inline T name##_block(T* p, Value<T> v) { return name(p, v); }                                          \
  template <class T> inline T name##_system(T* p, Value<T> v) { return name(p, v); }
WB_LOOPS_ATOMIC(atomicAdd, old + v) WB_LOOPS_ATOMIC(atomicSub, old - v) WB_LOOPS_ATOMIC(atomicExch, ((void)old, v)) WB_LOOPS_ATOMIC(atomicMin, v < old ? v : old) WB_LOOPS_ATOMIC(atomicMax, old < v ? v : old)
WB_LOOPS_ATOMIC(atomicInc, old >= v ? T(0) : old + 1) WB_LOOPS_ATOMIC(atomicDec, old == 0 || old > v ? v : old - 1)
WB_LOOPS_ATOMIC(atomicAnd, old & v) WB_LOOPS_ATOMIC(atomicOr, old | v) WB_LOOPS_ATOMIC(atomicXor, old ^ v)
#undef WB_LOOPS_ATOMIC
// On float the hardware takes subnormal numbers for zeros of their sign in global memory, and only there: the printer says where a sum stands in shared memory.
inline float atomicAdd_shared(float* p, float v) { return update(p, [v](float old) { return old + v; }); }
static inline float flushed(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }
inline float atomicAdd(float* p, float v) { return update(p, [v](float old) { return flushed(flushed(old) + flushed(v)); }); }
inline float atomicAdd_block(float* p, float v) { return atomicAdd(p, v); }
inline float atomicAdd_system(float* p, float v) { return atomicAdd(p, v); }
template <class T> inline T atomicCAS(T* p, Value<T> expected, Value<T> v) {
  return update(p, [expected, v](T old) { return old == expected ? v : old; });
}
template <class T> inline T atomicCAS_block(T* p, Value<T> expected, Value<T> v) { return atomicCAS(p, expected, v); }
template <class T> inline T atomicCAS_system(T* p, Value<T> expected, Value<T> v) { return atomicCAS(p, expected, v); }
#define WB_LOOPS_NARROW(suffix)                                                                                                              \
  template <class T> inline T __wb_atomic_cas##suffix(T* p, Value<T> expected, Value<T> v) { return atomicCAS(p, expected, v); }             \
  template <class T> inline T __wb_atomic_exchange##suffix(T* p, Value<T> v) { return atomicExch(p, v); }
WB_LOOPS_NARROW() WB_LOOPS_NARROW(_block) WB_LOOPS_NARROW(_system)
#undef WB_LOOPS_NARROW

static inline void __threadfence_system() {
#ifdef WB_LOOPS_PARALLEL
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
static inline void __threadfence() { __threadfence_system(); }
static inline void __threadfence_block() { __threadfence_system(); }

// ---- blocks of the device's heap: the two units in front of the user's bytes say where a block begins, and its bytes

inline void* __wb_heap_open(void* heap, unsigned long place, unsigned int) {
  unsigned int* header = static_cast<unsigned int*>(heap) + (place >> 32) * 4;
  header[0] = static_cast<unsigned int>(place);
  header[1] = static_cast<unsigned int>(place >> 32);
  return header + 8;
}
inline unsigned long __wb_heap_size(const void* bytes) { return static_cast<const unsigned int*>(bytes)[-8]; }
inline unsigned long __wb_heap_close(void* bytes, unsigned int) {
  return static_cast<unsigned long>(static_cast<const unsigned int*>(bytes)[-7]) << 32 | __wb_heap_size(bytes);
}

// ---- the launch's dynamic shared memory: one for the block

struct SharedMemory {
  void* bytes;
  explicit SharedMemory(unsigned int count) : bytes(std::aligned_alloc(128, (count + 255u) / 128 * 128)) {}
  ~SharedMemory() { std::free(bytes); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
};

// ---- how the program that runs them finds them

struct Call {
  dim3 grid, block;
  unsigned int shared_bytes;
  const void* const* arguments;  // the address of each value
};

// A variable of the file that the program may set before a run, and read after it.
struct Symbol {
  const char* name;  // "filters::weights"; null ends a list of them
  void* bytes;
  unsigned long size;
};

struct Entry {
  const char* key;
  void (*run)(const Call& call);
  const Symbol* (*symbols)(const Call& call);  // of the text that `run` calls for this shape
};

struct Table {
  int version;
  int (*threads)();
  int count;
  const Entry* entries;
};

template <class T>
inline T argument(const Call& call, int index) {
  T value;
  std::memcpy(&value, call.arguments[index], sizeof value);
  return value;
}

static inline int host_threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

}  // namespace warpbook_loops
