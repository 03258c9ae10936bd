#pragma once
// CUDA's device functions that take values and give a value: math, bits, conversions, rounding, SIMD in a word. One text for two users: the
// machine calls them lane by lane (device_table.cpp), the printed loops call them as they stand here (simulator/loops/warpbook_loops.h
// includes this text), so both give the same bits.
//
//   float functions    computed in double and rounded once: inside half an ulp of the true value, on every processor alike
//   double functions   the C library's, or long double where the library has none: inside the bounds of CUDA's own tables
//   directed rounding  the processor's rounding mode, changed around one operation whose operands the compiler cannot see through
//   fast forms         (__sinf ...) computed as the exact ones, which lies inside their documented bounds; where the hardware's
//                      formula gives another kind of result (a NaN, a zero), that is followed
//
// Plain C++17 and the standard library alone: the printed loops are compiled by whatever compiler the reader has.
#include <cfenv>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#ifndef WB_DEVICE_NAMESPACE
#define WB_DEVICE_NAMESPACE wb_device
#endif

namespace WB_DEVICE_NAMESPACE {

template <class To, class From>
inline To same_bits(From x) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To result;
  std::memcpy(&result, &x, sizeof result);
  return result;
}

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

// ---- math functions that the C++ library has, or nearly has

#define WB_DEVICE_MATH(name, result)                                                                            \
  inline double name(double x) { return result; }                                                        \
  inline float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); }             \
  inline float name(float x) { return name##f(x); }
#define WB_DEVICE_MATH_2(name, result)                                                                          \
  inline double name(double x, double y) { return result; }                                              \
  inline float name##f(float x, float y) { return static_cast<float>(name(static_cast<double>(x), static_cast<double>(y))); } \
  inline float name(float x, float y) { return name##f(x, y); }

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr long double pi_l = 3.141592653589793238462643383279502884L;

// lgamma without the C library's global sign variable: two runs may be at work at once.
inline double log_gamma(double x) {
#if defined(__GLIBC__)
  int sign = 0;
  return ::lgamma_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

inline double sine_of_pi_times(double x) {
  if (!std::isfinite(x)) return not_a_number;
  long double r = std::fmod(std::fabs(x), 2.0);
  const bool falls = r >= 1;
  if (falls) r -= 1;
  if (r > 0.5L) r = 1 - r;
  if (r == 0) return std::copysign(0.0, x);
  const long double value = r <= 0.25L ? std::sin(pi_l * r) : std::cos(pi_l * (0.5L - r));
  return static_cast<double>(falls != std::signbit(x) ? -value : value);
}
inline double cosine_of_pi_times(double x) {
  if (!std::isfinite(x)) return not_a_number;
  long double r = std::fmod(std::fabs(x), 2.0);
  if (r > 1) r = 2 - r;
  if (r == 0.5L) return 0.0;
  if (r <= 0.25L) return static_cast<double>(std::cos(pi_l * r));
  if (r <= 0.75L) return static_cast<double>(std::sin(pi_l * (0.5L - r)));
  return static_cast<double>(-std::cos(pi_l * (1 - r)));
}

// Halley's method on erf(y) = x, from a guess good to three digits.
inline double inverse_error_function(double x) {
  const long double a = std::fabs(static_cast<long double>(x));
  if (!(a <= 1)) return not_a_number;
  if (a == 1) return std::copysign(infinity, x);
  const long double slope = 2 / std::sqrt(pi_l);
  long double y = a / slope;
  if (a > 1e-9L) {
    const long double l = std::log((1 - a) * (1 + a)), t = 2 / (pi_l * 0.147L) + l / 2;
    y = std::sqrt(std::sqrt(t * t - l / 0.147L) - t);
    for (int i = 0; i < 4; ++i) {
      const long double off = a > 0.5L ? (1 - a) - std::erfc(y) : std::erf(y) - a;
      const long double step = off / (slope * std::exp(-y * y));
      y -= step / (1 + y * step);
    }
  }
  return static_cast<double>(std::signbit(x) ? -y : y);
}
// y with erfc(y) = x, for small x: Newton's method on the logarithm, where the curve is nearly a parabola.
inline long double inverse_tail(long double x) {
  const long double wanted = std::log(x);
  long double y = std::sqrt(-wanted) > 1 ? std::sqrt(-wanted - 0.5L * std::log(-wanted * pi_l)) : 0.5L;
  if (!(y > 0.4L)) y = 0.4L;
  for (int i = 0; i < 10; ++i) {
    const long double tail = std::erfc(y), step = (std::log(tail) - wanted) * tail * std::sqrt(pi_l) / 2 * std::exp(y * y);
    y += step;
    if (std::fabs(step) < 1e-19L * y) break;
  }
  return y;
}
inline double inverse_complement(long double x) {
  if (!(x >= 0 && x <= 2)) return not_a_number;
  if (x == 0) return infinity;
  if (x == 2) return -infinity;
  if (x < 0.5L) return static_cast<double>(inverse_tail(x));
  if (x > 1.5L) return static_cast<double>(-inverse_tail(2 - x));
  return inverse_error_function(static_cast<double>(1 - x));
}
// The normal distribution's quantile: minus the root of two times that of erfc, in long double to the end.
inline double normal_quantile(double p) {
  const long double x = 2 * static_cast<long double>(p), root = std::sqrt(2.0L);
  if (!(x >= 0 && x <= 2)) return not_a_number;
  if (x == 0) return -infinity;
  if (x == 2) return infinity;
  if (x < 0.5L) return static_cast<double>(-root * inverse_tail(x));
  if (x > 1.5L) return static_cast<double>(root * inverse_tail(2 - x));
  return static_cast<double>(root * inverse_error_function(static_cast<double>(x - 1)));
}
inline double scaled_complement(double x) {
  const long double w = x;
  if (x < 10) return x < -27 ? infinity : static_cast<double>(std::exp(w * w) * std::erfc(w));
  if (x != x) return x;
  long double tail = w;  // a continued fraction, from its far end
  for (int k = 60; k > 0; --k) tail = w + static_cast<long double>(k) / 2 / tail;
  return static_cast<double>(1 / (std::sqrt(pi_l) * tail));
}
// Modified Bessel functions of order 0 and 1: the power series, whose terms are all positive, and the asymptotic one for large x.
inline double modified_bessel(int order, double x) {
  if (x != x) return x;
  const long double a = std::fabs(static_cast<long double>(x));
  long double sum = 1, term = 1;
  if (a <= 50) {
    for (int k = 1; k < 400 && term > sum * 1e-21L; ++k) sum += term *= a * a / 4 / (static_cast<long double>(k) * (k + order));
    if (order == 1) sum *= a / 2;
  } else {
    if (a > 720) return order == 1 ? std::copysign(infinity, x) : infinity;
    for (int k = 1; k < 40; ++k) sum += term *= static_cast<long double>((2 * k - 1) * (2 * k - 1) - 4 * order) / (8 * a * k);
    sum *= std::exp(a) / std::sqrt(2 * pi_l * a);
  }
  return static_cast<double>(order == 1 && std::signbit(x) ? -sum : sum);
}

WB_DEVICE_MATH(sqrt, std::sqrt(x)) WB_DEVICE_MATH(rsqrt, 1.0 / std::sqrt(x)) WB_DEVICE_MATH(cbrt, std::cbrt(x))
WB_DEVICE_MATH(rcbrt, x == 0 || !std::isfinite(x) ? 1 / x : static_cast<double>(1 / std::cbrt(static_cast<long double>(x))))
WB_DEVICE_MATH(exp, std::exp(x)) WB_DEVICE_MATH(exp2, std::exp2(x)) WB_DEVICE_MATH(exp10, std::pow(10.0, x)) WB_DEVICE_MATH(expm1, std::expm1(x))
WB_DEVICE_MATH(log, std::log(x)) WB_DEVICE_MATH(log2, std::log2(x)) WB_DEVICE_MATH(log10, std::log10(x)) WB_DEVICE_MATH(log1p, std::log1p(x)) WB_DEVICE_MATH(logb, std::logb(x))
WB_DEVICE_MATH(sin, std::sin(x)) WB_DEVICE_MATH(cos, std::cos(x)) WB_DEVICE_MATH(tan, std::tan(x)) WB_DEVICE_MATH(asin, std::asin(x)) WB_DEVICE_MATH(acos, std::acos(x)) WB_DEVICE_MATH(atan, std::atan(x))
WB_DEVICE_MATH(sinh, std::sinh(x)) WB_DEVICE_MATH(cosh, std::cosh(x)) WB_DEVICE_MATH(tanh, std::tanh(x)) WB_DEVICE_MATH(asinh, std::asinh(x)) WB_DEVICE_MATH(acosh, std::acosh(x)) WB_DEVICE_MATH(atanh, std::atanh(x))
WB_DEVICE_MATH(sinpi, sine_of_pi_times(x)) WB_DEVICE_MATH(cospi, cosine_of_pi_times(x))
WB_DEVICE_MATH(erf, std::erf(x)) WB_DEVICE_MATH(erfc, std::erfc(x)) WB_DEVICE_MATH(erfinv, inverse_error_function(x)) WB_DEVICE_MATH(erfcinv, inverse_complement(static_cast<long double>(x)))
WB_DEVICE_MATH(erfcx, scaled_complement(x)) WB_DEVICE_MATH(normcdf, static_cast<double>(std::erfc(-static_cast<long double>(x) / std::sqrt(2.0L)) / 2))
WB_DEVICE_MATH(normcdfinv, normal_quantile(x)) WB_DEVICE_MATH(tgamma, std::tgamma(x)) WB_DEVICE_MATH(lgamma, log_gamma(x))
WB_DEVICE_MATH(j0, ::j0(x)) WB_DEVICE_MATH(j1, ::j1(x)) WB_DEVICE_MATH(y0, x < 0 ? not_a_number : ::y0(x)) WB_DEVICE_MATH(y1, x < 0 ? not_a_number : ::y1(x))
WB_DEVICE_MATH(cyl_bessel_i0, modified_bessel(0, x)) WB_DEVICE_MATH(cyl_bessel_i1, modified_bessel(1, x))
WB_DEVICE_MATH(floor, std::floor(x)) WB_DEVICE_MATH(ceil, std::ceil(x)) WB_DEVICE_MATH(trunc, std::trunc(x)) WB_DEVICE_MATH(round, std::round(x))
WB_DEVICE_MATH(rint, std::rint(x)) WB_DEVICE_MATH(nearbyint, std::nearbyint(x)) WB_DEVICE_MATH(fabs, std::fabs(x))

inline double reciprocal_root(long double sum) { return sum == 0 ? infinity : static_cast<double>(1 / std::sqrt(sum)); }
inline long double squared(double x) { return static_cast<long double>(x) * x; }

// A NaN loses, and -0 is less than +0, as on the hardware.
template <class Real>
inline Real smaller(Real x, Real y) { return x < y || y != y || (x == y && std::signbit(x)) ? x : y; }
template <class Real>
inline Real larger(Real x, Real y) { return x > y || y != y || (x == y && std::signbit(y)) ? x : y; }

WB_DEVICE_MATH_2(pow, std::pow(x, y)) WB_DEVICE_MATH_2(atan2, std::atan2(x, y)) WB_DEVICE_MATH_2(fmod, std::fmod(x, y)) WB_DEVICE_MATH_2(hypot, std::hypot(x, y))
WB_DEVICE_MATH_2(rhypot, std::isinf(x) || std::isinf(y) ? 0.0 : reciprocal_root(squared(x) + squared(y)))
WB_DEVICE_MATH_2(fmin, smaller(x, y)) WB_DEVICE_MATH_2(fmax, larger(x, y)) WB_DEVICE_MATH_2(fdim, std::fdim(x, y)) WB_DEVICE_MATH_2(copysign, std::copysign(x, y))
WB_DEVICE_MATH_2(remainder, std::remainder(x, y))

inline double nextafter(double x, double y) { return std::nextafter(x, y); }
inline float nextafterf(float x, float y) { return std::nextafter(x, y); }
inline float nextafter(float x, float y) { return std::nextafter(x, y); }
inline double fdivide(double x, double y) { return x / y; }
inline float fdividef(float x, float y) { return x / y; }
inline float fdivide(float x, float y) { return x / y; }
#undef WB_DEVICE_MATH
#undef WB_DEVICE_MATH_2

inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

inline double norm3d(double x, double y, double z) {
  return std::isinf(x) || std::isinf(y) || std::isinf(z) ? infinity : static_cast<double>(std::sqrt(squared(x) + squared(y) + squared(z)));
}
inline double rnorm3d(double x, double y, double z) {
  return std::isinf(x) || std::isinf(y) || std::isinf(z) ? 0.0 : reciprocal_root(squared(x) + squared(y) + squared(z));
}
inline double norm4d(double x, double y, double z, double w) {
  return std::isinf(x) || std::isinf(y) || std::isinf(z) || std::isinf(w) ? infinity : static_cast<double>(std::sqrt(squared(x) + squared(y) + squared(z) + squared(w)));
}
inline double rnorm4d(double x, double y, double z, double w) {
  return std::isinf(x) || std::isinf(y) || std::isinf(z) || std::isinf(w) ? 0.0 : reciprocal_root(squared(x) + squared(y) + squared(z) + squared(w));
}
#define WB_DEVICE_NORM(name)                                                                                                             \
  inline float name##3df(float x, float y, float z) { return static_cast<float>(name##3d(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z))); } \
  inline float name##3d(float x, float y, float z) { return name##3df(x, y, z); }                                                 \
  inline float name##4df(float x, float y, float z, float w) {                                                                    \
    return static_cast<float>(name##4d(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z), static_cast<double>(w))); \
  }                                                                                                                               \
  inline float name##4d(float x, float y, float z, float w) { return name##4df(x, y, z, w); }
WB_DEVICE_NORM(norm) WB_DEVICE_NORM(rnorm)
#undef WB_DEVICE_NORM

// Exponents and whole numbers.
inline int ilogb(double x) { return x == 0 || x != x ? INT_MIN : std::isinf(x) ? INT_MAX : std::ilogb(x); }
inline int ilogbf(float x) { return ilogb(static_cast<double>(x)); }
inline int ilogb(float x) { return ilogbf(x); }
inline double scalbln(double x, long n) { return std::ldexp(x, static_cast<int>(n > 10000 ? 10000 : n < -10000 ? -10000 : n)); }
inline float scalblnf(float x, long n) { return static_cast<float>(scalbln(static_cast<double>(x), n > 600 ? 600 : n < -600 ? -600 : n)); }
inline float scalbln(float x, long n) { return scalblnf(x, n); }
inline double ldexp(double x, int n) { return scalbln(x, n); }
inline float ldexpf(float x, int n) { return scalblnf(x, n); }
inline float ldexp(float x, int n) { return scalblnf(x, n); }
inline double scalbn(double x, int n) { return scalbln(x, n); }
inline float scalbnf(float x, int n) { return scalblnf(x, n); }
inline float scalbn(float x, int n) { return scalblnf(x, n); }
inline long lrint(double x) { return to_long(std::rint(x)); }
inline long lrintf(float x) { return to_long(std::rint(x)); }
inline long lrint(float x) { return lrintf(x); }
inline long lround(double x) { return to_long(std::round(x)); }
inline long lroundf(float x) { return to_long(std::round(x)); }
inline long lround(float x) { return lroundf(x); }
inline long long llrint(double x) { return lrint(x); }
inline long long llrintf(float x) { return lrintf(x); }
inline long long llrint(float x) { return lrintf(x); }
inline long long llround(double x) { return lround(x); }
inline long long llroundf(float x) { return lroundf(x); }
inline long long llround(float x) { return lroundf(x); }
inline double jn(int n, double x) { return n < 0 ? not_a_number : ::jn(n, x); }
inline float jnf(int n, float x) { return static_cast<float>(jn(n, static_cast<double>(x))); }
inline float jn(int n, float x) { return jnf(n, x); }
inline double yn(int n, double x) { return n < 0 || x < 0 ? not_a_number : ::yn(n, x); }
inline float ynf(int n, float x) { return static_cast<float>(yn(n, static_cast<double>(x))); }
inline float yn(int n, float x) { return ynf(n, x); }

// The parts of functions with more than one result.
inline double __wb_frexp_fraction(double x) {
  int exponent = 0;
  return std::frexp(x, &exponent);
}
inline float __wb_frexp_fractionf(float x) { return static_cast<float>(__wb_frexp_fraction(static_cast<double>(x))); }
inline int __wb_frexp_exponent(double x) {
  int exponent = 0;
  if (std::isfinite(x)) std::frexp(x, &exponent);
  return exponent;
}
inline int __wb_frexp_exponentf(float x) { return __wb_frexp_exponent(static_cast<double>(x)); }
inline double __wb_modf_fraction(double x) { return std::copysign(std::isinf(x) ? 0.0 : x - std::trunc(x), x); }
inline float __wb_modf_fractionf(float x) { return static_cast<float>(__wb_modf_fraction(static_cast<double>(x))); }
inline int __wb_remquo_quotient(double x, double y) {
  int quotient = 0;
  if (std::isfinite(x) && y == y && y != 0) std::remquo(x, y, &quotient);
  return quotient;
}
inline int __wb_remquo_quotientf(float x, float y) { return __wb_remquo_quotient(static_cast<double>(x), static_cast<double>(y)); }

inline int min(int a, int b) { return b < a ? b : a; }
inline unsigned int min(unsigned int a, unsigned int b) { return b < a ? b : a; }
inline long long min(long long a, long long b) { return b < a ? b : a; }
inline unsigned long long min(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
inline float min(float a, float b) { return smaller(a, b); }
inline double min(double a, double b) { return smaller(a, b); }
inline int max(int a, int b) { return a < b ? b : a; }
inline unsigned int max(unsigned int a, unsigned int b) { return a < b ? b : a; }
inline long long max(long long a, long long b) { return a < b ? b : a; }
inline unsigned long long max(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
inline float max(float a, float b) { return larger(a, b); }
inline double max(double a, double b) { return larger(a, b); }
inline unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
inline unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
inline long long llmin(long long a, long long b) { return min(a, b); }
inline long long llmax(long long a, long long b) { return max(a, b); }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
inline int abs(int x) { return x < 0 ? static_cast<int>(0u - static_cast<unsigned int>(x)) : x; }
inline long long abs(long long x) { return x < 0 ? static_cast<long long>(0ull - static_cast<unsigned long long>(x)) : x; }
inline float abs(float x) { return std::fabs(x); }
inline double abs(double x) { return std::fabs(x); }
inline long labs(long x) { return static_cast<long>(abs(static_cast<long long>(x))); }
inline long long llabs(long long x) { return abs(x); }

inline bool isnan(float x) { return x != x; }
inline bool isnan(double x) { return x != x; }
inline bool isinf(float x) { return std::isinf(x); }
inline bool isinf(double x) { return std::isinf(x); }
inline bool isfinite(float x) { return std::isfinite(x); }
inline bool isfinite(double x) { return std::isfinite(x); }
inline bool signbit(float x) { return std::signbit(x); }
inline bool signbit(double x) { return std::signbit(x); }

// ---- the fast forms

inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return exp10f(x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline float __tanhf(float x) { return tanhf(x); }
// 2 to the power of y * log2(x): no root of a negative number, and 0 * infinity is a NaN.
inline float __powf(float x, float y) {
  return static_cast<float>(std::exp2(static_cast<double>(y) * std::log2(static_cast<double>(x))));
}
// x * (1 / y), where 1 / y has no subnormal numbers.
inline float __fdividef(float x, float y) {
  return std::fabs(y) > 0x1p126f ? x * std::copysign(0.0f, y) : x / y;
}
inline float __saturatef(float x) { return !(x > 0.0f) ? 0.0f : x > 1.0f ? 1.0f : x; }

// ---- bit casts and the halves of a double

inline int __float_as_int(float x) { return same_bits<int>(x); }
inline unsigned int __float_as_uint(float x) { return same_bits<unsigned int>(x); }
inline float __int_as_float(int x) { return same_bits<float>(x); }
inline float __uint_as_float(unsigned int x) { return same_bits<float>(x); }
inline long long __double_as_longlong(double x) { return same_bits<long long>(x); }
inline double __longlong_as_double(long long x) { return same_bits<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(same_bits<unsigned long long>(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(same_bits<unsigned long long>(x)); }
inline double __hiloint2double(int high, int low) {
  return same_bits<double>(static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32 | static_cast<unsigned int>(low));
}

// ---- arithmetic and conversions that are rounded in a given direction

struct RoundingMode {
  int saved;
  explicit RoundingMode(int mode) : saved(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(saved); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;
};

// The volatile copies keep the operation between the two changes of the mode.
#define WB_DEVICE_ROUNDED_1(name, R, A, result)                                   \
  inline R name##_in(int mode, A x_) {                                     \
    const volatile A x = x_;                                               \
    volatile R r;                                                          \
    { RoundingMode in(mode); r = result; }                                 \
    return r;                                                              \
  }                                                                        \
  inline R name##_rn(A x) { return name##_in(FE_TONEAREST, x); }           \
  inline R name##_rz(A x) { return name##_in(FE_TOWARDZERO, x); }          \
  inline R name##_ru(A x) { return name##_in(FE_UPWARD, x); }              \
  inline R name##_rd(A x) { return name##_in(FE_DOWNWARD, x); }
#define WB_DEVICE_ROUNDED_2(name, R, result)                                      \
  inline R name##_in(int mode, R x_, R y_) {                               \
    const volatile R x = x_, y = y_;                                       \
    volatile R r;                                                          \
    { RoundingMode in(mode); r = result; }                                 \
    return r;                                                              \
  }                                                                        \
  inline R name##_rn(R x, R y) { return name##_in(FE_TONEAREST, x, y); }   \
  inline R name##_rz(R x, R y) { return name##_in(FE_TOWARDZERO, x, y); }  \
  inline R name##_ru(R x, R y) { return name##_in(FE_UPWARD, x, y); }      \
  inline R name##_rd(R x, R y) { return name##_in(FE_DOWNWARD, x, y); }
#define WB_DEVICE_ROUNDED_3(name, R, result)                                      \
  inline R name##_in(int mode, R x_, R y_, R z_) {                         \
    const volatile R x = x_, y = y_, z = z_;                               \
    volatile R r;                                                          \
    { RoundingMode in(mode); r = result; }                                 \
    return r;                                                              \
  }                                                                        \
  inline R name##_rn(R x, R y, R z) { return name##_in(FE_TONEAREST, x, y, z); }  \
  inline R name##_rz(R x, R y, R z) { return name##_in(FE_TOWARDZERO, x, y, z); } \
  inline R name##_ru(R x, R y, R z) { return name##_in(FE_UPWARD, x, y, z); }     \
  inline R name##_rd(R x, R y, R z) { return name##_in(FE_DOWNWARD, x, y, z); }

WB_DEVICE_ROUNDED_2(__fadd, float, x + y) WB_DEVICE_ROUNDED_2(__fsub, float, x - y) WB_DEVICE_ROUNDED_2(__fmul, float, x * y) WB_DEVICE_ROUNDED_2(__fdiv, float, x / y)
WB_DEVICE_ROUNDED_2(__dadd, double, x + y) WB_DEVICE_ROUNDED_2(__dsub, double, x - y) WB_DEVICE_ROUNDED_2(__dmul, double, x * y) WB_DEVICE_ROUNDED_2(__ddiv, double, x / y)
WB_DEVICE_ROUNDED_1(__frcp, float, float, 1.0f / x) WB_DEVICE_ROUNDED_1(__drcp, double, double, 1.0 / x)
WB_DEVICE_ROUNDED_1(__fsqrt, float, float, __builtin_sqrtf(x)) WB_DEVICE_ROUNDED_1(__dsqrt, double, double, __builtin_sqrt(x))
WB_DEVICE_ROUNDED_3(__fmaf, float, __builtin_fmaf(x, y, z)) WB_DEVICE_ROUNDED_3(__fma, double, __builtin_fma(x, y, z))
WB_DEVICE_ROUNDED_1(__int2float, float, int, static_cast<float>(x)) WB_DEVICE_ROUNDED_1(__uint2float, float, unsigned int, static_cast<float>(x))
WB_DEVICE_ROUNDED_1(__ll2float, float, long long, static_cast<float>(x)) WB_DEVICE_ROUNDED_1(__ull2float, float, unsigned long long, static_cast<float>(x))
WB_DEVICE_ROUNDED_1(__ll2double, double, long long, static_cast<double>(x)) WB_DEVICE_ROUNDED_1(__ull2double, double, unsigned long long, static_cast<double>(x))
WB_DEVICE_ROUNDED_1(__double2float, float, double, static_cast<float>(x))
#undef WB_DEVICE_ROUNDED_1
#undef WB_DEVICE_ROUNDED_2
#undef WB_DEVICE_ROUNDED_3
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned int x) { return x; }
inline float __frsqrt_rn(float x) {
  return x == 0 ? 1.0f / x : static_cast<float>(1 / std::sqrt(static_cast<long double>(x)));
}

#define WB_DEVICE_TO_INTEGER(name, R, Real, to)                      \
  inline R name##_rn(Real x) { return to(std::rint(x)); }     \
  inline R name##_rz(Real x) { return to(x); }                \
  inline R name##_ru(Real x) { return to(std::ceil(x)); }     \
  inline R name##_rd(Real x) { return to(std::floor(x)); }
WB_DEVICE_TO_INTEGER(__float2int, int, float, to_int) WB_DEVICE_TO_INTEGER(__float2uint, unsigned int, float, to_uint)
WB_DEVICE_TO_INTEGER(__float2ll, long long, float, to_longlong) WB_DEVICE_TO_INTEGER(__float2ull, unsigned long long, float, to_ulonglong)
WB_DEVICE_TO_INTEGER(__double2int, int, double, to_int) WB_DEVICE_TO_INTEGER(__double2uint, unsigned int, double, to_uint)
WB_DEVICE_TO_INTEGER(__double2ll, long long, double, to_longlong) WB_DEVICE_TO_INTEGER(__double2ull, unsigned long long, double, to_ulonglong)
#undef WB_DEVICE_TO_INTEGER

// ---- integers and their bits

inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned int>(x)) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned long long __brevll(unsigned long long x) {
  x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
  x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
  return __builtin_bswap64(x);
}
inline unsigned int __brev(unsigned int x) { return static_cast<unsigned int>(__brevll(x) >> 32); }
// Bytes of y:x, chosen by the low three bits of the four nibbles of s.
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
  const unsigned long long both = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned int chosen = s >> 4 * i & 7;
    result |= (static_cast<unsigned int>(both >> 8 * chosen) & 255) << 8 * i;
  }
  return result;
}
inline int low_24_signed(int x) { return static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8; }
inline int __mul24(int x, int y) { return static_cast<int>(static_cast<unsigned int>(low_24_signed(x)) * static_cast<unsigned int>(low_24_signed(y))); }
inline unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
inline unsigned int __umulhi(unsigned int x, unsigned int y) { return static_cast<unsigned int>(static_cast<unsigned long long>(x) * y >> 32); }
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  const unsigned long long a = x >> 32, b = x & 0xffffffffull, c = y >> 32, d = y & 0xffffffffull;
  const unsigned long long middle = a * d + (b * d >> 32), other = b * c + (middle & 0xffffffffull);
  return a * c + (middle >> 32) + (other >> 32);
}
inline long long __mul64hi(long long x, long long y) {
  unsigned long long high = __umul64hi(static_cast<unsigned long long>(x), static_cast<unsigned long long>(y));
  if (x < 0) high -= static_cast<unsigned long long>(y);
  if (y < 0) high -= static_cast<unsigned long long>(x);
  return static_cast<long long>(high);
}
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return (x > y ? x - y : y - x) + z; }
inline unsigned int __sad(int x, int y, unsigned int z) {
  const unsigned int a = static_cast<unsigned int>(x), b = static_cast<unsigned int>(y);
  return (x > y ? a - b : b - a) + z;
}
inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
inline int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
inline unsigned int __uhadd(unsigned int x, unsigned int y) { return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1); }
inline unsigned int __urhadd(unsigned int x, unsigned int y) { return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1); }
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int n) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(high) << 32 | low) << (n & 31) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int n) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(high) << 32 | low) >> (n & 31));
}
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int n) { return n >= 32 ? low : __funnelshift_l(low, high, n); }
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int n) { return n >= 32 ? high : __funnelshift_r(low, high, n); }
// The place of the offset-th set bit from `base` on, upwards or (negative) downwards.
inline unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (base > 31) return 0xffffffffu;
  if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  if (left > 32 || left < 0) return 0xffffffffu;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
    if (mask >> at & 1 && --left == 0) return static_cast<unsigned int>(at);
  return 0xffffffffu;
}

// ---- several small numbers in one word

template <int width>
inline int signed_field(unsigned int x, int place) { return static_cast<int>(x << (32 - width - place * width)) >> (32 - width); }
template <int width>
inline int unsigned_field(unsigned int x, int place) { return static_cast<int>(x << (32 - width - place * width) >> (32 - width)); }
template <int width, class F>
inline unsigned int each_signed(unsigned int a, unsigned int b, unsigned int c, F f) {
  unsigned int result = 0;
  for (int i = 0; i < 32 / width; ++i) {
    const int value = f(signed_field<width>(a, i), signed_field<width>(b, i), signed_field<width>(c, i));
    result |= (static_cast<unsigned int>(value) << (32 - width)) >> (32 - width) << i * width;
  }
  return result;
}
template <int width, class F>
inline unsigned int each_unsigned(unsigned int a, unsigned int b, unsigned int c, F f) {
  unsigned int result = 0;
  for (int i = 0; i < 32 / width; ++i) {
    const int value = f(unsigned_field<width>(a, i), unsigned_field<width>(b, i), unsigned_field<width>(c, i));
    result |= (static_cast<unsigned int>(value) << (32 - width)) >> (32 - width) << i * width;
  }
  return result;
}
template <int width>
inline int clamp_signed(int x) { return x < -(1 << (width - 1)) ? -(1 << (width - 1)) : x > (1 << (width - 1)) - 1 ? (1 << (width - 1)) - 1 : x; }
template <int width>
inline int clamp_unsigned(int x) { return x < 0 ? 0 : x > (1 << width) - 1 ? (1 << width) - 1 : x; }
template <int width>
inline int wrap_signed(int x) { return static_cast<int>(static_cast<unsigned int>(x) << (32 - width)) >> (32 - width); }
template <int width>
inline int wrap_unsigned(int x) { return static_cast<int>(static_cast<unsigned int>(x) << (32 - width) >> (32 - width)); }

// WIDTH stands for the width of a field in the expression.
#define WB_DEVICE_SIMD_1(name, of, result)                                                                                                          \
  inline unsigned int name##2(unsigned int a) { constexpr int WIDTH = 16; (void)WIDTH; return each_##of<16>(a, a, a, [](int x, int, int) { return result; }); } \
  inline unsigned int name##4(unsigned int a) { constexpr int WIDTH = 8; (void)WIDTH; return each_##of<8>(a, a, a, [](int x, int, int) { return result; }); }
#define WB_DEVICE_SIMD_2(name, of, result)                                                                                                          \
  inline unsigned int name##2(unsigned int a, unsigned int b) { constexpr int WIDTH = 16; (void)WIDTH; return each_##of<16>(a, b, b, [](int x, int y, int) { return result; }); } \
  inline unsigned int name##4(unsigned int a, unsigned int b) { constexpr int WIDTH = 8; (void)WIDTH; return each_##of<8>(a, b, b, [](int x, int y, int) { return result; }); }
#define WB_DEVICE_SIMD_COMPARE(suffix, of, condition)                \
  WB_DEVICE_SIMD_2(__vcmp##suffix, of, (condition) ? -1 : 0)         \
  WB_DEVICE_SIMD_2(__vset##suffix, of, (condition) ? 1 : 0)

WB_DEVICE_SIMD_1(__vabs, signed, x < 0 ? -x : x) WB_DEVICE_SIMD_1(__vabsss, signed, clamp_signed<WIDTH>(x < 0 ? -x : x))
WB_DEVICE_SIMD_1(__vneg, signed, -x) WB_DEVICE_SIMD_1(__vnegss, signed, clamp_signed<WIDTH>(-x))
WB_DEVICE_SIMD_2(__vabsdiffs, signed, x < y ? y - x : x - y) WB_DEVICE_SIMD_2(__vabsdiffu, unsigned, x < y ? y - x : x - y)
WB_DEVICE_SIMD_2(__vadd, unsigned, x + y) WB_DEVICE_SIMD_2(__vaddss, signed, clamp_signed<WIDTH>(x + y)) WB_DEVICE_SIMD_2(__vaddus, unsigned, clamp_unsigned<WIDTH>(x + y))
WB_DEVICE_SIMD_2(__vsub, unsigned, x - y) WB_DEVICE_SIMD_2(__vsubss, signed, clamp_signed<WIDTH>(x - y)) WB_DEVICE_SIMD_2(__vsubus, unsigned, clamp_unsigned<WIDTH>(x - y))
WB_DEVICE_SIMD_2(__vavgs, signed, (x + y + (x + y >= 0 ? 1 : 0)) >> 1) WB_DEVICE_SIMD_2(__vavgu, unsigned, (x + y + 1) >> 1) WB_DEVICE_SIMD_2(__vhaddu, unsigned, (x + y) >> 1)
WB_DEVICE_SIMD_2(__vmaxs, signed, x > y ? x : y) WB_DEVICE_SIMD_2(__vmaxu, unsigned, x > y ? x : y) WB_DEVICE_SIMD_2(__vmins, signed, x < y ? x : y) WB_DEVICE_SIMD_2(__vminu, unsigned, x < y ? x : y)
WB_DEVICE_SIMD_COMPARE(eq, unsigned, x == y) WB_DEVICE_SIMD_COMPARE(ne, unsigned, x != y)
WB_DEVICE_SIMD_COMPARE(ges, signed, x >= y) WB_DEVICE_SIMD_COMPARE(gts, signed, x > y) WB_DEVICE_SIMD_COMPARE(les, signed, x <= y) WB_DEVICE_SIMD_COMPARE(lts, signed, x < y)
WB_DEVICE_SIMD_COMPARE(geu, unsigned, x >= y) WB_DEVICE_SIMD_COMPARE(gtu, unsigned, x > y) WB_DEVICE_SIMD_COMPARE(leu, unsigned, x <= y) WB_DEVICE_SIMD_COMPARE(ltu, unsigned, x < y)
#undef WB_DEVICE_SIMD_1
#undef WB_DEVICE_SIMD_2
#undef WB_DEVICE_SIMD_COMPARE

template <int width>
inline unsigned int sum_of_fields(unsigned int x) {
  unsigned int sum = 0;
  for (int i = 0; i < 32 / width; ++i) sum += static_cast<unsigned int>(unsigned_field<width>(x, i));
  return sum;
}
inline unsigned int __vsads2(unsigned int a, unsigned int b) { return sum_of_fields<16>(__vabsdiffs2(a, b)); }
inline unsigned int __vsads4(unsigned int a, unsigned int b) { return sum_of_fields<8>(__vabsdiffs4(a, b)); }
inline unsigned int __vsadu2(unsigned int a, unsigned int b) { return sum_of_fields<16>(__vabsdiffu2(a, b)); }
inline unsigned int __vsadu4(unsigned int a, unsigned int b) { return sum_of_fields<8>(__vabsdiffu4(a, b)); }

// Sums, minima and maxima of three, plain and with a floor of 0 (relu).
template <class T> inline T lesser(T a, T b) { return b < a ? b : a; }
template <class T> inline T greater(T a, T b) { return a < b ? b : a; }
inline int wrapping_sum(int a, int b) { return static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b)); }
#define WB_DEVICE_SIMD_PICK(m, pick)                                                                                                                \
  inline int __viadd##m##_s32(int a, int b, int c) { return pick(wrapping_sum(a, b), c); }                                                   \
  inline int __viadd##m##_s32_relu(int a, int b, int c) { return greater(pick(wrapping_sum(a, b), c), 0); }                                  \
  inline unsigned int __viadd##m##_u32(unsigned int a, unsigned int b, unsigned int c) { return pick(a + b, c); }                            \
  inline unsigned int __viadd##m##_s16x2(unsigned int a, unsigned int b, unsigned int c) { return each_signed<16>(a, b, c, [](int x, int y, int z) { return pick(wrap_signed<16>(x + y), z); }); } \
  inline unsigned int __viadd##m##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return each_signed<16>(a, b, c, [](int x, int y, int z) { return greater(pick(wrap_signed<16>(x + y), z), 0); }); } \
  inline unsigned int __viadd##m##_u16x2(unsigned int a, unsigned int b, unsigned int c) { return each_unsigned<16>(a, b, c, [](int x, int y, int z) { return pick(wrap_unsigned<16>(x + y), z); }); } \
  inline int __vi##m##3_s32(int a, int b, int c) { return pick(pick(a, b), c); }                                                             \
  inline int __vi##m##3_s32_relu(int a, int b, int c) { return greater(pick(pick(a, b), c), 0); }                                            \
  inline unsigned int __vi##m##3_u32(unsigned int a, unsigned int b, unsigned int c) { return pick(pick(a, b), c); }                         \
  inline unsigned int __vi##m##3_s16x2(unsigned int a, unsigned int b, unsigned int c) { return each_signed<16>(a, b, c, [](int x, int y, int z) { return pick(pick(x, y), z); }); } \
  inline unsigned int __vi##m##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return each_signed<16>(a, b, c, [](int x, int y, int z) { return greater(pick(pick(x, y), z), 0); }); } \
  inline unsigned int __vi##m##3_u16x2(unsigned int a, unsigned int b, unsigned int c) { return each_unsigned<16>(a, b, c, [](int x, int y, int z) { return pick(pick(x, y), z); }); } \
  inline int __vi##m##_s32_relu(int a, int b) { return greater(pick(a, b), 0); }                                                             \
  inline unsigned int __vi##m##_s16x2_relu(unsigned int a, unsigned int b) { return each_signed<16>(a, b, b, [](int x, int y, int) { return greater(pick(x, y), 0); }); }
WB_DEVICE_SIMD_PICK(max, greater) WB_DEVICE_SIMD_PICK(min, lesser)
#undef WB_DEVICE_SIMD_PICK
// Which of the two it was: the parts of __vibmax and __vibmin.
inline int __wb_vibmax_s32(int a, int b) { return greater(a, b); }
inline int __wb_vibmin_s32(int a, int b) { return lesser(a, b); }
inline unsigned int __wb_vibmax_u32(unsigned int a, unsigned int b) { return greater(a, b); }
inline unsigned int __wb_vibmin_u32(unsigned int a, unsigned int b) { return lesser(a, b); }
inline bool __wb_ge_s32(int a, int b) { return a >= b; }
inline bool __wb_le_s32(int a, int b) { return a <= b; }
inline bool __wb_ge_u32(unsigned int a, unsigned int b) { return a >= b; }
inline bool __wb_le_u32(unsigned int a, unsigned int b) { return a <= b; }
inline bool __wb_ge_s16_high(unsigned int a, unsigned int b) { return signed_field<16>(a, 1) >= signed_field<16>(b, 1); }
inline bool __wb_ge_s16_low(unsigned int a, unsigned int b) { return signed_field<16>(a, 0) >= signed_field<16>(b, 0); }
inline bool __wb_le_s16_high(unsigned int a, unsigned int b) { return signed_field<16>(a, 1) <= signed_field<16>(b, 1); }
inline bool __wb_le_s16_low(unsigned int a, unsigned int b) { return signed_field<16>(a, 0) <= signed_field<16>(b, 0); }
inline bool __wb_ge_u16_high(unsigned int a, unsigned int b) { return unsigned_field<16>(a, 1) >= unsigned_field<16>(b, 1); }
inline bool __wb_ge_u16_low(unsigned int a, unsigned int b) { return unsigned_field<16>(a, 0) >= unsigned_field<16>(b, 0); }
inline bool __wb_le_u16_high(unsigned int a, unsigned int b) { return unsigned_field<16>(a, 1) <= unsigned_field<16>(b, 1); }
inline bool __wb_le_u16_low(unsigned int a, unsigned int b) { return unsigned_field<16>(a, 0) <= unsigned_field<16>(b, 0); }

// Products of small numbers, summed up: four bytes with four, or two 16-bit halves with the low or high pair of bytes.
inline int __dp4a(int a, int b, int c) {
  unsigned int sum = static_cast<unsigned int>(c);
  for (int i = 0; i < 4; ++i) sum += static_cast<unsigned int>(signed_field<8>(static_cast<unsigned int>(a), i) * signed_field<8>(static_cast<unsigned int>(b), i));
  return static_cast<int>(sum);
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int i = 0; i < 4; ++i) c += static_cast<unsigned int>(unsigned_field<8>(a, i) * unsigned_field<8>(b, i));
  return c;
}
template <int first>
inline int signed_pair(int a, int b, int c) {
  unsigned int sum = static_cast<unsigned int>(c);
  for (int i = 0; i < 2; ++i) sum += static_cast<unsigned int>(signed_field<16>(static_cast<unsigned int>(a), i) * signed_field<8>(static_cast<unsigned int>(b), first + i));
  return static_cast<int>(sum);
}
template <int first>
inline unsigned int unsigned_pair(unsigned int a, unsigned int b, unsigned int c) {
  for (int i = 0; i < 2; ++i) c += static_cast<unsigned int>(unsigned_field<16>(a, i)) * static_cast<unsigned int>(unsigned_field<8>(b, first + i));
  return c;
}
inline int __dp2a_lo(int a, int b, int c) { return signed_pair<0>(a, b, c); }
inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) { return unsigned_pair<0>(a, b, c); }
inline int __dp2a_hi(int a, int b, int c) { return signed_pair<2>(a, b, c); }
inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) { return unsigned_pair<2>(a, b, c); }

// ---- jumps of the XORWOW generator (simulator/library/include/curand_kernel.h). One step of its five words is linear over bits, so that n
// steps are x^n modulo the step's characteristic polynomial, of degree 160; bit i of the result says whether the words after i steps count.
// The polynomial is the shortest recurrence of the generator's own bits (the algorithm of Berlekamp and Massey).

struct BitPolynomial {
  unsigned long long words[3];  // coefficient of x^i: bit i % 64 of word i / 64
};
inline BitPolynomial xorwow_product(const BitPolynomial& a, const BitPolynomial& b) {
  BitPolynomial sum{{0, 0, 0}};
  for (int i = 159; i >= 0; --i) {
    sum.words[2] = sum.words[2] << 1 | sum.words[1] >> 63;
    sum.words[1] = sum.words[1] << 1 | sum.words[0] >> 63;
    sum.words[0] <<= 1;
    if (sum.words[2] >> 32) {  // x^160 and more: take the characteristic polynomial away
      sum.words[0] ^= 0x0861003000060001ull;
      sum.words[1] ^= 0x0F3C003500062121ull;
      sum.words[2] ^= 0x0000000100000F0Eull;
    }
    if (b.words[i / 64] >> (i % 64) & 1)
      for (int w = 0; w < 3; ++w) sum.words[w] ^= a.words[w];
  }
  return sum;
}
// x^(digit * 256^place * spacing), where the spacing is 1 or 2^67, the length of a subsequence.
struct XorwowPowers {
  BitPolynomial of[2][8][256];
  XorwowPowers() {
    BitPolynomial unit{{2, 0, 0}};
    for (int spacing = 0; spacing < 2; ++spacing) {
      BitPolynomial base = unit;
      for (int place = 0; place < 8; ++place) {
        of[spacing][place][0] = {{1, 0, 0}};
        for (int digit = 1; digit < 256; ++digit) of[spacing][place][digit] = xorwow_product(of[spacing][place][digit - 1], base);
        base = xorwow_product(of[spacing][place][255], base);
      }
      for (int i = 0; i < 67; ++i) unit = xorwow_product(unit, unit);
    }
  }
};
// Word 0 to 4 of x^n, 5 to 9 of x^(n * 2^67).
inline unsigned int __wb_xorwow_jump(unsigned long long n, int word) {
  static const XorwowPowers powers;
  const auto& of = powers.of[word >= 5];
  BitPolynomial jump = of[0][n & 255];
  for (int place = 1; n >>= 8; ++place)
    if (n & 255) jump = xorwow_product(jump, of[place][n & 255]);
  const int bit = word % 5 * 32;
  return static_cast<unsigned int>(jump.words[bit / 64] >> (bit % 64));
}

}  // namespace WB_DEVICE_NAMESPACE
