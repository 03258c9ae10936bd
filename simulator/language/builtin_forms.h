#pragma once
// Part of the builtin table: calls that the front end writes out in terms of the rest of the language, for any type that fits.
//   S(spelling, form, signature, family, cost, help)
#define WB_SPECIAL_FORMS(S)                                                                                                     \
  S(__ldg, load, "T(const T*)", cache, memory, "the value at an address, through the read-only cache")                         \
  S(__ldca, load, "T(const T*)", cache, memory, "the value at an address, cached at all levels")                               \
  S(__ldcg, load, "T(const T*)", cache, memory, "the value at an address, cached in L2 alone")                                 \
  S(__ldcs, load, "T(const T*)", cache, memory, "the value at an address, likely read once")                                   \
  S(__ldlu, load, "T(const T*)", cache, memory, "the value at an address, last use")                                           \
  S(__ldcv, load_volatile, "T(const T*)", cache, memory, "the value at an address, fetched again each time")                   \
  S(__stwb, store, "void(T*, T)", cache, memory, "stores, written back at all levels")                                         \
  S(__stcg, store, "void(T*, T)", cache, memory, "stores, cached in L2 alone")                                                 \
  S(__stcs, store, "void(T*, T)", cache, memory, "stores, likely used once")                                                   \
  S(__stwt, store, "void(T*, T)", cache, memory, "stores through the L2 cache to memory")                                      \
  S(nanf, nan_f32, "float(const char*)", math, none, "a quiet NaN")                                                            \
  S(nan, nan_f64, "double(const char*)", math, none, "a quiet NaN")                                                            \
  S(__builtin_assume, assume, "void(bool)", hint, none, "a promise to the compiler; nothing is computed")                      \
  S(__assume, assume, "void(bool)", hint, none, "a promise to the compiler; nothing is computed")                              \
  S(__builtin_assume_aligned, first_pointer, "void*(const void*, size_t)", hint, none, "the pointer, with a promise of its alignment") \
  S(__builtin_expect, first_long, "long(long, long)", hint, none, "the first value, likely equal to the second")

namespace wb {

enum class SpecialForm { none, load, load_volatile, store, nan_f32, nan_f64, assume, first_pointer, first_long };

}  // namespace wb
