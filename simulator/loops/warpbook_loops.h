#pragma once
// What the printed loops stand on: CUDA's names for a plain C++ compiler, with CUDA's results.
//
// The printed functions stand inside namespace warpbook_loops, so `expf`, `min` or `atomicAdd` there mean the ones below. With
// WB_LOOPS_PARALLEL (and OpenMP) the blocks run on all cores and atomics are real; without it they are plain updates.
// Floating point: compile with -ffp-contract=off; every fused multiply-add is written out.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace warpbook_loops {

struct uint3 {
  unsigned int x = 0, y = 0, z = 0;
};
struct dim3 {
  unsigned int x = 1, y = 1, z = 1;
};
constexpr int warpSize = 32;
constexpr unsigned int MAX_THREADS = 1024;  // of a block

// ---- floating point to integer, as the hardware does it: towards zero, what does not fit becomes the nearest that does, a NaN becomes 0
// (from a double 0x80000000, in 64 bits 0x8000000000000000). 8 and 16 bits go through 32 bits and keep the low ones: 300.5 is 44 as an unsigned char.

template <class Real>
inline int to_int(Real x) {
  return x != x ? (sizeof(Real) == 8 ? INT_MIN : 0) : x <= Real(INT_MIN) ? INT_MIN : x >= Real(2147483648.0) ? INT_MAX : static_cast<int>(x);
}
template <class Real>
inline unsigned int to_uint(Real x) {
  return x != x && sizeof(Real) == 8 ? 0x80000000u : !(x > Real(0)) ? 0u : x >= Real(4294967296.0) ? UINT_MAX : static_cast<unsigned int>(x);
}
template <class Real>
inline long long to_longlong(Real x) {
  return x != x || x <= Real(-9223372036854775808.0) ? LLONG_MIN : x >= Real(9223372036854775808.0) ? LLONG_MAX : static_cast<long long>(x);
}
template <class Real>
inline unsigned long long to_ulonglong(Real x) {
  return x != x ? 1ull << 63 : x <= Real(0) ? 0ull : x >= Real(18446744073709551616.0) ? ULLONG_MAX : static_cast<unsigned long long>(x);
}
template <class Real> inline long to_long(Real x) { return static_cast<long>(to_longlong(x)); }
template <class Real> inline unsigned long to_ulong(Real x) { return static_cast<unsigned long>(to_ulonglong(x)); }
template <class Real> inline unsigned char to_uchar(Real x) { return static_cast<unsigned char>(to_uint(x)); }
template <class Real> inline unsigned short to_ushort(Real x) { return static_cast<unsigned short>(to_uint(x)); }
template <class Real> inline signed char to_schar(Real x) { return static_cast<signed char>(to_int(x)); }
template <class Real> inline char to_char(Real x) { return static_cast<char>(to_int(x)); }
template <class Real> inline short to_short(Real x) { return static_cast<short>(to_int(x)); }

// ---- math. A float function is computed in double and rounded once; those that are exact anyway stay in float.

#define WB_ROUNDED(name)                                                                              \
  static inline float name##f(float x) { return static_cast<float>(std::name(static_cast<double>(x))); } \
  static inline float name(float x) { return name##f(x); }                                            \
  static inline double name(double x) { return std::name(x); }
#define WB_ROUNDED_2(name)                                                                            \
  static inline float name##f(float x, float y) { return static_cast<float>(std::name(static_cast<double>(x), static_cast<double>(y))); } \
  static inline float name(float x, float y) { return name##f(x, y); }                                \
  static inline double name(double x, double y) { return std::name(x, y); }
#define WB_EXACT(name)                                             \
  static inline float name##f(float x) { return std::name(x); }    \
  static inline float name(float x) { return std::name(x); }       \
  static inline double name(double x) { return std::name(x); }
#define WB_EXACT_2(name)                                                         \
  static inline float name##f(float x, float y) { return std::name(x, y); }      \
  static inline float name(float x, float y) { return std::name(x, y); }         \
  static inline double name(double x, double y) { return std::name(x, y); }

WB_ROUNDED(cbrt) WB_ROUNDED(exp) WB_ROUNDED(exp2) WB_ROUNDED(expm1) WB_ROUNDED(log) WB_ROUNDED(log2) WB_ROUNDED(log10) WB_ROUNDED(log1p)
WB_ROUNDED(sin) WB_ROUNDED(cos) WB_ROUNDED(tan) WB_ROUNDED(asin) WB_ROUNDED(acos) WB_ROUNDED(atan)
WB_ROUNDED(sinh) WB_ROUNDED(cosh) WB_ROUNDED(tanh) WB_ROUNDED(asinh) WB_ROUNDED(acosh) WB_ROUNDED(atanh)
WB_ROUNDED(erf) WB_ROUNDED(erfc) WB_ROUNDED(tgamma) WB_ROUNDED(lgamma)
WB_ROUNDED_2(pow) WB_ROUNDED_2(atan2) WB_ROUNDED_2(hypot) WB_ROUNDED_2(fdim)
WB_EXACT(sqrt) WB_EXACT(floor) WB_EXACT(ceil) WB_EXACT(trunc) WB_EXACT(round) WB_EXACT(rint) WB_EXACT(nearbyint) WB_EXACT(fabs)
WB_EXACT_2(fmod) WB_EXACT_2(copysign) WB_EXACT_2(remainder)
#undef WB_ROUNDED
#undef WB_ROUNDED_2
#undef WB_EXACT
#undef WB_EXACT_2

// A NaN loses, and -0 is less than +0, as on the hardware.
template <class Real>
inline Real smaller(Real x, Real y) { return x < y || y != y || (x == y && std::signbit(x)) ? x : y; }
template <class Real>
inline Real larger(Real x, Real y) { return x > y || y != y || (x == y && std::signbit(y)) ? x : y; }
static inline float fminf(float x, float y) { return smaller(x, y); }
static inline float fmin(float x, float y) { return smaller(x, y); }
static inline double fmin(double x, double y) { return smaller(x, y); }
static inline float fmaxf(float x, float y) { return larger(x, y); }
static inline float fmax(float x, float y) { return larger(x, y); }
static inline double fmax(double x, double y) { return larger(x, y); }

static inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
static inline float rsqrtf(float x) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))); }
static inline float rsqrt(float x) { return rsqrtf(x); }
static inline double exp10(double x) { return std::pow(10.0, x); }
static inline float exp10f(float x) { return static_cast<float>(std::pow(10.0, static_cast<double>(x))); }
static inline float exp10(float x) { return exp10f(x); }

static inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
static inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
static inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

static inline int min(int a, int b) { return b < a ? b : a; }
static inline unsigned int min(unsigned int a, unsigned int b) { return b < a ? b : a; }
static inline long long min(long long a, long long b) { return b < a ? b : a; }
static inline unsigned long long min(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
static inline float min(float a, float b) { return fminf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline int max(int a, int b) { return a < b ? b : a; }
static inline unsigned int max(unsigned int a, unsigned int b) { return a < b ? b : a; }
static inline long long max(long long a, long long b) { return a < b ? b : a; }
static inline unsigned long long max(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline int abs(int x) { return x < 0 ? -x : x; }
static inline long long abs(long long x) { return x < 0 ? -x : x; }
static inline float abs(float x) { return std::fabs(x); }
static inline double abs(double x) { return std::fabs(x); }
static inline long labs(long x) { return x < 0 ? -x : x; }
static inline long long llabs(long long x) { return x < 0 ? -x : x; }

static inline bool isnan(float x) { return x != x; }
static inline bool isnan(double x) { return x != x; }
static inline bool isinf(float x) { return std::isinf(x); }
static inline bool isinf(double x) { return std::isinf(x); }
static inline bool isfinite(float x) { return std::isfinite(x); }
static inline bool isfinite(double x) { return std::isfinite(x); }
static inline bool signbit(float x) { return std::signbit(x); }
static inline bool signbit(double x) { return std::signbit(x); }

static inline float __expf(float x) { return expf(x); }
static inline float __logf(float x) { return logf(x); }
static inline float __sinf(float x) { return sinf(x); }
static inline float __cosf(float x) { return cosf(x); }
static inline float __powf(float x, float y) { return powf(x, y); }
static inline float __fdividef(float x, float y) { return x / y; }
static inline float __saturatef(float x) { return !(x > 0.0f) ? 0.0f : x > 1.0f ? 1.0f : x; }

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

template <class T> inline T atomicAdd(T* p, Value<T> v) { return update(p, [v](T old) { return static_cast<T>(old + v); }); }
template <class T> inline T atomicSub(T* p, Value<T> v) { return update(p, [v](T old) { return static_cast<T>(old - v); }); }
template <class T> inline T atomicExch(T* p, Value<T> v) { return update(p, [v](T) { return v; }); }
template <class T> inline T atomicMin(T* p, Value<T> v) { return update(p, [v](T old) { return v < old ? v : old; }); }
template <class T> inline T atomicMax(T* p, Value<T> v) { return update(p, [v](T old) { return old < v ? v : old; }); }
template <class T> inline T atomicInc(T* p, Value<T> limit) { return update(p, [limit](T old) { return old >= limit ? T(0) : old + 1; }); }
template <class T> inline T atomicDec(T* p, Value<T> limit) { return update(p, [limit](T old) { return old == 0 || old > limit ? limit : old - 1; }); }
template <class T> inline T atomicAnd(T* p, Value<T> v) { return update(p, [v](T old) { return old & v; }); }
template <class T> inline T atomicOr(T* p, Value<T> v) { return update(p, [v](T old) { return old | v; }); }
template <class T> inline T atomicXor(T* p, Value<T> v) { return update(p, [v](T old) { return old ^ v; }); }
template <class T> inline T atomicCAS(T* p, Value<T> expected, Value<T> v) {
  return update(p, [expected, v](T old) { return old == expected ? v : old; });
}

static inline void __threadfence_system() {
#ifdef WB_LOOPS_PARALLEL
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
static inline void __threadfence() { __threadfence_system(); }
static inline void __threadfence_block() { __threadfence_system(); }

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

struct Entry {
  const char* key;
  void (*run)(const Call& call);
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
