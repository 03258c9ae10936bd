// bfloat16 and its pair: as cuda_fp16.h.

using __nv_bfloat16 = __wb_bfloat16;
using nv_bfloat16 = __wb_bfloat16;
struct __nv_bfloat16_raw {
  unsigned short x;
  __device__ operator __nv_bfloat16() const { return __wb_bf16_from_bits(x); }
};
struct __align__(4) __nv_bfloat162 { __nv_bfloat16 x; __nv_bfloat16 y; };
using nv_bfloat162 = __nv_bfloat162;
struct __align__(4) __nv_bfloat162_raw {
  unsigned short x;
  unsigned short y;
  __device__ operator __nv_bfloat162() const { return __nv_bfloat162{__wb_bf16_from_bits(x), __wb_bf16_from_bits(y)}; }
};

#define WB_FN __device__ __forceinline__

// --- conversions
WB_FN float __bfloat162float(const __nv_bfloat16 a) { return __wb_bf16_to_f32(a); }
WB_FN __nv_bfloat16 __float2bfloat16(const float a) { return __wb_bf16(a); }
WB_FN __nv_bfloat16 __float2bfloat16_rn(const float a) { return __wb_bf16(a); }
WB_FN __nv_bfloat16 __float2bfloat16_rz(const float a) { return a != a ? __wb_bf16_from_bits(0x7FFF) : __wb_bf16_rz((double)a); }
WB_FN __nv_bfloat16 __float2bfloat16_rd(const float a) { return a != a ? __wb_bf16_from_bits(0x7FFF) : __wb_bf16_rd((double)a); }
WB_FN __nv_bfloat16 __float2bfloat16_ru(const float a) { return a != a ? __wb_bf16_from_bits(0x7FFF) : __wb_bf16_ru((double)a); }
WB_FN __nv_bfloat16 __double2bfloat16(const double a) { return __wb_bf16_rn(a); }

#define WB_FROM_INTEGER(name, T, wide)                                                   \
  WB_FN __nv_bfloat16 name##2bfloat16_rn(const T a) { return __wb_bf16_rn((wide)a); }    \
  WB_FN __nv_bfloat16 name##2bfloat16_rz(const T a) { return __wb_bf16_rz((wide)a); }    \
  WB_FN __nv_bfloat16 name##2bfloat16_rd(const T a) { return __wb_bf16_rd((wide)a); }    \
  WB_FN __nv_bfloat16 name##2bfloat16_ru(const T a) { return __wb_bf16_ru((wide)a); }
WB_FROM_INTEGER(__int, int, double)
WB_FROM_INTEGER(__uint, unsigned int, double)
WB_FROM_INTEGER(__short, short, double)
WB_FROM_INTEGER(__ushort, unsigned short, double)
WB_FROM_INTEGER(__ll, long long, long long)
WB_FROM_INTEGER(__ull, unsigned long long, unsigned long long)

#define WB_TO_INTEGER(name, T)                                                                          \
  WB_FN T __bfloat162##name##_rn(const __nv_bfloat16 a) { return (T)rintf(__wb_bf16_to_f32(a)); }       \
  WB_FN T __bfloat162##name##_rz(const __nv_bfloat16 a) { return (T)__wb_bf16_to_f32(a); }              \
  WB_FN T __bfloat162##name##_rd(const __nv_bfloat16 a) { return (T)floorf(__wb_bf16_to_f32(a)); }      \
  WB_FN T __bfloat162##name##_ru(const __nv_bfloat16 a) { return (T)ceilf(__wb_bf16_to_f32(a)); }
WB_TO_INTEGER(int, int)
WB_TO_INTEGER(uint, unsigned int)
WB_TO_INTEGER(ll, long long)
WB_TO_INTEGER(ull, unsigned long long)
#define WB_TO_SMALL(name, T, low, high)                                                                                         \
  WB_FN T __bfloat162##name##_rn(const __nv_bfloat16 a) { return (T)min(max((int)rintf(__wb_bf16_to_f32(a)), low), high); }     \
  WB_FN T __bfloat162##name##_rz(const __nv_bfloat16 a) { return (T)min(max((int)__wb_bf16_to_f32(a), low), high); }            \
  WB_FN T __bfloat162##name##_rd(const __nv_bfloat16 a) { return (T)min(max((int)floorf(__wb_bf16_to_f32(a)), low), high); }    \
  WB_FN T __bfloat162##name##_ru(const __nv_bfloat16 a) { return (T)min(max((int)ceilf(__wb_bf16_to_f32(a)), low), high); }
WB_TO_SMALL(short, short, -32768, 32767)
WB_TO_SMALL(ushort, unsigned short, 0, 65535)
WB_FN signed char __bfloat162char_rz(const __nv_bfloat16 a) { return (signed char)min(max((int)__wb_bf16_to_f32(a), -128), 127); }
WB_FN unsigned char __bfloat162uchar_rz(const __nv_bfloat16 a) { return (unsigned char)min(max((int)__wb_bf16_to_f32(a), 0), 255); }

WB_FN short __bfloat16_as_short(const __nv_bfloat16 a) { return (short)__wb_bits(a); }
WB_FN unsigned short __bfloat16_as_ushort(const __nv_bfloat16 a) { return __wb_bits(a); }
WB_FN __nv_bfloat16 __short_as_bfloat16(const short a) { return __wb_bf16_from_bits((unsigned short)a); }
WB_FN __nv_bfloat16 __ushort_as_bfloat16(const unsigned short a) { return __wb_bf16_from_bits(a); }

#define WB_TYPE __nv_bfloat16
#define WB_PAIR __nv_bfloat162
#define WB_TO(a) __wb_bf16_to_f32(a)
#define WB_FROM(a) __wb_bf16(a)
#define WB_FROM_BITS(a) __wb_bf16_from_bits(a)
#define WB_ONE WB_FROM_BITS(0x3F80)
#define WB_ZERO WB_FROM_BITS(0)
#define WB_NAN WB_FROM_BITS(0x7FFF)
#define WB_ABOVE_INFINITY 0x7F80
#include "half_functions.inc"

// --- pairs by name
WB_FN __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b) { return __nv_bfloat162{__wb_bf16(a), __wb_bf16(b)}; }
WB_FN __nv_bfloat162 __float2bfloat162_rn(const float a) { return __nv_bfloat162{__wb_bf16(a), __wb_bf16(a)}; }
WB_FN __nv_bfloat162 __float22bfloat162_rn(const float2 a) { return __nv_bfloat162{__wb_bf16(a.x), __wb_bf16(a.y)}; }
WB_FN float2 __bfloat1622float2(const __nv_bfloat162 a) { return make_float2(__wb_bf16_to_f32(a.x), __wb_bf16_to_f32(a.y)); }
WB_FN __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 a) { return __nv_bfloat162{a, a}; }
WB_FN __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) { return __nv_bfloat162{a, b}; }
WB_FN __nv_bfloat162 make_bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) { return __nv_bfloat162{a, b}; }
WB_FN __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 a) { return a.x; }
WB_FN __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 a) { return a.y; }
WB_FN float __low2float(const __nv_bfloat162 a) { return __wb_bf16_to_f32(a.x); }
WB_FN float __high2float(const __nv_bfloat162 a) { return __wb_bf16_to_f32(a.y); }
WB_FN __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 a) { return __nv_bfloat162{a.x, a.x}; }
WB_FN __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 a) { return __nv_bfloat162{a.y, a.y}; }
WB_FN __nv_bfloat162 __lowhigh2highlow(const __nv_bfloat162 a) { return __nv_bfloat162{a.y, a.x}; }
WB_FN __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) { return __nv_bfloat162{a.x, b.x}; }
WB_FN __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) { return __nv_bfloat162{a.y, b.y}; }
