// Numbers of 8 bits: values and roundings by the formats' definition, and every spelling of a conversion. The codes of the tables are those
// that the host's half of CUDA's own header gives.
#include <doctest.h>

#include <cmath>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string head = "#include <cuda_fp8.h>\n";

// The value of every code, by the definition: sign, exponent, mantissa.
float value_of(int code, int mantissa_bits, int bias) {
  const int magnitude = code & 0x7F, exponent = magnitude >> mantissa_bits, mantissa = magnitude & ((1 << mantissa_bits) - 1);
  if (mantissa_bits == 3 && magnitude == 0x7F) return NAN;
  if (mantissa_bits == 2 && exponent == 31) return mantissa ? NAN : code & 0x80 ? -INFINITY : INFINITY;
  const double scaled = exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissa_bits)
                                      : std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
  return static_cast<float>(code & 0x80 ? -scaled : scaled);
}

std::vector<uint8_t> rounded(const std::string& expression, const std::vector<float>& from) {
  Kernel k(head + "__global__ void k(unsigned char* out, const float* in) { const float x = in[threadIdx.x]; out[threadIdx.x] = " +
           expression + "; }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {static_cast<uint32_t>(from.size()), 1, 1}).out<uint8_t>(from.size()).in(from).run();
  CHECK(k.kinds() == "");
  return k.get<uint8_t>(0);
}

}  // namespace

TEST_CASE("every code has the value that its format gives it, and comes back from it") {
  struct Format {
    const char* type;
    int mantissa_bits, bias;
  };
  for (const Format& format : {Format{"__nv_fp8_e4m3", 3, 7}, Format{"__nv_fp8_e5m2", 2, 15}}) {
    CAPTURE(format.type);
    Kernel k(head + "__global__ void k(float* out, unsigned char* back) { " + format.type +
             " q; q.__x = (unsigned char)threadIdx.x; out[threadIdx.x] = float(q); back[threadIdx.x] = " + format.type +
             "((double)(float)q).__x; }");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {256, 1, 1}).out<float>(256).out<uint8_t>(256).run();
    for (int code = 0; code < 256; ++code) {
      const float expected = value_of(code, format.mantissa_bits, format.bias), got = k.get<float>(0)[static_cast<size_t>(code)];
      CHECK((std::isnan(expected) ? std::isnan(got) : got == expected));
      if (std::isfinite(expected)) CHECK(k.get<uint8_t>(1)[static_cast<size_t>(code)] == code);
    }
  }
}

TEST_CASE("conversions round once, to even, and saturate unless told not to") {
  const std::vector<float> in = {0.0f,  -0.0f,    1.0f,          1.0625f, 1.1875f,       448.0f,   464.0f,  465.0f,
                                 -1e9f, INFINITY, 0.0009765625f, 0.0010f, 0.0146484375f, 61439.0f, 61440.0f};
  CHECK(rounded("__nv_fp8_e4m3(x).__x", in) ==
        std::vector<uint8_t>{0, 0x80, 0x38, 0x38, 0x3A, 0x7E, 0x7E, 0x7E, 0xFE, 0x7E, 0, 1, 8, 0x7E, 0x7E});
  CHECK(rounded("__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3)", in) ==
        std::vector<uint8_t>{0, 0x80, 0x38, 0x38, 0x3A, 0x7E, 0x7E, 0x7F, 0xFF, 0x7F, 0, 1, 8, 0x7F, 0x7F});
  CHECK(rounded("__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2)", in) ==
        std::vector<uint8_t>{0, 0x80, 0x3C, 0x3C, 0x3D, 0x5F, 0x5F, 0x5F, 0xFC, 0x7C, 0x14, 0x14, 0x24, 0x7B, 0x7C});
  CHECK(rounded("__nv_fp8_e5m2(x).__x", {INFINITY, -1e9f}) == std::vector<uint8_t>{0x7B, 0xFB});
}

TEST_CASE("vectors, halves and raw bits") {
  Kernel k(head +
           "__global__ void k(float* out) { const __nv_fp8x4_e4m3 q(make_float4(1.f, -2.f, 500.f, .5f)); const float4 v = (float4)q; "
           "out[0] = v.x; out[1] = v.y; out[2] = v.z; out[3] = v.w;\n"
           "  const __nv_fp8x2_e5m2 p(make_float2(3.f, -8.f)); const float2 w = (float2)p; out[4] = w.x; out[5] = w.y; out[6] = "
           "__low2float((__half2)p);\n"
           "  const __half2 h = __nv_cvt_fp8x2_to_halfraw2(p.__x, __NV_E5M2); out[7] = __high2float(h);\n"
           "  out[8] = (float)(int)__nv_fp8_e4m3(7.6f) + (float)static_cast<__nv_fp8_e4m3>(__float2half(2.f)); }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {1, 1, 1}).out<float>(9).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<float>(0) == std::vector<float>{1, -2, 448, .5f, 3, -8, 3, -8, 9});
}
