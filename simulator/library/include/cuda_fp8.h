// Numbers of 8 bits: E4M3 (4 bits of exponent, 3 of mantissa, no infinity, 448 the largest) and E5M2 (the upper byte of a half, 57344 the
// largest). They are stored and converted, not computed with. A conversion rounds once, to even, whatever it comes from; CUDA's types
// saturate (`__NV_SATFINITE`): what is too large, infinity as well, becomes the largest number, and a NaN stays one.

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define WB_FN __device__ __forceinline__

namespace __wb {
// A double's magnitude in steps of the smallest number, 2^-9 or 2^-16, rounded to as many bits of mantissa as the format has, and back as code.
WB_FN unsigned char fp8_of(double x, bool saturates, bool is_e4m3) {
  const unsigned long long bits = (unsigned long long)__double_as_longlong(x);
  const unsigned char sign = (unsigned char)(bits >> 63 << 7);
  const double a = fabs(x);
  if (a != a) return sign | (is_e4m3 ? 0x7F : (unsigned char)(0x7E | (bits >> 50 & 3ull)));
  const unsigned char largest = is_e4m3 ? 0x7E : 0x7B, too_large = saturates ? largest : is_e4m3 ? 0x7F : 0x7C;
  if (is_e4m3 ? a > 464.0 : a >= 61440.0) return sign | too_large;
  const int mantissa = is_e4m3 ? 3 : 2, bias = is_e4m3 ? 7 : 15;
  int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
  if (exponent < 1 - bias) exponent = 1 - bias;  // what is smaller has the step of the smallest normal number
  const double step = __longlong_as_double((long long)(exponent - mantissa + 1023) << 52);
  const int steps = (int)rint(a / step);  // 2^mantissa to 2^(mantissa + 1), less for what is subnormal
  return sign | (unsigned char)(((exponent + bias - 1) << mantissa) + steps);
}
WB_FN float fp8_value(unsigned char x, bool is_e4m3) {
  const int mantissa = is_e4m3 ? 3 : 2, bias = is_e4m3 ? 7 : 15;
  const int magnitude = x & 0x7F, exponent = magnitude >> mantissa, rest = magnitude & ((1 << mantissa) - 1);
  if (is_e4m3 ? magnitude == 0x7F : magnitude > 0x7C) return __int_as_float(0x7FFFFFFF);
  float value = __int_as_float(0x7F800000);
  if (is_e4m3 || magnitude != 0x7C) {
    const int whole = exponent == 0 ? rest : rest + (1 << mantissa);
    value = (float)whole * __int_as_float(((exponent == 0 ? 1 : exponent) - bias - mantissa + 127) << 23);
  }
  return x & 0x80 ? -value : value;
}
WB_FN float fp8_kept_within(float x, float low, float high) { return x != x ? 0.0f : fminf(fmaxf(x, low), high); }
}  // namespace __wb

// --- conversions by name
WB_FN __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return __wb::fp8_of(x, s == __NV_SATFINITE, f == __NV_E4M3); }
WB_FN __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return x != x && s == __NV_SATFINITE ? 0x7F : __wb::fp8_of((double)x, s == __NV_SATFINITE, f == __NV_E4M3); }
WB_FN __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return __nv_cvt_float_to_fp8(__half2float(__ushort_as_half(x.x)), s, f); }
WB_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return __nv_cvt_float_to_fp8(__bfloat162float(__ushort_as_bfloat16(x.x)), s, f); }
WB_FN __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(const double2 x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return (unsigned short)(__nv_cvt_double_to_fp8(x.y, s, f) << 8 | __nv_cvt_double_to_fp8(x.x, s, f)); }
WB_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return (unsigned short)(__nv_cvt_float_to_fp8(x.y, s, f) << 8 | __nv_cvt_float_to_fp8(x.x, s, f)); }
WB_FN __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return __nv_cvt_float2_to_fp8x2(make_float2(__half2float(__ushort_as_half(x.x)), __half2float(__ushort_as_half(x.y))), s, f); }
WB_FN __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) { return __nv_cvt_float2_to_fp8x2(make_float2(__bfloat162float(__ushort_as_bfloat16(x.x)), __bfloat162float(__ushort_as_bfloat16(x.y))), s, f); }
WB_FN __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t f) { return __half_raw{__half_as_ushort(__float2half(__wb::fp8_value(x, f == __NV_E4M3)))}; }
WB_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t f) { return __half2_raw{__nv_cvt_fp8_to_halfraw((unsigned char)x, f).x, __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), f).x}; }

// --- the types
#define WB_FP8(Name, format, is_e4m3)                                                                                  \
  struct Name {                                                                                                        \
    __nv_fp8_storage_t __x;                                                                                            \
    Name() = default;                                                                                                  \
    WB_FN explicit Name(const float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, format)) {}                      \
    WB_FN explicit Name(const double f) : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, format)) {}                    \
    WB_FN explicit Name(const __half f) : __x(__nv_cvt_float_to_fp8(__half2float(f), __NV_SATFINITE, format)) {}       \
    WB_FN explicit Name(const __nv_bfloat16 f) : __x(__nv_cvt_float_to_fp8(__bfloat162float(f), __NV_SATFINITE, format)) {} \
    WB_FN explicit Name(const unsigned short f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {}    \
    WB_FN explicit Name(const unsigned int f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {}      \
    WB_FN explicit Name(const unsigned long f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {}     \
    WB_FN explicit Name(const unsigned long long f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {} \
    WB_FN explicit Name(const short f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {}             \
    WB_FN explicit Name(const int f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {}               \
    WB_FN explicit Name(const long f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {}              \
    WB_FN explicit Name(const long long f) : __x(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format)) {}         \
    WB_FN explicit operator float() const { return __wb::fp8_value(__x, is_e4m3); }                                    \
    WB_FN explicit operator double() const { return (double)__wb::fp8_value(__x, is_e4m3); }                           \
    WB_FN explicit operator __half() const { return __float2half(__wb::fp8_value(__x, is_e4m3)); }                     \
    WB_FN explicit operator __nv_bfloat16() const { return __float2bfloat16_rz(__wb::fp8_value(__x, is_e4m3)); }       \
    WB_FN explicit operator bool() const { return (__x & 0x7F) != 0; }                                                 \
    WB_FN explicit operator unsigned char() const { return (unsigned char)__wb::fp8_kept_within(__wb::fp8_value(__x, is_e4m3), 0.0f, 255.0f); } \
    WB_FN explicit operator signed char() const { return (signed char)__wb::fp8_kept_within(__wb::fp8_value(__x, is_e4m3), -128.0f, 127.0f); } \
    WB_FN explicit operator char() const { return (char)__wb::fp8_kept_within(__wb::fp8_value(__x, is_e4m3), -128.0f, 127.0f); } \
    WB_FN explicit operator unsigned short() const { return (unsigned short)__wb::fp8_kept_within(__wb::fp8_value(__x, is_e4m3), 0.0f, 65535.0f); } \
    WB_FN explicit operator short() const { return (short)__wb::fp8_kept_within(__wb::fp8_value(__x, is_e4m3), -32768.0f, 32767.0f); } \
    WB_FN explicit operator unsigned int() const { return (unsigned int)__wb::fp8_value(__x, is_e4m3); }               \
    WB_FN explicit operator int() const { return (int)__wb::fp8_value(__x, is_e4m3); }                                 \
    WB_FN explicit operator unsigned long() const { return (unsigned long)__wb::fp8_value(__x, is_e4m3); }             \
    WB_FN explicit operator long() const { return (long)__wb::fp8_value(__x, is_e4m3); }                               \
    WB_FN explicit operator unsigned long long() const { return (unsigned long long)__wb::fp8_value(__x, is_e4m3); }   \
    WB_FN explicit operator long long() const { return (long long)__wb::fp8_value(__x, is_e4m3); }                     \
  };
WB_FP8(__nv_fp8_e4m3, __NV_E4M3, true)
WB_FP8(__nv_fp8_e5m2, __NV_E5M2, false)

#define WB_FP8_VECTORS(Pair, Four, format, is_e4m3)                                                                    \
  struct __align__(2) Pair {                                                                                           \
    __nv_fp8x2_storage_t __x;                                                                                          \
    Pair() = default;                                                                                                  \
    WB_FN explicit Pair(const __half2 f) : __x(__nv_cvt_float2_to_fp8x2(__half22float2(f), __NV_SATFINITE, format)) {} \
    WB_FN explicit Pair(const __nv_bfloat162 f) : __x(__nv_cvt_float2_to_fp8x2(__bfloat1622float2(f), __NV_SATFINITE, format)) {} \
    WB_FN explicit Pair(const float2 f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, format)) {}                  \
    WB_FN explicit Pair(const double2 f) : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, format)) {}                \
    WB_FN explicit operator float2() const { return make_float2(__wb::fp8_value((unsigned char)__x, is_e4m3), __wb::fp8_value((unsigned char)(__x >> 8), is_e4m3)); } \
    WB_FN explicit operator __half2() const { return __floats2half2_rn(__wb::fp8_value((unsigned char)__x, is_e4m3), __wb::fp8_value((unsigned char)(__x >> 8), is_e4m3)); } \
  };                                                                                                                   \
  struct __align__(4) Four {                                                                                           \
    __nv_fp8x4_storage_t __x;                                                                                          \
    Four() = default;                                                                                                  \
    WB_FN explicit Four(const __half2 low, const __half2 high)                                                         \
        : __x((unsigned int)__nv_cvt_float2_to_fp8x2(__half22float2(high), __NV_SATFINITE, format) << 16 | __nv_cvt_float2_to_fp8x2(__half22float2(low), __NV_SATFINITE, format)) {} \
    WB_FN explicit Four(const __nv_bfloat162 low, const __nv_bfloat162 high)                                           \
        : __x((unsigned int)__nv_cvt_float2_to_fp8x2(__bfloat1622float2(high), __NV_SATFINITE, format) << 16 | __nv_cvt_float2_to_fp8x2(__bfloat1622float2(low), __NV_SATFINITE, format)) {} \
    WB_FN explicit Four(const float4 f)                                                                                \
        : __x((unsigned int)__nv_cvt_float2_to_fp8x2(make_float2(f.z, f.w), __NV_SATFINITE, format) << 16 | __nv_cvt_float2_to_fp8x2(make_float2(f.x, f.y), __NV_SATFINITE, format)) {} \
    WB_FN explicit Four(const double4 f)                                                                               \
        : __x((unsigned int)__nv_cvt_double2_to_fp8x2(make_double2(f.z, f.w), __NV_SATFINITE, format) << 16 | __nv_cvt_double2_to_fp8x2(make_double2(f.x, f.y), __NV_SATFINITE, format)) {} \
    WB_FN explicit operator float4() const {                                                                           \
      return make_float4(__wb::fp8_value((unsigned char)__x, is_e4m3), __wb::fp8_value((unsigned char)(__x >> 8), is_e4m3), \
                         __wb::fp8_value((unsigned char)(__x >> 16), is_e4m3), __wb::fp8_value((unsigned char)(__x >> 24), is_e4m3)); \
    }                                                                                                                  \
  };
WB_FP8_VECTORS(__nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3, true)
WB_FP8_VECTORS(__nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2, false)
