// What the compiler and the headers of CUDA and of C define: read only when a file names it.
#include <unordered_map>

#include "simulator/language/preprocessor.h"

namespace wb {

const char* predefined_macro(std::string_view name) {
  static const std::unordered_map<std::string_view, const char*> table = {
      {"__CUDACC__", "1"}, {"__NVCC__", "1"}, {"__CUDA_ARCH__", "900"}, {"__CUDACC_VER_MAJOR__", "12"}, {"__CUDACC_VER_MINOR__", "4"},
      {"CUDART_VERSION", "12040"}, {"CUDA_VERSION", "12040"}, {"__cplusplus", "201703L"}, {"__linux__", "1"}, {"__x86_64__", "1"}, {"__LP64__", "1"},
      {"__GNUC__", "12"}, {"__CHAR_BIT__", "8"}, {"WARPBOOK", "1"}, {"CUDART_CB", ""}, {"CUDARTAPI", ""},
      {"NULL", "nullptr"}, {"_Bool", "bool"}, {"CHAR_BIT", "8"}, {"SCHAR_MIN", "(-128)"}, {"SCHAR_MAX", "127"}, {"UCHAR_MAX", "255"}, {"CHAR_MIN", "(-128)"},
      {"CHAR_MAX", "127"}, {"SHRT_MIN", "(-32768)"}, {"SHRT_MAX", "32767"}, {"USHRT_MAX", "65535"}, {"INT_MIN", "(-2147483647 - 1)"},
      {"INT_MAX", "2147483647"}, {"UINT_MAX", "4294967295U"}, {"LONG_MIN", "(-9223372036854775807L - 1L)"}, {"LONG_MAX", "9223372036854775807L"},
      {"ULONG_MAX", "18446744073709551615UL"}, {"LLONG_MIN", "(-9223372036854775807LL - 1LL)"}, {"LLONG_MAX", "9223372036854775807LL"},
      {"ULLONG_MAX", "18446744073709551615ULL"}, {"INT8_MIN", "(-128)"}, {"INT8_MAX", "127"}, {"UINT8_MAX", "255"}, {"INT16_MIN", "(-32768)"},
      {"INT16_MAX", "32767"}, {"UINT16_MAX", "65535"}, {"INT32_MIN", "(-2147483647 - 1)"}, {"INT32_MAX", "2147483647"}, {"UINT32_MAX", "4294967295U"},
      {"INT64_MIN", "(-9223372036854775807L - 1L)"}, {"INT64_MAX", "9223372036854775807L"}, {"UINT64_MAX", "18446744073709551615UL"},
      {"SIZE_MAX", "18446744073709551615UL"},
      {"INT32_C", "(int)"}, {"UINT32_C", "(unsigned int)"}, {"INT64_C", "(long)"}, {"UINT64_C", "(unsigned long)"},
      {"FLT_MAX", "3.402823466e+38F"}, {"FLT_MIN", "1.175494351e-38F"}, {"FLT_EPSILON", "1.192092896e-07F"}, {"FLT_DIG", "6"},
      {"FLT_MANT_DIG", "24"}, {"DBL_MAX", "1.7976931348623157e+308"}, {"DBL_MIN", "2.2250738585072014e-308"},
      {"DBL_EPSILON", "2.2204460492503131e-16"}, {"DBL_DIG", "15"}, {"DBL_MANT_DIG", "53"}, {"INFINITY", "(1e39f)"}, {"NAN", "__wb_quiet_nanf"},
      {"HUGE_VAL", "(1e999)"}, {"HUGE_VALF", "(1e39f)"},
      {"M_E", "2.7182818284590452354"}, {"M_LOG2E", "1.4426950408889634074"}, {"M_LOG10E", "0.43429448190325182765"}, {"M_LN2", "0.69314718055994530942"},
      {"M_LN10", "2.30258509299404568402"}, {"M_PI", "3.14159265358979323846"}, {"M_PI_2", "1.57079632679489661923"},
      {"M_PI_4", "0.78539816339744830962"}, {"M_1_PI", "0.31830988618379067154"}, {"M_2_PI", "0.63661977236758134308"},
      {"M_2_SQRTPI", "1.12837916709551257390"}, {"M_SQRT2", "1.41421356237309504880"}, {"M_SQRT1_2", "0.70710678118654752440"},
      {"CUDART_INF_F", "(1e39f)"}, {"CUDART_INF", "(1e999)"}, {"CUDART_NAN_F", "__wb_nanf"}, {"CUDART_PI_F", "3.141592654f"},
      {"CUDART_PI", "3.1415926535897931e+0"}, {"CUDART_SQRT_TWO_F", "1.414213562f"}, {"CUDART_L2E_F", "1.442695041f"},
      {"CUDART_MAX_NORMAL_F", "3.402823466e+38f"}, {"CUDART_MIN_DENORM_F", "1.4e-45f"}, {"CUDART_TWO_TO_23_F", "8388608.0f"},
      {"CUDART_NAN", "__longlong_as_double(0xfff8000000000000ULL)"}, {"CUDART_ZERO_F", "0.0f"}, {"CUDART_ONE_F", "1.0f"}, {"CUDART_NEG_ZERO_F", "(-0.0f)"}, {"CUDART_ZERO", "0.0"}, {"CUDART_ONE", "1.0"},
      {"CUDART_NEG_ZERO", "(-0.0)"}, {"CUDART_MIN_DENORM", "4.9406564584124654e-324"}, {"CUDART_SQRT_HALF_F", "0.707106781f"}, {"CUDART_SQRT_HALF", "7.0710678118654757e-1"},
      {"CUDART_SQRT_TWO", "1.4142135623730951e+0"}, {"CUDART_PIO2_F", "1.570796327f"}, {"CUDART_PIO2", "1.5707963267948966e+0"}, {"CUDART_PIO4_F", "0.785398163f"},
      {"CUDART_PIO4", "7.8539816339744828e-1"}, {"CUDART_2_OVER_PI_F", "0.636619772f"}, {"CUDART_2_OVER_PI", "6.3661977236758138e-1"}, 
      {"CUDART_L2E", "1.4426950408889634e+0"}, {"CUDART_L2T_F", "3.321928094f"}, {"CUDART_L2T", "3.3219280948873622e+0"}, {"CUDART_LN2_F", "0.693147181f"}, {"CUDART_LN2", "6.9314718055994529e-1"},
      {"CUDART_LNT_F", "2.302585093f"}, {"CUDART_LNT", "2.3025850929940459e+0"}, {"CUDART_LG2_F", "0.301029996f"}, {"CUDART_LG2", "3.0102999566398120e-1"}, {"CUDART_LGE_F", "0.434294482f"},
      {"CUDART_LGE", "4.3429448190325182e-1"}, {"CUDART_THIRD_F", "0.333333333f"}, {"CUDART_THIRD", "3.3333333333333333e-1"}, {"CUDART_NORM_HUGE_F", "3.402823466e+38f"},
      {"CUDART_INF_FP16", "__ushort_as_half(0x7C00u)"}, {"CUDART_NAN_FP16", "__ushort_as_half(0x7FFFu)"}, {"CUDART_ONE_FP16", "__ushort_as_half(0x3C00u)"}, {"CUDART_ZERO_FP16", "__ushort_as_half(0x0000u)"},
      {"CUDART_NEG_ZERO_FP16", "__ushort_as_half(0x8000u)"}, {"CUDART_MAX_NORMAL_FP16", "__ushort_as_half(0x7BFFu)"}, {"CUDART_MIN_DENORM_FP16", "__ushort_as_half(0x0001u)"},
      {"CUDART_INF_BF16", "__ushort_as_bfloat16(0x7F80u)"}, {"CUDART_NAN_BF16", "__ushort_as_bfloat16(0x7FFFu)"}, {"CUDART_ONE_BF16", "__ushort_as_bfloat16(0x3F80u)"}, {"CUDART_ZERO_BF16", "__ushort_as_bfloat16(0x0000u)"},
      {"CUDART_NEG_ZERO_BF16", "__ushort_as_bfloat16(0x8000u)"}, {"CUDART_MAX_NORMAL_BF16", "__ushort_as_bfloat16(0x7F7Fu)"}, {"CUDART_MIN_DENORM_BF16", "__ushort_as_bfloat16(0x0001u)"},
      {"PRId8", "\"d\""}, {"PRId16", "\"d\""}, {"PRId32", "\"d\""}, {"PRId64", "\"ld\""}, {"PRIi32", "\"i\""}, {"PRIi64", "\"li\""}, {"PRIu8", "\"u\""}, {"PRIu16", "\"u\""}, {"PRIu32", "\"u\""},
      {"PRIu64", "\"lu\""}, {"PRIx8", "\"x\""}, {"PRIx16", "\"x\""}, {"PRIx32", "\"x\""}, {"PRIx64", "\"lx\""}, {"PRIX32", "\"X\""}, {"PRIX64", "\"lX\""}, {"PRIuPTR", "\"lu\""}, {"PRIxPTR", "\"lx\""},
      {"SCNd32", "\"d\""}, {"SCNd64", "\"ld\""}, {"SCNu32", "\"u\""}, {"SCNu64", "\"lu\""},
      {"FLT_RADIX", "2"}, {"FLT_MAX_EXP", "128"}, {"FLT_MIN_EXP", "(-125)"}, {"FLT_MAX_10_EXP", "38"}, {"FLT_TRUE_MIN", "1.401298464e-45F"}, {"DBL_MAX_EXP", "1024"}, {"DBL_MIN_EXP", "(-1021)"},
      {"DBL_MAX_10_EXP", "308"}, {"DBL_TRUE_MIN", "4.9406564584124654e-324"}, {"PATH_MAX", "4096"}, {"EXIT_WAIVED", "2"}, {"UINT8_C", "(unsigned char)"}, {"INT8_C", "(signed char)"}, {"UINT16_C", "(unsigned short)"},
      {"INT16_C", "(short)"}, {"EXIT_SUCCESS", "0"}, {"EXIT_FAILURE", "1"}, {"RAND_MAX", "2147483647"},
      {"__ATOMIC_RELAXED", "0"}, {"__ATOMIC_CONSUME", "1"}, {"__ATOMIC_ACQUIRE", "2"}, {"__ATOMIC_RELEASE", "3"}, {"__ATOMIC_ACQ_REL", "4"}, {"__ATOMIC_SEQ_CST", "5"},
  };
  auto it = table.find(name);
  return it == table.end() ? nullptr : it->second;
}

}  // namespace wb
