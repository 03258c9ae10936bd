#pragma once
// Part of the builtin table (builtin_table.h): functions that take values and give a value. Each is one C++ function of
// simulator/builtins/device_functions.h; where the machine has an instruction that does the same, the row names it.
//   F(enumerator, spelling, result, (parameters), family, cost, ulp, opcode, kind, help)
//     ulp      the largest error that CUDA's reference states, in units of the last place; 0: correctly rounded or exact; -1: see the help
//     opcode   `device`: called by number; else the instruction (with `kind`)
// Rows that share a spelling are overloads.

// NAMEf(float), NAME(float), NAME(double)
#define WB_MATH_ROWS(F, name, cost, ulp32, ulp64, op32, op64, help)                                    \
  F(name##_f32, name##f, float, (float), math, cost, ulp32, op32, 0, help)                             \
  F(name##_f32_overload, name, float, (float), math, cost, ulp32, op32, 0, help)                       \
  F(name##_f64, name, double, (double), math, fp64, ulp64, op64, 0, help)
#define WB_MATH_OWN(F, name, cost, op, help) WB_MATH_ROWS(F, name, cost, 0, 0, op##_f32, op##_f64, help)
#define WB_MATH_CALL(F, name, cost, ulp32, ulp64, help) WB_MATH_ROWS(F, name, cost, ulp32, ulp64, device, device, help)
// The same with other parameters: P32 and P64 are the lists.
#define WB_MATH_ROWS_OF(F, name, R32, P32, R64, P64, cost, ulp32, ulp64, op32, op64, help)             \
  F(name##_f32, name##f, R32, P32, math, cost, ulp32, op32, 0, help)                                   \
  F(name##_f32_overload, name, R32, P32, math, cost, ulp32, op32, 0, help)                             \
  F(name##_f64, name, R64, P64, math, fp64, ulp64, op64, 0, help)
#define WB_MATH_CALL_2(F, name, cost, ulp32, ulp64, help) \
  WB_MATH_ROWS_OF(F, name, float, (float, float), double, (double, double), cost, ulp32, ulp64, device, device, help)

#define WB_BUILTINS_MATH(F)                                                                            \
  WB_MATH_OWN(F, sqrt, sfu, sqrt, "square root, correctly rounded")                                    \
  WB_MATH_CALL(F, rsqrt, sfu, 2, 1, "1 / square root")                                                 \
  WB_MATH_CALL(F, cbrt, software, 1, 1, "cube root") WB_MATH_CALL(F, rcbrt, software, 1, 1, "1 / cube root") \
  WB_MATH_CALL(F, exp, sfu, 2, 1, "e^x") WB_MATH_CALL(F, exp2, sfu, 2, 1, "2^x") WB_MATH_CALL(F, exp10, sfu, 2, 1, "10^x") \
  WB_MATH_CALL(F, expm1, software, 1, 1, "e^x - 1")                                                    \
  WB_MATH_CALL(F, log, software, 1, 1, "natural logarithm") WB_MATH_CALL(F, log2, software, 1, 1, "logarithm to base 2") \
  WB_MATH_CALL(F, log10, software, 2, 1, "logarithm to base 10") WB_MATH_CALL(F, log1p, software, 1, 1, "log(1 + x)") \
  WB_MATH_CALL(F, logb, alu, 0, 0, "the exponent, as a floating-point number")                         \
  WB_MATH_CALL(F, sin, software, 2, 2, "sine") WB_MATH_CALL(F, cos, software, 2, 2, "cosine") WB_MATH_CALL(F, tan, software, 4, 2, "tangent") \
  WB_MATH_CALL(F, sinpi, software, 1, 2, "sine of pi * x") WB_MATH_CALL(F, cospi, software, 1, 2, "cosine of pi * x") \
  WB_MATH_CALL(F, asin, software, 2, 2, "arc sine") WB_MATH_CALL(F, acos, software, 2, 2, "arc cosine") WB_MATH_CALL(F, atan, software, 2, 2, "arc tangent") \
  WB_MATH_CALL(F, sinh, software, 3, 2, "hyperbolic sine") WB_MATH_CALL(F, cosh, software, 2, 1, "hyperbolic cosine") WB_MATH_CALL(F, tanh, software, 2, 1, "hyperbolic tangent") \
  WB_MATH_CALL(F, asinh, software, 3, 3, "inverse hyperbolic sine") WB_MATH_CALL(F, acosh, software, 4, 3, "inverse hyperbolic cosine") \
  WB_MATH_CALL(F, atanh, software, 3, 2, "inverse hyperbolic tangent")                                 \
  WB_MATH_CALL(F, erf, software, 2, 2, "error function") WB_MATH_CALL(F, erfc, software, 4, 5, "complementary error function") \
  WB_MATH_CALL(F, erfinv, software, 2, 5, "inverse error function") WB_MATH_CALL(F, erfcinv, software, 4, 6, "inverse complementary error function") \
  WB_MATH_CALL(F, erfcx, software, 4, 4, "e^(x*x) * erfc(x)")                                          \
  WB_MATH_CALL(F, normcdf, software, 5, 5, "standard normal distribution function") WB_MATH_CALL(F, normcdfinv, software, 5, 8, "its inverse") \
  WB_MATH_CALL(F, tgamma, software, 5, 10, "gamma function") WB_MATH_CALL(F, lgamma, software, 6, 4, "log of |gamma|; near its zeros below -2 the error is larger") \
  WB_MATH_CALL(F, j0, software, 9, 7, "Bessel function of the first kind, order 0; |x| > 8: absolute error below 2.2e-6 (double 5e-12)") \
  WB_MATH_CALL(F, j1, software, 9, 7, "Bessel function of the first kind, order 1; |x| > 8: absolute error below 2.2e-6 (double 5e-12)") \
  WB_MATH_CALL(F, y0, software, 9, 7, "Bessel function of the second kind, order 0; x > 8: absolute error below 2.2e-6 (double 5e-12)") \
  WB_MATH_CALL(F, y1, software, 9, 7, "Bessel function of the second kind, order 1; x > 8: absolute error below 2.2e-6 (double 5e-12)") \
  WB_MATH_CALL(F, cyl_bessel_i0, software, 6, 6, "modified Bessel function, order 0") WB_MATH_CALL(F, cyl_bessel_i1, software, 6, 6, "modified Bessel function, order 1") \
  WB_MATH_OWN(F, floor, alu, floor, "largest whole number not above x") WB_MATH_OWN(F, ceil, alu, ceil, "smallest whole number not below x") \
  WB_MATH_OWN(F, trunc, alu, trunc, "towards zero") WB_MATH_CALL(F, round, alu, 0, 0, "nearest, halves away from zero") \
  WB_MATH_OWN(F, rint, alu, rint, "nearest, halves to even") WB_MATH_OWN(F, nearbyint, alu, rint, "nearest, halves to even") \
  WB_MATH_OWN(F, fabs, alu, abs, "absolute value")                                                     \
  WB_MATH_CALL_2(F, pow, software, 4, 2, "x to the power y") WB_MATH_CALL_2(F, atan2, software, 3, 2, "angle of (x, y)") \
  WB_MATH_CALL_2(F, fmod, software, 0, 0, "remainder with the sign of x") WB_MATH_CALL_2(F, remainder, software, 0, 0, "IEEE remainder") \
  WB_MATH_CALL_2(F, hypot, software, 3, 2, "sqrt(x*x + y*y)") WB_MATH_CALL_2(F, rhypot, software, 2, 1, "1 / sqrt(x*x + y*y)") \
  WB_MATH_ROWS_OF(F, fmin, float, (float, float), double, (double, double), alu, 0, 0, min_f32, min_f64, "smaller, ignoring a NaN") \
  WB_MATH_ROWS_OF(F, fmax, float, (float, float), double, (double, double), alu, 0, 0, max_f32, max_f64, "larger, ignoring a NaN") \
  WB_MATH_CALL_2(F, fdim, alu, 0, 0, "x - y, or 0") WB_MATH_CALL_2(F, copysign, alu, 0, 0, "magnitude of x, sign of y") \
  WB_MATH_CALL_2(F, nextafter, alu, 0, 0, "the next number after x towards y")                         \
  F(fdivide_f32, fdividef, float, (float, float), math, software, 0, div_f32, 0, "x / y")              \
  F(fdivide_f32_overload, fdivide, float, (float, float), math, software, 0, div_f32, 0, "x / y")      \
  F(fdivide_f64, fdivide, double, (double, double), math, fp64, 0, div_f64, 0, "x / y")                \
  WB_MATH_ROWS_OF(F, fma, float, (float, float, float), double, (double, double, double), alu, 0, 0, fma_f32, fma_f64, "x*y + z with one rounding") \
  WB_MATH_ROWS_OF(F, norm3d, float, (float, float, float), double, (double, double, double), software, 3, 2, device, device, "sqrt(x*x + y*y + z*z)") \
  WB_MATH_ROWS_OF(F, rnorm3d, float, (float, float, float), double, (double, double, double), software, 2, 1, device, device, "1 / sqrt(x*x + y*y + z*z)") \
  WB_MATH_ROWS_OF(F, norm4d, float, (float, float, float, float), double, (double, double, double, double), software, 3, 2, device, device, "length of a vector of four") \
  WB_MATH_ROWS_OF(F, rnorm4d, float, (float, float, float, float), double, (double, double, double, double), software, 2, 1, device, device, "1 / length of a vector of four") \
  WB_MATH_ROWS_OF(F, ilogb, int, (float), int, (double), alu, 0, 0, device, device, "the exponent, as an integer; INT_MIN for 0 and NaN") \
  WB_MATH_ROWS_OF(F, ldexp, float, (float, int), double, (double, int), alu, 0, 0, device, device, "x * 2^n")    \
  WB_MATH_ROWS_OF(F, scalbn, float, (float, int), double, (double, int), alu, 0, 0, device, device, "x * 2^n")   \
  WB_MATH_ROWS_OF(F, scalbln, float, (float, long), double, (double, long), alu, 0, 0, device, device, "x * 2^n") \
  WB_MATH_ROWS_OF(F, lrint, long, (float), long, (double), alu, 0, 0, device, device, "nearest integer, halves to even") \
  WB_MATH_ROWS_OF(F, llrint, long long, (float), long long, (double), alu, 0, 0, device, device, "nearest integer, halves to even") \
  WB_MATH_ROWS_OF(F, lround, long, (float), long, (double), alu, 0, 0, device, device, "nearest integer, halves away from zero") \
  WB_MATH_ROWS_OF(F, llround, long long, (float), long long, (double), alu, 0, 0, device, device, "nearest integer, halves away from zero") \
  WB_MATH_ROWS_OF(F, jn, float, (int, float), double, (int, double), software, -1, -1, device, device, "Bessel function of the first kind, order n; absolute error below 2.2e-6 (double 5e-12 for n = 1024 and below)") \
  WB_MATH_ROWS_OF(F, yn, float, (int, float), double, (int, double), software, -1, -1, device, device, "Bessel function of the second kind, order n; error ceil(2 + 2.5 n) ulp for small x")

#define WB_BUILTINS_COMPARE(F)                                                                                                   \
  F(min_i32, min, int, (int, int), math, alu, 0, min_i32, 0, "smaller")                                                          \
  F(min_u32, min, unsigned int, (unsigned int, unsigned int), math, alu, 0, min_u32, 0, "smaller")                               \
  F(min_i64, min, long long, (long long, long long), math, alu, 0, min_i64, 0, "smaller")                                        \
  F(min_u64, min, unsigned long long, (unsigned long long, unsigned long long), math, alu, 0, min_u64, 0, "smaller")             \
  F(min_f32, min, float, (float, float), math, alu, 0, min_f32, 0, "smaller, ignoring a NaN")                                    \
  F(min_f64, min, double, (double, double), math, fp64, 0, min_f64, 0, "smaller, ignoring a NaN")                                \
  F(max_i32, max, int, (int, int), math, alu, 0, max_i32, 0, "larger")                                                           \
  F(max_u32, max, unsigned int, (unsigned int, unsigned int), math, alu, 0, max_u32, 0, "larger")                                \
  F(max_i64, max, long long, (long long, long long), math, alu, 0, max_i64, 0, "larger")                                         \
  F(max_u64, max, unsigned long long, (unsigned long long, unsigned long long), math, alu, 0, max_u64, 0, "larger")              \
  F(max_f32, max, float, (float, float), math, alu, 0, max_f32, 0, "larger, ignoring a NaN")                                     \
  F(max_f64, max, double, (double, double), math, fp64, 0, max_f64, 0, "larger, ignoring a NaN")                                 \
  F(umin_u32, umin, unsigned int, (unsigned int, unsigned int), math, alu, 0, min_u32, 0, "smaller")                             \
  F(umax_u32, umax, unsigned int, (unsigned int, unsigned int), math, alu, 0, max_u32, 0, "larger")                              \
  F(llmin_i64, llmin, long long, (long long, long long), math, alu, 0, min_i64, 0, "smaller")                                    \
  F(llmax_i64, llmax, long long, (long long, long long), math, alu, 0, max_i64, 0, "larger")                                     \
  F(ullmin_u64, ullmin, unsigned long long, (unsigned long long, unsigned long long), math, alu, 0, min_u64, 0, "smaller")       \
  F(ullmax_u64, ullmax, unsigned long long, (unsigned long long, unsigned long long), math, alu, 0, max_u64, 0, "larger")        \
  F(abs_i32, abs, int, (int), math, alu, 0, abs_i32, 0, "absolute value")                                                        \
  F(abs_i64, abs, long long, (long long), math, alu, 0, abs_i64, 0, "absolute value")                                            \
  F(abs_f32, abs, float, (float), math, alu, 0, abs_f32, 0, "absolute value")                                                    \
  F(abs_f64, abs, double, (double), math, fp64, 0, abs_f64, 0, "absolute value")                                                 \
  F(labs_i64, labs, long, (long), math, alu, 0, abs_i64, 0, "absolute value")                                                    \
  F(llabs_i64, llabs, long long, (long long), math, alu, 0, abs_i64, 0, "absolute value")                                        \
  F(isnan_f32, isnan, bool, (float), math, alu, 0, class_f32, 0, "is it not a number")                                           \
  F(isnan_f64, isnan, bool, (double), math, fp64, 0, class_f64, 0, "is it not a number")                                         \
  F(isinf_f32, isinf, bool, (float), math, alu, 0, class_f32, 1, "is it infinite")                                               \
  F(isinf_f64, isinf, bool, (double), math, fp64, 0, class_f64, 1, "is it infinite")                                             \
  F(isfinite_f32, isfinite, bool, (float), math, alu, 0, class_f32, 2, "is it finite")                                           \
  F(isfinite_f64, isfinite, bool, (double), math, fp64, 0, class_f64, 2, "is it finite")                                         \
  F(signbit_f32, signbit, bool, (float), math, alu, 0, class_f32, 3, "is the sign bit set")                                      \
  F(signbit_f64, signbit, bool, (double), math, fp64, 0, class_f64, 3, "is the sign bit set")

#define WB_BUILTINS_FAST(F)                                                                                                      \
  F(fast_exp, __expf, float, (float), fast, sfu, -1, device, 0, "e^x, fast: 2 + floor(|1.173 x|) ulp")                           \
  F(fast_exp10, __exp10f, float, (float), fast, sfu, -1, device, 0, "10^x, fast: 2 + floor(|2.97 x|) ulp")                       \
  F(fast_log, __logf, float, (float), fast, sfu, -1, device, 0, "natural logarithm, fast: in [0.5, 2] at most 2^-21.41 off, else 3 ulp") \
  F(fast_log2, __log2f, float, (float), fast, sfu, -1, device, 0, "logarithm to base 2, fast: in [0.5, 2] at most 2^-22 off, else 2 ulp") \
  F(fast_log10, __log10f, float, (float), fast, sfu, -1, device, 0, "logarithm to base 10, fast: in [0.5, 2] at most 2^-24 off, else 3 ulp") \
  F(fast_sin, __sinf, float, (float), fast, sfu, -1, device, 0, "sine, fast: in [-pi, pi] at most 2^-21.41 off, larger elsewhere") \
  F(fast_cos, __cosf, float, (float), fast, sfu, -1, device, 0, "cosine, fast: in [-pi, pi] at most 2^-21.19 off, larger elsewhere") \
  F(fast_tan, __tanf, float, (float), fast, sfu, -1, device, 0, "tangent, fast: __sinf(x) / __cosf(x)")                          \
  F(fast_tanh, __tanhf, float, (float), fast, sfu, -1, device, 0, "hyperbolic tangent, fast: relative error at most 2^-11")      \
  F(fast_pow, __powf, float, (float, float), fast, sfu, -1, device, 0, "power, fast: exp2f(y * __log2f(x)); x below 0 gives a NaN") \
  F(fast_divide, __fdividef, float, (float, float), fast, sfu, 2, device, 0, "x / y, fast; 0 where |y| is above 2^126")          \
  F(saturate, __saturatef, float, (float), fast, alu, 0, device, 0, "clamped to [0, 1], a NaN to 0")

#define WB_BUILTINS_BITS(F)                                                                                                      \
  F(float_as_int, __float_as_int, int, (float), bits, none, 0, mov32, 0, "the bits of a float as an integer")                    \
  F(float_as_uint, __float_as_uint, unsigned int, (float), bits, none, 0, mov32, 0, "the bits of a float as an integer")         \
  F(int_as_float, __int_as_float, float, (int), bits, none, 0, mov32, 0, "the float with these bits")                            \
  F(uint_as_float, __uint_as_float, float, (unsigned int), bits, none, 0, mov32, 0, "the float with these bits")                 \
  F(double_as_longlong, __double_as_longlong, long long, (double), bits, none, 0, mov64, 0, "the bits of a double as an integer") \
  F(longlong_as_double, __longlong_as_double, double, (long long), bits, none, 0, mov64, 0, "the double with these bits")        \
  F(double2hiint, __double2hiint, int, (double), bits, alu, 0, device, 0, "the high 32 bits of a double")                        \
  F(double2loint, __double2loint, int, (double), bits, alu, 0, device, 0, "the low 32 bits of a double")                         \
  F(hiloint2double, __hiloint2double, double, (int, int), bits, alu, 0, device, 0, "the double with these high and low bits")

#define WB_BUILTINS_INTEGER(F)                                                                                                   \
  F(popc, __popc, int, (unsigned int), integer, alu, 0, device, 0, "number of set bits")                                         \
  F(popcll, __popcll, int, (unsigned long long), integer, alu, 0, device, 0, "number of set bits")                               \
  F(clz, __clz, int, (int), integer, alu, 0, device, 0, "zeros before the highest set bit; 32 for 0")                            \
  F(clzll, __clzll, int, (long long), integer, alu, 0, device, 0, "zeros before the highest set bit; 64 for 0")                  \
  F(ffs, __ffs, int, (int), integer, alu, 0, device, 0, "place of the lowest set bit, from 1 on; 0 for 0")                       \
  F(ffsll, __ffsll, int, (long long), integer, alu, 0, device, 0, "place of the lowest set bit, from 1 on; 0 for 0")             \
  F(brev, __brev, unsigned int, (unsigned int), integer, alu, 0, device, 0, "the bits in reverse order")                         \
  F(brevll, __brevll, unsigned long long, (unsigned long long), integer, alu, 0, device, 0, "the bits in reverse order")         \
  F(byte_perm, __byte_perm, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "four of the eight bytes of y:x, chosen by the nibbles of s") \
  F(fns, __fns, unsigned int, (unsigned int, unsigned int, int), integer, software, 0, device, 0, "place of the n-th set bit from a base on; all ones if there is none") \
  F(mul24, __mul24, int, (int, int), integer, alu, 0, device, 0, "product of the low 24 bits, low 32 bits of it")                \
  F(umul24, __umul24, unsigned int, (unsigned int, unsigned int), integer, alu, 0, device, 0, "product of the low 24 bits, low 32 bits of it") \
  F(mulhi, __mulhi, int, (int, int), integer, alu, 0, device, 0, "high 32 bits of the product")                                  \
  F(umulhi, __umulhi, unsigned int, (unsigned int, unsigned int), integer, alu, 0, device, 0, "high 32 bits of the product")     \
  F(mul64hi, __mul64hi, long long, (long long, long long), integer, alu, 0, device, 0, "high 64 bits of the product")            \
  F(umul64hi, __umul64hi, unsigned long long, (unsigned long long, unsigned long long), integer, alu, 0, device, 0, "high 64 bits of the product") \
  F(sad, __sad, unsigned int, (int, int, unsigned int), integer, alu, 0, device, 0, "|x - y| + z")                               \
  F(usad, __usad, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "|x - y| + z")           \
  F(hadd_i32, __hadd, int, (int, int), integer, alu, 0, device, 0, "(x + y) >> 1 without overflow")                              \
  F(rhadd_i32, __rhadd, int, (int, int), integer, alu, 0, device, 0, "(x + y + 1) >> 1 without overflow")                        \
  F(uhadd, __uhadd, unsigned int, (unsigned int, unsigned int), integer, alu, 0, device, 0, "(x + y) >> 1 without overflow")     \
  F(urhadd, __urhadd, unsigned int, (unsigned int, unsigned int), integer, alu, 0, device, 0, "(x + y + 1) >> 1 without overflow") \
  F(funnelshift_l, __funnelshift_l, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "high word of high:low << (n & 31)") \
  F(funnelshift_r, __funnelshift_r, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "low word of high:low >> (n & 31)") \
  F(funnelshift_lc, __funnelshift_lc, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "high word of high:low << min(n, 32)") \
  F(funnelshift_rc, __funnelshift_rc, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "low word of high:low >> min(n, 32)") \
  F(dp4a_i32, __dp4a, int, (int, int, int), integer, alu, 0, device, 0, "c + the four products of signed bytes")                 \
  F(dp4a_u32, __dp4a, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "c + the four products of unsigned bytes") \
  F(dp2a_lo_i32, __dp2a_lo, int, (int, int, int), integer, alu, 0, device, 0, "c + two products of signed halves and the low bytes") \
  F(dp2a_lo_u32, __dp2a_lo, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "c + two products of unsigned halves and the low bytes") \
  F(dp2a_hi_i32, __dp2a_hi, int, (int, int, int), integer, alu, 0, device, 0, "c + two products of signed halves and the high bytes") \
  F(dp2a_hi_u32, __dp2a_hi, unsigned int, (unsigned int, unsigned int, unsigned int), integer, alu, 0, device, 0, "c + two products of unsigned halves and the high bytes")

// Four directions: _rn nearest even, _rz towards zero, _ru up, _rd down.
#define WB_FOUR(F, name, R, P, family, cost, op_rn, help)                                   \
  F(name##_rn, __##name##_rn, R, P, family, cost, 0, op_rn, 0, help ", to nearest even")    \
  F(name##_rz, __##name##_rz, R, P, family, cost, 0, device, 0, help ", towards zero")      \
  F(name##_ru, __##name##_ru, R, P, family, cost, 0, device, 0, help ", upwards")           \
  F(name##_rd, __##name##_rd, R, P, family, cost, 0, device, 0, help ", downwards")
#define WB_BUILTINS_ROUNDING(F)                                                                                          \
  WB_FOUR(F, fadd, float, (float, float), rounding, alu, add_f32, "x + y, never fused") WB_FOUR(F, fsub, float, (float, float), rounding, alu, sub_f32, "x - y, never fused") \
  WB_FOUR(F, fmul, float, (float, float), rounding, alu, mul_f32, "x * y, never fused") WB_FOUR(F, fdiv, float, (float, float), rounding, software, div_f32, "x / y") \
  WB_FOUR(F, fmaf, float, (float, float, float), rounding, alu, fma_f32, "x*y + z with one rounding")                    \
  WB_FOUR(F, frcp, float, (float), rounding, software, device, "1 / x") WB_FOUR(F, fsqrt, float, (float), rounding, software, sqrt_f32, "square root") \
  F(frsqrt_rn, __frsqrt_rn, float, (float), rounding, software, 0, device, 0, "1 / square root, to nearest even")        \
  WB_FOUR(F, dadd, double, (double, double), rounding, fp64, add_f64, "x + y, never fused") WB_FOUR(F, dsub, double, (double, double), rounding, fp64, sub_f64, "x - y, never fused") \
  WB_FOUR(F, dmul, double, (double, double), rounding, fp64, mul_f64, "x * y, never fused") WB_FOUR(F, ddiv, double, (double, double), rounding, fp64, div_f64, "x / y") \
  WB_FOUR(F, fma, double, (double, double, double), rounding, fp64, fma_f64, "x*y + z with one rounding")                \
  WB_FOUR(F, drcp, double, (double), rounding, fp64, device, "1 / x") WB_FOUR(F, dsqrt, double, (double), rounding, fp64, sqrt_f64, "square root")
#define WB_BUILTINS_CONVERSION(F)                                                                                        \
  WB_FOUR(F, float2int, int, (float), conversion, alu, device, "to an integer") WB_FOUR(F, float2uint, unsigned int, (float), conversion, alu, device, "to an integer") \
  WB_FOUR(F, float2ll, long long, (float), conversion, alu, device, "to an integer") WB_FOUR(F, float2ull, unsigned long long, (float), conversion, alu, device, "to an integer") \
  WB_FOUR(F, double2int, int, (double), conversion, fp64, device, "to an integer") WB_FOUR(F, double2uint, unsigned int, (double), conversion, fp64, device, "to an integer") \
  WB_FOUR(F, double2ll, long long, (double), conversion, fp64, device, "to an integer") WB_FOUR(F, double2ull, unsigned long long, (double), conversion, fp64, device, "to an integer") \
  WB_FOUR(F, int2float, float, (int), conversion, alu, i32_to_f32, "to float") WB_FOUR(F, uint2float, float, (unsigned int), conversion, alu, u32_to_f32, "to float") \
  WB_FOUR(F, ll2float, float, (long long), conversion, alu, i64_to_f32, "to float") WB_FOUR(F, ull2float, float, (unsigned long long), conversion, alu, u64_to_f32, "to float") \
  WB_FOUR(F, ll2double, double, (long long), conversion, fp64, i64_to_f64, "to double") WB_FOUR(F, ull2double, double, (unsigned long long), conversion, fp64, u64_to_f64, "to double") \
  WB_FOUR(F, double2float, float, (double), conversion, fp64, f64_to_f32, "to float")                                    \
  F(int2double_rn, __int2double_rn, double, (int), conversion, fp64, 0, i32_to_f64, 0, "to double, exact")               \
  F(uint2double_rn, __uint2double_rn, double, (unsigned int), conversion, fp64, 0, u32_to_f64, 0, "to double, exact")

// Two halves (name2) or four bytes (name4) in a word.
#define WB_SIMD(F, name, P, help)                                                                                 \
  F(name##2, __##name##2, unsigned int, P, simd, alu, 0, device, 0, "each 16-bit half: " help)                    \
  F(name##4, __##name##4, unsigned int, P, simd, alu, 0, device, 0, "each byte: " help)
#define WB_UU (unsigned int, unsigned int)
#define WB_UUU (unsigned int, unsigned int, unsigned int)
#define WB_SIMD_COMPARE(F, suffix, help)                                                                          \
  WB_SIMD(F, vcmp##suffix, WB_UU, "all ones where " help) WB_SIMD(F, vset##suffix, WB_UU, "1 where " help)
#define WB_SIMD_THREE(F, name, help)                                                                              \
  F(name##_s32, __##name##_s32, int, (int, int, int), simd, alu, 0, device, 0, help)                              \
  F(name##_s32_relu, __##name##_s32_relu, int, (int, int, int), simd, alu, 0, device, 0, help ", at least 0")     \
  F(name##_u32, __##name##_u32, unsigned int, WB_UUU, simd, alu, 0, device, 0, help)                              \
  F(name##_s16x2, __##name##_s16x2, unsigned int, WB_UUU, simd, alu, 0, device, 0, "each signed half: " help)     \
  F(name##_s16x2_relu, __##name##_s16x2_relu, unsigned int, WB_UUU, simd, alu, 0, device, 0, "each signed half: " help ", at least 0") \
  F(name##_u16x2, __##name##_u16x2, unsigned int, WB_UUU, simd, alu, 0, device, 0, "each unsigned half: " help)
#define WB_BUILTINS_SIMD(F)                                                                                       \
  WB_SIMD(F, vabs, (unsigned int), "|x|, wraps") WB_SIMD(F, vabsss, (unsigned int), "|x|, saturates")             \
  WB_SIMD(F, vneg, (unsigned int), "-x, wraps") WB_SIMD(F, vnegss, (unsigned int), "-x, saturates")               \
  WB_SIMD(F, vabsdiffs, WB_UU, "|x - y|, signed") WB_SIMD(F, vabsdiffu, WB_UU, "|x - y|, unsigned")               \
  WB_SIMD(F, vadd, WB_UU, "x + y, wraps") WB_SIMD(F, vaddss, WB_UU, "x + y, signed, saturates") WB_SIMD(F, vaddus, WB_UU, "x + y, unsigned, saturates") \
  WB_SIMD(F, vsub, WB_UU, "x - y, wraps") WB_SIMD(F, vsubss, WB_UU, "x - y, signed, saturates") WB_SIMD(F, vsubus, WB_UU, "x - y, unsigned, saturates") \
  WB_SIMD(F, vavgs, WB_UU, "rounded average, signed") WB_SIMD(F, vavgu, WB_UU, "rounded average, unsigned") WB_SIMD(F, vhaddu, WB_UU, "average rounded down, unsigned") \
  WB_SIMD(F, vmaxs, WB_UU, "larger, signed") WB_SIMD(F, vmaxu, WB_UU, "larger, unsigned")                         \
  WB_SIMD(F, vmins, WB_UU, "smaller, signed") WB_SIMD(F, vminu, WB_UU, "smaller, unsigned")                       \
  WB_SIMD_COMPARE(F, eq, "x == y") WB_SIMD_COMPARE(F, ne, "x != y")                                               \
  WB_SIMD_COMPARE(F, ges, "x >= y, signed") WB_SIMD_COMPARE(F, gts, "x > y, signed") WB_SIMD_COMPARE(F, les, "x <= y, signed") WB_SIMD_COMPARE(F, lts, "x < y, signed") \
  WB_SIMD_COMPARE(F, geu, "x >= y, unsigned") WB_SIMD_COMPARE(F, gtu, "x > y, unsigned") WB_SIMD_COMPARE(F, leu, "x <= y, unsigned") WB_SIMD_COMPARE(F, ltu, "x < y, unsigned") \
  WB_SIMD(F, vsads, WB_UU, "sum of |x - y|, signed") WB_SIMD(F, vsadu, WB_UU, "sum of |x - y|, unsigned")         \
  WB_SIMD_THREE(F, viaddmax, "max(a + b, c)") WB_SIMD_THREE(F, viaddmin, "min(a + b, c)")                         \
  WB_SIMD_THREE(F, vimax3, "max(max(a, b), c)") WB_SIMD_THREE(F, vimin3, "min(min(a, b), c)")                     \
  F(vimax_s32_relu, __vimax_s32_relu, int, (int, int), simd, alu, 0, device, 0, "max(max(a, b), 0)")              \
  F(vimin_s32_relu, __vimin_s32_relu, int, (int, int), simd, alu, 0, device, 0, "max(min(a, b), 0)")              \
  F(vimax_s16x2_relu, __vimax_s16x2_relu, unsigned int, WB_UU, simd, alu, 0, device, 0, "each signed half: max(max(a, b), 0)") \
  F(vimin_s16x2_relu, __vimin_s16x2_relu, unsigned int, WB_UU, simd, alu, 0, device, 0, "each signed half: max(min(a, b), 0)")

// The parts of functions with more than one result (builtin_table.h); their names are not for kernels.
#define WB_PART(F, name, R, P) F(part_##name, __wb_##name, R, P, part, alu, 0, device, 0, "a part of a function with several results")
#define WB_BUILTINS_PARTS(F)                                                                                      \
  WB_PART(F, frexp_fractionf, float, (float)) WB_PART(F, frexp_fraction, double, (double))                        \
  WB_PART(F, frexp_exponentf, int, (float)) WB_PART(F, frexp_exponent, int, (double))                             \
  WB_PART(F, modf_fractionf, float, (float)) WB_PART(F, modf_fraction, double, (double))                          \
  WB_PART(F, remquo_quotientf, int, (float, float)) WB_PART(F, remquo_quotient, int, (double, double))            \
  WB_PART(F, vibmax_s32, int, (int, int)) WB_PART(F, vibmin_s32, int, (int, int))                                 \
  WB_PART(F, vibmax_u32, unsigned int, WB_UU) WB_PART(F, vibmin_u32, unsigned int, WB_UU)                         \
  WB_PART(F, ge_s32, bool, (int, int)) WB_PART(F, le_s32, bool, (int, int))                                       \
  WB_PART(F, ge_u32, bool, WB_UU) WB_PART(F, le_u32, bool, WB_UU)                                                 \
  WB_PART(F, ge_s16_high, bool, WB_UU) WB_PART(F, ge_s16_low, bool, WB_UU) WB_PART(F, le_s16_high, bool, WB_UU) WB_PART(F, le_s16_low, bool, WB_UU) \
  WB_PART(F, ge_u16_high, bool, WB_UU) WB_PART(F, ge_u16_low, bool, WB_UU) WB_PART(F, le_u16_high, bool, WB_UU) WB_PART(F, le_u16_low, bool, WB_UU) \
  WB_PART(F, xorwow_jump, unsigned int, (unsigned long long, int))

// half and bfloat16: what the device library's headers (simulator/library) are made from; kernels write cuda_fp16.h's names.
#define WB_HALF_MODES(F, type, T, mode, what)                                                                     \
  F(type##_from_f64_##mode, __wb_##type##_##mode, T, (double), half, alu, 0, device, 0, what)                     \
  F(type##_from_i64_##mode, __wb_##type##_##mode, T, (long long), half, alu, 0, device, 0, what)                  \
  F(type##_from_u64_##mode, __wb_##type##_##mode, T, (unsigned long long), half, alu, 0, device, 0, what)
#define WB_HALF_ROWS(F, type, T, word)                                                                            \
  F(type##_to_f32, __wb_##type##_to_f32, float, (T), half, alu, 0, word##_to_f32, 0, "exact")                     \
  F(type##_from_f32, __wb_##type, T, (float), half, alu, 0, f32_to_##word, 0, "nearest")                          \
  WB_HALF_MODES(F, type, T, rn, "nearest") WB_HALF_MODES(F, type, T, rz, "towards zero")                          \
  WB_HALF_MODES(F, type, T, rd, "downwards") WB_HALF_MODES(F, type, T, ru, "upwards")                             \
  F(type##_add, __wb_add, T, (T, T), half, alu, 0, add_##type, 0, "a + b")                                        \
  F(type##_sub, __wb_sub, T, (T, T), half, alu, 0, sub_##type, 0, "a - b")                                        \
  F(type##_mul, __wb_mul, T, (T, T), half, alu, 0, mul_##type, 0, "a * b")                                        \
  F(type##_div, __wb_div, T, (T, T), half, alu, 0, div_##type, 0, "a / b")                                        \
  F(type##_fma, __wb_fma, T, (T, T, T), half, alu, 0, fma_##type, 0, "a * b + c with one rounding")               \
  F(type##_neg, __wb_neg, T, (T), half, alu, 0, neg_##type, 0, "-a")                                              \
  F(type##_bits, __wb_bits, unsigned short, (T), half, none, 0, mov32, 0, "its 16 bits")                          \
  F(type##_from_bits, __wb_##type##_from_bits, T, (unsigned short), half, none, 0, mov32, 0, "the value of these 16 bits")
#define WB_BUILTINS_HALF(F) WB_HALF_ROWS(F, f16, __half, half) WB_HALF_ROWS(F, bf16, __nv_bfloat16, bfloat)

#define WB_BUILTINS_VALUES(F)                                                                                     \
  WB_BUILTINS_MATH(F) WB_BUILTINS_COMPARE(F) WB_BUILTINS_FAST(F) WB_BUILTINS_BITS(F) WB_BUILTINS_INTEGER(F)       \
  WB_BUILTINS_ROUNDING(F) WB_BUILTINS_CONVERSION(F) WB_BUILTINS_SIMD(F) WB_BUILTINS_HALF(F) WB_BUILTINS_PARTS(F)
