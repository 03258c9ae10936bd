#include "simulator/builtins/math.h"

#include <cmath>
#include <limits>

namespace wb {
namespace {

// lgamma without the C library's global sign variable: two runs may be at work at once.
double log_gamma(double x) {
#if defined(__GLIBC__)
  int sign = 0;
  return ::lgamma_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

template <class T>
T saturate(T x) {
  return x > 0 ? (x < 1 ? x : T{1}) : T{0};  // a NaN gives 0
}

}  // namespace

double math1(Math1 function, double x) {
  switch (function) {
    case Math1::rsqrt: return 1.0 / std::sqrt(x);
    case Math1::cbrt: return std::cbrt(x);
    case Math1::exp: return std::exp(x);
    case Math1::exp2: return std::exp2(x);
    case Math1::exp10: return std::pow(10.0, x);
    case Math1::expm1: return std::expm1(x);
    case Math1::log: return std::log(x);
    case Math1::log2: return std::log2(x);
    case Math1::log10: return std::log10(x);
    case Math1::log1p: return std::log1p(x);
    case Math1::sin: return std::sin(x);
    case Math1::cos: return std::cos(x);
    case Math1::tan: return std::tan(x);
    case Math1::asin: return std::asin(x);
    case Math1::acos: return std::acos(x);
    case Math1::atan: return std::atan(x);
    case Math1::sinh: return std::sinh(x);
    case Math1::cosh: return std::cosh(x);
    case Math1::tanh: return std::tanh(x);
    case Math1::asinh: return std::asinh(x);
    case Math1::acosh: return std::acosh(x);
    case Math1::atanh: return std::atanh(x);
    case Math1::erf: return std::erf(x);
    case Math1::erfc: return std::erfc(x);
    case Math1::tgamma: return std::tgamma(x);
    case Math1::lgamma: return log_gamma(x);
    case Math1::round: return std::round(x);
    case Math1::saturate: return saturate(x);
    case Math1::count: break;
  }
  return x;
}

float math1(Math1 function, float x) { return static_cast<float>(math1(function, static_cast<double>(x))); }

double math2(Math2 function, double x, double y) {
  switch (function) {
    case Math2::pow: return std::pow(x, y);
    case Math2::atan2: return std::atan2(x, y);
    case Math2::fmod: return std::fmod(x, y);
    case Math2::hypot: return std::hypot(x, y);
    case Math2::fdim: return std::fdim(x, y);
    case Math2::copysign: return std::copysign(x, y);
    case Math2::remainder: return std::remainder(x, y);
    case Math2::count: break;
  }
  return x;
}

float math2(Math2 function, float x, float y) { return static_cast<float>(math2(function, static_cast<double>(x), static_cast<double>(y))); }

}  // namespace wb
