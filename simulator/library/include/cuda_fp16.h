// half and half2. The type itself is known to the front end (half_types.cpp); these are its functions.
// Builtins: __wb_f16(x) rounds a float to the nearest half, __wb_f16_rn/_rz/_rd/_ru(x) a double or a 64-bit integer as named,
// __wb_add ... __wb_fma compute with one rounding, __wb_bits and __wb_f16_from_bits look at the 16 bits.

using __half = __wb_float16;
using half = __wb_float16;
struct __half_raw {
  unsigned short x;
  __device__ operator __half() const { return __wb_f16_from_bits(x); }
};
struct __align__(4) __half2 { __half x; __half y; };
using half2 = __half2;
struct __align__(4) __half2_raw {
  unsigned short x;
  unsigned short y;
  __device__ operator __half2() const { return __half2{__wb_f16_from_bits(x), __wb_f16_from_bits(y)}; }
};

#define WB_FN __device__ __forceinline__

// --- conversions
WB_FN float __half2float(const __half a) { return __wb_f16_to_f32(a); }
WB_FN __half __float2half(const float a) { return __wb_f16(a); }
WB_FN __half __float2half_rn(const float a) { return __wb_f16(a); }
WB_FN __half __float2half_rz(const float a) { return a != a ? __wb_f16_from_bits(0x7FFF) : __wb_f16_rz((double)a); }
WB_FN __half __float2half_rd(const float a) { return a != a ? __wb_f16_from_bits(0x7FFF) : __wb_f16_rd((double)a); }
WB_FN __half __float2half_ru(const float a) { return a != a ? __wb_f16_from_bits(0x7FFF) : __wb_f16_ru((double)a); }
WB_FN __half __double2half(const double a) { return __wb_f16_rn(a); }

#define WB_FROM_INTEGER(name, T, wide)                                       \
  WB_FN __half name##2half_rn(const T a) { return __wb_f16_rn((wide)a); }    \
  WB_FN __half name##2half_rz(const T a) { return __wb_f16_rz((wide)a); }    \
  WB_FN __half name##2half_rd(const T a) { return __wb_f16_rd((wide)a); }    \
  WB_FN __half name##2half_ru(const T a) { return __wb_f16_ru((wide)a); }
WB_FROM_INTEGER(__int, int, double)
WB_FROM_INTEGER(__uint, unsigned int, double)
WB_FROM_INTEGER(__short, short, double)
WB_FROM_INTEGER(__ushort, unsigned short, double)
WB_FROM_INTEGER(__ll, long long, long long)
WB_FROM_INTEGER(__ull, unsigned long long, unsigned long long)

#define WB_TO_INTEGER(name, T)                                                             \
  WB_FN T __half2##name##_rn(const __half a) { return (T)rintf(__wb_f16_to_f32(a)); }      \
  WB_FN T __half2##name##_rz(const __half a) { return (T)__wb_f16_to_f32(a); }             \
  WB_FN T __half2##name##_rd(const __half a) { return (T)floorf(__wb_f16_to_f32(a)); }     \
  WB_FN T __half2##name##_ru(const __half a) { return (T)ceilf(__wb_f16_to_f32(a)); }
WB_TO_INTEGER(int, int)
WB_TO_INTEGER(uint, unsigned int)
WB_TO_INTEGER(ll, long long)
WB_TO_INTEGER(ull, unsigned long long)
#define WB_TO_SMALL(name, T, low, high)                                                                            \
  WB_FN T __half2##name##_rn(const __half a) { return (T)min(max((int)rintf(__wb_f16_to_f32(a)), low), high); }    \
  WB_FN T __half2##name##_rz(const __half a) { return (T)min(max((int)__wb_f16_to_f32(a), low), high); }           \
  WB_FN T __half2##name##_rd(const __half a) { return (T)min(max((int)floorf(__wb_f16_to_f32(a)), low), high); }   \
  WB_FN T __half2##name##_ru(const __half a) { return (T)min(max((int)ceilf(__wb_f16_to_f32(a)), low), high); }
WB_TO_SMALL(short, short, -32768, 32767)
WB_TO_SMALL(ushort, unsigned short, 0, 65535)
WB_FN signed char __half2char_rz(const __half a) { return (signed char)min(max((int)__wb_f16_to_f32(a), -128), 127); }
WB_FN unsigned char __half2uchar_rz(const __half a) { return (unsigned char)min(max((int)__wb_f16_to_f32(a), 0), 255); }

WB_FN short __half_as_short(const __half a) { return (short)__wb_bits(a); }
WB_FN unsigned short __half_as_ushort(const __half a) { return __wb_bits(a); }
WB_FN __half __short_as_half(const short a) { return __wb_f16_from_bits((unsigned short)a); }
WB_FN __half __ushort_as_half(const unsigned short a) { return __wb_f16_from_bits(a); }

#define WB_TYPE __half
#define WB_PAIR __half2
#define WB_TO(a) __wb_f16_to_f32(a)
#define WB_FROM(a) __wb_f16(a)
#define WB_FROM_BITS(a) __wb_f16_from_bits(a)
#define WB_ONE WB_FROM_BITS(0x3C00)
#define WB_ZERO WB_FROM_BITS(0)
#define WB_NAN WB_FROM_BITS(0x7FFF)
#define WB_ABOVE_INFINITY 0x7C00
#include "half_functions.inc"

// --- pairs by name
WB_FN __half2 __floats2half2_rn(const float a, const float b) { return __half2{__wb_f16(a), __wb_f16(b)}; }
WB_FN __half2 __float2half2_rn(const float a) { return __half2{__wb_f16(a), __wb_f16(a)}; }
WB_FN __half2 __float22half2_rn(const float2 a) { return __half2{__wb_f16(a.x), __wb_f16(a.y)}; }
WB_FN float2 __half22float2(const __half2 a) { return make_float2(__wb_f16_to_f32(a.x), __wb_f16_to_f32(a.y)); }
WB_FN __half2 __half2half2(const __half a) { return __half2{a, a}; }
WB_FN __half2 __halves2half2(const __half a, const __half b) { return __half2{a, b}; }
WB_FN __half2 make_half2(const __half a, const __half b) { return __half2{a, b}; }
WB_FN __half __low2half(const __half2 a) { return a.x; }
WB_FN __half __high2half(const __half2 a) { return a.y; }
WB_FN float __low2float(const __half2 a) { return __wb_f16_to_f32(a.x); }
WB_FN float __high2float(const __half2 a) { return __wb_f16_to_f32(a.y); }
WB_FN __half2 __low2half2(const __half2 a) { return __half2{a.x, a.x}; }
WB_FN __half2 __high2half2(const __half2 a) { return __half2{a.y, a.y}; }
WB_FN __half2 __lowhigh2highlow(const __half2 a) { return __half2{a.y, a.x}; }
WB_FN __half2 __lows2half2(const __half2 a, const __half2 b) { return __half2{a.x, b.x}; }
WB_FN __half2 __highs2half2(const __half2 a, const __half2 b) { return __half2{a.y, b.y}; }
