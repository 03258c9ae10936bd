#pragma once
// half and bfloat16 as the hardware computes them. A value is its 16 bits in the low half of a 32-bit register.
//
//   half      s eeeee ffffffffff       bfloat16  s eeeeeeee fffffff      (the upper half of a float)
//
// The machine's loops hold no half-precision vectors, so an operation is done in float and rounded once more. That second rounding is
// harmless for + - * / of half and + - / of bfloat16: float has more than 2p + 2 bits of theirs, and where results are subnormal they are
// exact or far from a tie. Elsewhere (fma; products of bfloat16, which may be smaller than any float) the first rounding is "to odd": an
// inexact result gets its last bit set, so that it can be no tie for the second.
//
// Every function here is a line of arithmetic and selections, without branches: the compiler makes vectors of it.
#include <cstdint>

namespace wb {

// The machine's loops are compiled for several processors: each file has these functions for itself.
#if defined(__GNUC__)
#define WB_LANE static inline __attribute__((always_inline))
#else
#define WB_LANE static inline
#endif

enum class Rounding : uint8_t { nearest, zero, down, up };

WB_LANE float half_to_float(uint32_t h) {
  const uint32_t shifted = (h & 0x7FFF) << 13, exponent = shifted & 0x0F800000, sign = (h & 0x8000) << 16;
  const uint32_t normal = shifted + (112u << 23);
  const uint32_t special = (shifted & 0x007FFFFF) ? 0x7FFFFFFF : 0x7F800000 | sign;
  const float small = __builtin_bit_cast(float, shifted + (113u << 23)) - __builtin_bit_cast(float, 113u << 23);
  const uint32_t finite = (exponent == 0 ? __builtin_bit_cast(uint32_t, small) : normal) | sign;
  return __builtin_bit_cast(float, exponent == 0x0F800000 ? special : finite);
}

WB_LANE uint32_t float_to_half(float value) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, value), sign = bits & 0x80000000, magnitude = bits ^ sign;
  const uint32_t small = __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, magnitude) + 0.5f) - 0x3F000000;  // the sum rounds at 2^-24
  const uint32_t normal = (magnitude + 0xC8000FFF + (magnitude >> 13 & 1)) >> 13;
  const uint32_t finite = magnitude < 0x38800000 ? small : normal;
  const uint32_t signed_value = (magnitude >= 0x47800000 ? 0x7C00 : finite) | sign >> 16;
  return magnitude > 0x7F800000 ? 0x7FFF : signed_value;
}

WB_LANE float bfloat_to_float(uint32_t b) { return __builtin_bit_cast(float, b << 16); }

WB_LANE uint32_t float_to_bfloat(float value) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, value);
  const uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
  return (bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFF : rounded;
}

WB_LANE uint32_t half_add(uint32_t a, uint32_t b) { return float_to_half(half_to_float(a) + half_to_float(b)); }
WB_LANE uint32_t half_sub(uint32_t a, uint32_t b) { return float_to_half(half_to_float(a) - half_to_float(b)); }
WB_LANE uint32_t half_mul(uint32_t a, uint32_t b) { return float_to_half(half_to_float(a) * half_to_float(b)); }
WB_LANE uint32_t half_div(uint32_t a, uint32_t b) { return float_to_half(half_to_float(a) / half_to_float(b)); }
WB_LANE uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c) {
  const float product = half_to_float(a) * half_to_float(b), z = half_to_float(c);  // the product is exact
  const float sum = product + z, back = sum - product, error = (product - (sum - back)) + (z - back);
  const uint32_t bits = __builtin_bit_cast(uint32_t, sum);
  const bool is_inexact = error > 0 || error < 0;
  const uint32_t step = (error > 0) == ((bits >> 31) == 0) ? 1u : ~0u;
  const uint32_t odd = is_inexact && !(bits & 1) ? bits + step : bits;
  return float_to_half(__builtin_bit_cast(float, odd));
}

WB_LANE uint32_t half_neg(uint32_t a) { return (a & 0x7FFF) > 0x7C00 ? 0x7FFF : a ^ 0x8000; }
WB_LANE uint32_t bfloat_neg(uint32_t a) { return (a & 0x7FFF) > 0x7F80 ? 0x7FFF : a ^ 0x8000; }

WB_LANE float float_to_odd(double value) {
  const float near = static_cast<float>(value);
  const double error = value - static_cast<double>(near);
  const uint32_t bits = __builtin_bit_cast(uint32_t, near);
  const bool is_inexact = error > 0 || error < 0;
  const uint32_t step = (error > 0) == ((bits >> 31) == 0) ? 1u : ~0u;
  return __builtin_bit_cast(float, is_inexact && !(bits & 1) ? bits + step : bits);
}
WB_LANE uint32_t bfloat_add(uint32_t a, uint32_t b) { return float_to_bfloat(bfloat_to_float(a) + bfloat_to_float(b)); }
WB_LANE uint32_t bfloat_sub(uint32_t a, uint32_t b) { return float_to_bfloat(bfloat_to_float(a) - bfloat_to_float(b)); }
WB_LANE uint32_t bfloat_mul(uint32_t a, uint32_t b) {
  return float_to_bfloat(float_to_odd(static_cast<double>(bfloat_to_float(a)) * static_cast<double>(bfloat_to_float(b))));
}
WB_LANE uint32_t bfloat_div(uint32_t a, uint32_t b) { return float_to_bfloat(bfloat_to_float(a) / bfloat_to_float(b)); }
WB_LANE uint32_t bfloat_fma(uint32_t a, uint32_t b, uint32_t c) {
  const double product = static_cast<double>(bfloat_to_float(a)) * static_cast<double>(bfloat_to_float(b)), z = static_cast<double>(bfloat_to_float(c));
  const double sum = product + z, back = sum - product, error = (product - (sum - back)) + (z - back);
  const uint64_t bits = __builtin_bit_cast(uint64_t, sum);
  const bool is_inexact = error > 0 || error < 0;
  const uint64_t step = (error > 0) == ((bits >> 63) == 0) ? uint64_t{1} : ~uint64_t{0};
  const uint64_t odd = is_inexact && !(bits & 1) ? bits + step : bits;
  return float_to_bfloat(float_to_odd(__builtin_bit_cast(double, odd)));
}

// Any double to a format with `fraction_bits` and a smallest normal exponent, in one rounding.
WB_LANE uint32_t round_double(double value, Rounding rounding, int fraction_bits, int lowest_exponent) {
  const uint64_t bits = __builtin_bit_cast(uint64_t, value);
  const uint32_t sign = bits >> 63 ? 0x8000 : 0, infinity = static_cast<uint32_t>(0x7FFF >> fraction_bits << fraction_bits);
  const int exponent = static_cast<int>(bits >> 52 & 0x7FF);
  const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
  if (exponent == 0x7FF) {  // of a double's NaN the hardware keeps the sign and the upper bits
    const uint32_t quiet = 1u << (fraction_bits - 1);
    return sign | infinity | (fraction ? static_cast<uint32_t>(fraction >> (52 - fraction_bits)) | quiet : 0);
  }
  const uint64_t mantissa = exponent ? fraction | uint64_t{1} << 52 : fraction;
  const int unbiased = (exponent ? exponent : 1) - 1023, target = unbiased > lowest_exponent ? unbiased : lowest_exponent;
  const int dropped = 52 - fraction_bits + (target - unbiased);
  uint64_t kept = dropped < 64 ? mantissa >> dropped : 0;
  const uint64_t rest = dropped < 64 ? mantissa & ((uint64_t{1} << dropped) - 1) : mantissa;
  const uint64_t tie = dropped < 64 ? uint64_t{1} << (dropped - 1) : ~uint64_t{0};
  const bool away = (rounding == Rounding::up && !sign) || (rounding == Rounding::down && sign);
  const bool raise = rounding == Rounding::nearest ? rest > tie || (rest == tie && (kept & 1)) : away && rest != 0;
  kept += raise ? 1 : 0;
  const uint64_t result = (static_cast<uint64_t>(target - lowest_exponent) << fraction_bits) + kept;
  if (result < infinity) return sign | static_cast<uint32_t>(result);
  return sign | (rounding == Rounding::nearest || away ? infinity : infinity - 1);
}
WB_LANE uint32_t double_to_half(double value, Rounding rounding) { return round_double(value, rounding, 10, -14); }
WB_LANE uint32_t double_to_bfloat(double value, Rounding rounding) { return round_double(value, rounding, 7, -126); }

// A 64-bit integer as a double that any shorter format rounds alike: what does not fit is kept as one sticky bit.
WB_LANE double sticky_double(uint64_t magnitude, bool is_negative) {
  const bool is_long = magnitude >> 53 != 0;
  const uint64_t kept = is_long ? magnitude >> 11 | ((magnitude & 0x7FF) != 0 ? 1 : 0) : magnitude;
  const double value = static_cast<double>(kept) * (is_long ? 2048.0 : 1.0);
  return is_negative ? -value : value;
}

#undef WB_LANE

}  // namespace wb

// As the builtin table's functions.
enum class __half : uint16_t {};
enum class __nv_bfloat16 : uint16_t {};

namespace wb_device {

#define WB_HALF_FROM(T, type, word, mode, rounding)                                                                                             \
  inline T __wb_##type##_##mode(double x) { return static_cast<T>(wb::double_to_##word(x, wb::Rounding::rounding)); }                           \
  inline T __wb_##type##_##mode(long long x) {                                                                                                  \
    return static_cast<T>(wb::double_to_##word(wb::sticky_double(x < 0 ? 0ull - static_cast<uint64_t>(x) : static_cast<uint64_t>(x), x < 0), wb::Rounding::rounding)); \
  }                                                                                                                                             \
  inline T __wb_##type##_##mode(unsigned long long x) { return static_cast<T>(wb::double_to_##word(wb::sticky_double(x, false), wb::Rounding::rounding)); }
#define WB_HALF_OF(T, type, word)                                                                                                               \
  inline float __wb_##type##_to_f32(T x) { return wb::word##_to_float(static_cast<uint32_t>(x)); }                                              \
  inline T __wb_##type(float x) { return static_cast<T>(wb::float_to_##word(x)); }                                                              \
  WB_HALF_FROM(T, type, word, rn, nearest)                                                                                                      \
  WB_HALF_FROM(T, type, word, rz, zero)                                                                                                         \
  WB_HALF_FROM(T, type, word, rd, down)                                                                                                         \
  WB_HALF_FROM(T, type, word, ru, up)                                                                                                           \
  inline T __wb_add(T a, T b) { return static_cast<T>(wb::word##_add(static_cast<uint32_t>(a), static_cast<uint32_t>(b))); }                    \
  inline T __wb_sub(T a, T b) { return static_cast<T>(wb::word##_sub(static_cast<uint32_t>(a), static_cast<uint32_t>(b))); }                    \
  inline T __wb_mul(T a, T b) { return static_cast<T>(wb::word##_mul(static_cast<uint32_t>(a), static_cast<uint32_t>(b))); }                    \
  inline T __wb_div(T a, T b) { return static_cast<T>(wb::word##_div(static_cast<uint32_t>(a), static_cast<uint32_t>(b))); }                    \
  inline T __wb_fma(T a, T b, T c) { return static_cast<T>(wb::word##_fma(static_cast<uint32_t>(a), static_cast<uint32_t>(b), static_cast<uint32_t>(c))); } \
  inline T __wb_neg(T a) { return static_cast<T>(wb::word##_neg(static_cast<uint32_t>(a))); }                                                    \
  inline unsigned short __wb_bits(T x) { return static_cast<unsigned short>(x); }                                                               \
  inline T __wb_##type##_from_bits(unsigned short x) { return static_cast<T>(x); }
WB_HALF_OF(__half, f16, half)
WB_HALF_OF(__nv_bfloat16, bf16, bfloat)
#undef WB_HALF_OF
#undef WB_HALF_FROM

}  // namespace wb_device
