// cuFloatComplex and cuDoubleComplex: complex numbers as pairs, x + iy. Products of two are plain; quotients and absolute values scale first,
// so that they neither overflow nor lose everything where the result is in range.

#define WB_FN __host__ __device__ static __inline__

#define WB_COMPLEX(Pair, Scalar, suffix, make, real, imag, conj, add, sub, mul, div, absolute, magnitude, root)          \
  typedef Pair suffix;                                                                                                    \
  WB_FN Scalar real(suffix a) { return a.x; }                                                                             \
  WB_FN Scalar imag(suffix a) { return a.y; }                                                                             \
  WB_FN suffix make(Scalar re, Scalar im) {                                                                               \
    suffix z;                                                                                                             \
    z.x = re;                                                                                                             \
    z.y = im;                                                                                                             \
    return z;                                                                                                             \
  }                                                                                                                       \
  WB_FN suffix conj(suffix a) { return make(a.x, -a.y); }                                                                 \
  WB_FN suffix add(suffix a, suffix b) { return make(a.x + b.x, a.y + b.y); }                                             \
  WB_FN suffix sub(suffix a, suffix b) { return make(a.x - b.x, a.y - b.y); }                                             \
  WB_FN suffix mul(suffix a, suffix b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }                     \
  WB_FN suffix div(suffix a, suffix b) {                                                                                  \
    Scalar scale = Scalar(1) / (magnitude(b.x) + magnitude(b.y));                                                         \
    Scalar ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                                        \
    Scalar inverse = Scalar(1) / (bx * bx + by * by);                                                                     \
    return make((ax * bx + ay * by) * inverse, (ay * bx - ax * by) * inverse);                                            \
  }                                                                                                                       \
  WB_FN Scalar absolute(suffix a) {                                                                                       \
    Scalar x = magnitude(a.x), y = magnitude(a.y);                                                                        \
    Scalar large = x > y ? x : y, small = x > y ? y : x;                                                                  \
    Scalar ratio = small / large;                                                                                         \
    Scalar length = large * root(Scalar(1) + ratio * ratio);                                                              \
    return large == Scalar(0) || large > __WB_LARGEST_##Scalar || small > __WB_LARGEST_##Scalar ? x + y : length;         \
  }
#define __WB_LARGEST_float 3.402823466e38f
#define __WB_LARGEST_double 1.79769313486231570e+308

WB_COMPLEX(float2, float, cuFloatComplex, make_cuFloatComplex, cuCrealf, cuCimagf, cuConjf, cuCaddf, cuCsubf, cuCmulf, cuCdivf, cuCabsf, fabsf, sqrtf)
WB_COMPLEX(double2, double, cuDoubleComplex, make_cuDoubleComplex, cuCreal, cuCimag, cuConj, cuCadd, cuCsub, cuCmul, cuCdiv, cuCabs, fabs, sqrt)

typedef cuFloatComplex cuComplex;
WB_FN cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
WB_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_cuDoubleComplex((double)a.x, (double)a.y); }
WB_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return make_cuFloatComplex((float)a.x, (float)a.y); }
WB_FN cuComplex cuCfmaf(cuComplex a, cuComplex b, cuComplex c) { return make_cuComplex(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x); }
WB_FN cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  return make_cuDoubleComplex(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x);
}
