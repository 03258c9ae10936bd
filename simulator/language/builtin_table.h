#pragma once
// What CUDA gives a kernel: the one table of builtin functions. Overload resolution, the machine, the printed loops, help texts and the
// reference page are all made from it. One row per signature; rows that share a spelling are overloads.
//   B(enumerator, spelling, signature, family, help)
// Signatures: result(parameter, ...), with T* for the address that an atomic works on and T=n for a default argument.
// Reference: CUDA C++ Programming Guide, "Mathematical Functions", "Atomic Functions", "Synchronization Functions".
#include <cstdint>
#include <cstddef>

#include "simulator/language/builtin_warp_table.h"

// Functions of one float argument that exist as NAMEf(float), NAME(float) and NAME(double).
#define WB_BUILTINS_UNARY_MATH(U)                                                                    \
  U(sqrt, "square root, correctly rounded") U(rsqrt, "1 / square root") U(cbrt, "cube root")         \
  U(exp, "e^x") U(exp2, "2^x") U(exp10, "10^x") U(expm1, "e^x - 1")                                  \
  U(log, "natural logarithm") U(log2, "logarithm to base 2") U(log10, "logarithm to base 10") U(log1p, "log(1 + x)") \
  U(sin, "sine") U(cos, "cosine") U(tan, "tangent") U(asin, "arc sine") U(acos, "arc cosine") U(atan, "arc tangent") \
  U(sinh, "hyperbolic sine") U(cosh, "hyperbolic cosine") U(tanh, "hyperbolic tangent")              \
  U(asinh, "inverse hyperbolic sine") U(acosh, "inverse hyperbolic cosine") U(atanh, "inverse hyperbolic tangent") \
  U(erf, "error function") U(erfc, "complementary error function") U(tgamma, "gamma function") U(lgamma, "log of gamma") \
  U(floor, "largest whole number not above x") U(ceil, "smallest whole number not below x")          \
  U(trunc, "towards zero") U(round, "nearest, halves away from zero") U(rint, "nearest, halves to even") \
  U(nearbyint, "nearest, halves to even") U(fabs, "absolute value")

#define WB_BUILTINS_BINARY_MATH(U)                                                                   \
  U(pow, "x to the power y") U(atan2, "angle of (x, y)") U(fmod, "remainder with the sign of x")     \
  U(hypot, "sqrt(x*x + y*y)") U(fmin, "smaller, ignoring a NaN") U(fmax, "larger, ignoring a NaN")   \
  U(fdim, "x - y, or 0") U(copysign, "magnitude of x, sign of y") U(remainder, "IEEE remainder")

#define WB_BUILTINS_OTHER(B)                                                                          \
  B(fma_f32, "fmaf", "float(float,float,float)", math, "x*y + z with one rounding")                   \
  B(fma_f32_overload, "fma", "float(float,float,float)", math, "x*y + z with one rounding")           \
  B(fma_f64, "fma", "double(double,double,double)", math, "x*y + z with one rounding")                \
  B(min_i32, "min", "int(int,int)", math, "smaller")                                                  \
  B(min_u32, "min", "unsigned int(unsigned int,unsigned int)", math, "smaller")                       \
  B(min_i64, "min", "long long(long long,long long)", math, "smaller")                                \
  B(min_u64, "min", "unsigned long long(unsigned long long,unsigned long long)", math, "smaller")     \
  B(min_f32, "min", "float(float,float)", math, "smaller, ignoring a NaN")                            \
  B(min_f64, "min", "double(double,double)", math, "smaller, ignoring a NaN")                         \
  B(max_i32, "max", "int(int,int)", math, "larger")                                                   \
  B(max_u32, "max", "unsigned int(unsigned int,unsigned int)", math, "larger")                        \
  B(max_i64, "max", "long long(long long,long long)", math, "larger")                                 \
  B(max_u64, "max", "unsigned long long(unsigned long long,unsigned long long)", math, "larger")      \
  B(max_f32, "max", "float(float,float)", math, "larger, ignoring a NaN")                             \
  B(max_f64, "max", "double(double,double)", math, "larger, ignoring a NaN")                          \
  B(abs_i32, "abs", "int(int)", math, "absolute value")                                               \
  B(abs_i64, "abs", "long long(long long)", math, "absolute value")                                   \
  B(abs_f32, "abs", "float(float)", math, "absolute value")                                           \
  B(abs_f64, "abs", "double(double)", math, "absolute value")                                         \
  B(labs_i64, "labs", "long(long)", math, "absolute value")                                           \
  B(llabs_i64, "llabs", "long long(long long)", math, "absolute value")                               \
  B(isnan_f32, "isnan", "bool(float)", math, "is it not a number")                                    \
  B(isnan_f64, "isnan", "bool(double)", math, "is it not a number")                                   \
  B(isinf_f32, "isinf", "bool(float)", math, "is it infinite")                                        \
  B(isinf_f64, "isinf", "bool(double)", math, "is it infinite")                                       \
  B(isfinite_f32, "isfinite", "bool(float)", math, "is it finite")                                    \
  B(isfinite_f64, "isfinite", "bool(double)", math, "is it finite")                                   \
  B(signbit_f32, "signbit", "bool(float)", math, "is the sign bit set")                               \
  B(signbit_f64, "signbit", "bool(double)", math, "is the sign bit set")                              \
  B(fast_exp, "__expf", "float(float)", math, "e^x, fast")                                            \
  B(fast_log, "__logf", "float(float)", math, "natural logarithm, fast")                              \
  B(fast_sin, "__sinf", "float(float)", math, "sine, fast")                                           \
  B(fast_cos, "__cosf", "float(float)", math, "cosine, fast")                                         \
  B(fast_pow, "__powf", "float(float,float)", math, "power, fast")                                    \
  B(fast_divide, "__fdividef", "float(float,float)", math, "x / y, fast")                             \
  B(saturate, "__saturatef", "float(float)", math, "clamped to [0, 1]")                               \
  B(syncthreads, "__syncthreads", "void()", barrier, "waits until every thread of the block has arrived") \
  B(threadfence, "__threadfence", "void()", fence, "orders this thread's memory accesses for the whole device") \
  B(threadfence_block, "__threadfence_block", "void()", fence, "orders this thread's memory accesses for its block") \
  B(threadfence_system, "__threadfence_system", "void()", fence, "orders this thread's memory accesses for the whole system")

// Atomics on a 4- or 8-byte integer in global or shared memory; each returns the old value.
#define WB_BUILTINS_ATOMIC(B)                                                                         \
  B(atomic_add_i32, "atomicAdd", "int(int*,int)", atomic, "adds")                                     \
  B(atomic_add_u32, "atomicAdd", "unsigned int(unsigned int*,unsigned int)", atomic, "adds")          \
  B(atomic_add_u64, "atomicAdd", "unsigned long long(unsigned long long*,unsigned long long)", atomic, "adds") \
  B(atomic_add_f32, "atomicAdd", "float(float*,float)", atomic, "adds")                               \
  B(atomic_add_f64, "atomicAdd", "double(double*,double)", atomic, "adds")                            \
  B(atomic_sub_i32, "atomicSub", "int(int*,int)", atomic, "subtracts")                                \
  B(atomic_sub_u32, "atomicSub", "unsigned int(unsigned int*,unsigned int)", atomic, "subtracts")     \
  B(atomic_exch_i32, "atomicExch", "int(int*,int)", atomic, "stores, returning what was there")       \
  B(atomic_exch_u32, "atomicExch", "unsigned int(unsigned int*,unsigned int)", atomic, "stores, returning what was there") \
  B(atomic_exch_u64, "atomicExch", "unsigned long long(unsigned long long*,unsigned long long)", atomic, "stores, returning what was there") \
  B(atomic_exch_f32, "atomicExch", "float(float*,float)", atomic, "stores, returning what was there") \
  B(atomic_min_i32, "atomicMin", "int(int*,int)", atomic, "keeps the smaller")                        \
  B(atomic_min_u32, "atomicMin", "unsigned int(unsigned int*,unsigned int)", atomic, "keeps the smaller") \
  B(atomic_min_i64, "atomicMin", "long long(long long*,long long)", atomic, "keeps the smaller")      \
  B(atomic_min_u64, "atomicMin", "unsigned long long(unsigned long long*,unsigned long long)", atomic, "keeps the smaller") \
  B(atomic_max_i32, "atomicMax", "int(int*,int)", atomic, "keeps the larger")                         \
  B(atomic_max_u32, "atomicMax", "unsigned int(unsigned int*,unsigned int)", atomic, "keeps the larger") \
  B(atomic_max_i64, "atomicMax", "long long(long long*,long long)", atomic, "keeps the larger")       \
  B(atomic_max_u64, "atomicMax", "unsigned long long(unsigned long long*,unsigned long long)", atomic, "keeps the larger") \
  B(atomic_inc_u32, "atomicInc", "unsigned int(unsigned int*,unsigned int)", atomic, "counts up, wrapping to 0 after the limit") \
  B(atomic_dec_u32, "atomicDec", "unsigned int(unsigned int*,unsigned int)", atomic, "counts down, wrapping to the limit after 0") \
  B(atomic_and_i32, "atomicAnd", "int(int*,int)", atomic, "bitwise and")                              \
  B(atomic_and_u32, "atomicAnd", "unsigned int(unsigned int*,unsigned int)", atomic, "bitwise and")   \
  B(atomic_and_u64, "atomicAnd", "unsigned long long(unsigned long long*,unsigned long long)", atomic, "bitwise and") \
  B(atomic_or_i32, "atomicOr", "int(int*,int)", atomic, "bitwise or")                                 \
  B(atomic_or_u32, "atomicOr", "unsigned int(unsigned int*,unsigned int)", atomic, "bitwise or")      \
  B(atomic_or_u64, "atomicOr", "unsigned long long(unsigned long long*,unsigned long long)", atomic, "bitwise or") \
  B(atomic_xor_i32, "atomicXor", "int(int*,int)", atomic, "bitwise exclusive or")                     \
  B(atomic_xor_u32, "atomicXor", "unsigned int(unsigned int*,unsigned int)", atomic, "bitwise exclusive or") \
  B(atomic_xor_u64, "atomicXor", "unsigned long long(unsigned long long*,unsigned long long)", atomic, "bitwise exclusive or") \
  B(atomic_cas_i32, "atomicCAS", "int(int*,int,int)", atomic, "stores if the old value is as expected") \
  B(atomic_cas_u32, "atomicCAS", "unsigned int(unsigned int*,unsigned int,unsigned int)", atomic, "stores if the old value is as expected") \
  B(atomic_cas_u64, "atomicCAS", "unsigned long long(unsigned long long*,unsigned long long,unsigned long long)", atomic, "stores if the old value is as expected")

// Every row, with the math families written out: NAMEf(float), NAME(float), NAME(double).
#define WB_BUILTINS(B, U1, U2) WB_BUILTINS_UNARY_MATH(U1) WB_BUILTINS_BINARY_MATH(U2) WB_BUILTINS_OTHER(B) WB_BUILTINS_ATOMIC(B) WB_BUILTINS_WARP(B)

namespace wb {

enum class BuiltinFamily : uint8_t { math, barrier, fence, atomic, warp };

#define WB_ENUM(name, spelling, signature, family, help) name,
#define WB_ENUM_MATH(name, help) name##_f32, name##_f32_overload, name##_f64,
enum class Builtin : uint16_t { none, WB_BUILTINS(WB_ENUM, WB_ENUM_MATH, WB_ENUM_MATH) count };
#undef WB_ENUM
#undef WB_ENUM_MATH

struct BuiltinInfo {
  const char* name;       // the enumerator
  const char* spelling;   // as the kernel writes it
  const char* signature;  // "float(float,float)"
  BuiltinFamily family;
  const char* help;
};
const BuiltinInfo& builtin_info(Builtin builtin);

}  // namespace wb
