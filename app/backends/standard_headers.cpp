#include "app/backends/standard_headers.h"

#include <algorithm>
#include <iterator>

#include "cuda/protocol/messages.h"

namespace wb {
namespace {

// Nothing of these is for device code, or NVRTC knows it without.
constexpr const char* empty_ones[] = {"assert.h", "cassert", "cstdio", "stdio.h", "cstdlib", "stdlib.h", "cstring", "string.h", "ctime", "time.h"};

// Of libcu++ under the same name.
constexpr const char* libcu_ones[] = {"algorithm", "array", "bit", "bitset", "complex", "concepts", "functional", "initializer_list", "iterator", "limits", "memory", "numeric",
                                      "optional",  "ratio", "span", "string_view", "tuple", "type_traits", "utility", "variant"};

constexpr const char* whole_numbers = R"(#pragma once
typedef signed char int8_t; typedef short int16_t; typedef int int32_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t;
typedef long long int64_t; typedef unsigned long long uint64_t;  // as in libcu++
typedef long long intptr_t; typedef unsigned long long uintptr_t; typedef long long intmax_t; typedef unsigned long long uintmax_t;
typedef signed char int_least8_t; typedef short int_least16_t; typedef int int_least32_t; typedef long long int_least64_t;
typedef unsigned char uint_least8_t; typedef unsigned short uint_least16_t; typedef unsigned int uint_least32_t; typedef unsigned long long uint_least64_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX 18446744073709551615uLL
#define SIZE_MAX UINT64_MAX
namespace std {
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
using ::intptr_t; using ::uintptr_t; using ::intmax_t; using ::uintmax_t;
}
)";

constexpr const char* places = R"(#pragma once
typedef long ptrdiff_t;
#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
namespace std {
using ::size_t; using ::ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
}
)";

constexpr const char* limits_of_whole = R"(#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615uL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615uLL
)";

constexpr const char* limits_of_real = R"(#pragma once
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-016
#define DBL_DIG 15
#define DBL_MANT_DIG 53
)";

constexpr const char* math_words = R"(#pragma once
#ifndef M_PI
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.434294481903251827651
#define M_LN2 0.693147180559945309417
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.785398163397448309616
#define M_1_PI 0.318309886183790671538
#define M_2_PI 0.636619772367581343076
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.707106781186547524401
#endif
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#define HUGE_VALF INFINITY
#endif
namespace std {
using ::abs; using ::acos; using ::acosh; using ::asin; using ::asinh; using ::atan; using ::atan2; using ::atanh; using ::cbrt; using ::ceil; using ::copysign; using ::cos; using ::cosh;
using ::erf; using ::erfc; using ::exp; using ::exp2; using ::expm1; using ::fabs; using ::fdim; using ::floor; using ::fma; using ::fmax; using ::fmin; using ::fmod; using ::frexp;
using ::hypot; using ::ilogb; using ::isfinite; using ::isinf; using ::isnan; using ::ldexp; using ::lgamma; using ::llrint; using ::llround; using ::log; using ::log10; using ::log1p;
using ::log2; using ::logb; using ::lrint; using ::lround; using ::modf; using ::nearbyint; using ::nextafter; using ::pow; using ::remainder; using ::rint; using ::round; using ::scalbn;
using ::signbit; using ::sin; using ::sinh; using ::sqrt; using ::tan; using ::tanh; using ::tgamma; using ::trunc;
}
)";

std::map<std::string, std::string> made() {
  std::map<std::string, std::string> all;
  for (const char* name : empty_ones) all[name] = "#pragma once\n";
  for (const char* name : {"cstdint", "stdint.h", "inttypes.h", "cinttypes"}) all[name] = whole_numbers;
  for (const char* name : {"cstddef", "stddef.h"}) all[name] = places;
  for (const char* name : {"climits", "limits.h"}) all[name] = limits_of_whole;
  for (const char* name : {"cfloat", "float.h"}) all[name] = limits_of_real;
  for (const char* name : {"cmath", "math.h"}) all[name] = math_words;
  for (const std::string name : libcu_ones)
    all[name] = "#pragma once\n#if __has_include(<cuda/std/" + name + ">)\n#include <cuda/std/" + name + ">\nnamespace std { using namespace cuda::std; }\n#endif\n";
  all[protocol::prelude] = "#pragma once\nnamespace std {}\n";
  return all;
}

// Of the CUDA Toolkit, for device code; with a slash behind it: all in that folder.
constexpr std::string_view toolkit_ones[] = {"cooperative_groups.h", "cooperative_groups/", "cub/", "cuComplex.h", "cuda/", "cuda_awbarrier.h", "cuda_awbarrier_primitives.h", "cuda_bf16.h",
                                             "cuda_bf16.hpp", "cuda_fp16.h", "cuda_fp16.hpp", "cuda_fp4.h", "cuda_fp6.h", "cuda_fp8.h", "cuda_pipeline.h", "cuda_pipeline_primitives.h",
                                             "curand_kernel.h", "curand_philox4x32_x.h", "math_constants.h", "mma.h", "nv/", "thrust/complex.h"};

}  // namespace

const std::map<std::string, std::string>& standard_headers() {
  static const std::map<std::string, std::string> all = made();
  return all;
}

bool has_device_header(std::string_view name) {
  const auto is_it = [&](std::string_view known) { return known.ends_with('/') ? name.starts_with(known) : name == known; };
  return standard_headers().contains(std::string(name)) || std::any_of(std::begin(toolkit_ones), std::end(toolkit_ones), is_it);
}

}  // namespace wb
