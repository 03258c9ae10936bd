// half and bfloat16: arithmetic against exact arithmetic, the C++ that they allow, buffers of them.
#include <doctest.h>

#include <cmath>

#include "simulator/builtins/half.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

std::string first_code(const std::string& body) {
  CompileResult compiled = compile("k.cu", "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__global__ void k(half* h, half2* p, __nv_bfloat16* b, float f, int i) { " + body + " }", "");
  return compiled.diagnostics.empty() ? "" : code_info(compiled.diagnostics[0].code).name;
}

// Runs `float body(half a, half b)` for one pair of values.
float run(const std::string& body, float a, float b) {
  Kernel k("#include <cuda_fp16.h>\n__global__ void k(float* r, half* h) { half a = h[0], b = h[1]; " + body + " }", "", false);
  if (!k.compiled.ok()) return NAN;
  k.shape({1, 1, 1}, {1, 1, 1}).out<float>(1).in<uint16_t>({static_cast<uint16_t>(float_to_half(a)), static_cast<uint16_t>(float_to_half(b))}).run();
  CHECK(k.kinds() == "");
  return k.get<float>(0)[0];
}

}  // namespace

TEST_CASE("every half goes to float and back; conversions in one rounding agree with those in two") {
  int wrong = 0;
  for (uint32_t h = 0; h < 65536; ++h) {
    const float f = half_to_float(h), g = bfloat_to_float(h);
    const uint32_t expected_half = std::isnan(f) ? 0x7FFF : h, expected_bfloat = std::isnan(g) ? 0x7FFF : h;
    wrong += float_to_half(f) != expected_half;
    wrong += double_to_half(static_cast<double>(f), Rounding::nearest) != expected_half;
    wrong += float_to_bfloat(g) != expected_bfloat;
    wrong += double_to_bfloat(static_cast<double>(g), Rounding::nearest) != (std::isnan(g) ? h | 0x40 : h);  // of a double's NaN the upper bits stay
  }
  CHECK(wrong == 0);
}

TEST_CASE("directed roundings of half") {
  const double x = 1.0 + 1.0 / 4096;  // between 0x3C00 and 0x3C01, nearer to the first
  CHECK(double_to_half(x, Rounding::nearest) == 0x3C00);
  CHECK(double_to_half(x, Rounding::zero) == 0x3C00);
  CHECK(double_to_half(x, Rounding::up) == 0x3C01);
  CHECK(double_to_half(-x, Rounding::down) == 0xBC01);
  CHECK(double_to_half(1e9, Rounding::nearest) == 0x7C00);
  CHECK(double_to_half(1e9, Rounding::zero) == 0x7BFF);
  CHECK(double_to_half(-1e9, Rounding::up) == 0xFBFF);
  CHECK(double_to_half(1e-30, Rounding::up) == 0x0001);
  CHECK(double_to_half(5e-324, Rounding::nearest) == 0x0000);
}

TEST_CASE("a fused multiply-add of half rounds once") {
  // 1.0009765625 * 1.0009765625 = 1 + 2^-9 + 2^-20: just above a tie is rounded up, the product alone would lose the last bit.
  const uint32_t a = 0x3C01;
  CHECK(half_fma(a, a, 0x0000) == 0x3C02);
  CHECK(half_fma(0x3C01, 0x3C00, 0x0001) == 0x3C01);
  CHECK(half_fma(0x4000, 0x7BFF, 0xFBFF) == 0x7BFF);  // 2 * 65504 overflows only on the way
  CHECK(bfloat_fma(0x4718, 0x6370, 0x075F) == 0x6B0F);  // a tie that a tiny addend breaks
}

TEST_CASE("the negative of a NaN is the one NaN of the hardware") {
  CHECK(half_neg(0x7C01) == 0x7FFF);
  CHECK(half_neg(0x7C00) == 0xFC00);
  CHECK(bfloat_neg(0xFFC0) == 0x7FFF);
  CHECK(bfloat_neg(0x0001) == 0x8001);
}

TEST_CASE("operators of half") {
  CHECK(run("r[0] = a + b;", 1.5f, 2.25f) == 3.75f);
  CHECK(run("r[0] = a * b - a;", 3.0f, 5.0f) == 12.0f);
  CHECK(run("r[0] = a / b;", 1.0f, 3.0f) == half_to_float(float_to_half(1.0f / 3.0f)));
  CHECK(run("r[0] = -a;", 2.0f, 0.0f) == -2.0f);
  CHECK(run("r[0] = (a < b) + 2 * (a == b) + 4 * (a != b) + 8 * (a >= b);", 1.0f, 2.0f) == 5.0f);
  CHECK(run("a += 1.5f; a -= 1; a *= b; r[0] = a;", 2.0f, 4.0f) == 10.0f);
  CHECK(run("half c = a++; r[0] = c * (half)100 + a;", 2.0f, 0.0f) == 203.0f);
  CHECK(run("half c = --a; r[0] = c * (half)100 + a;", 2.0f, 0.0f) == 101.0f);
  CHECK(run("half t[4] = {1, 2, 3, 4}; int i = 0; t[i++] += a; r[0] = t[0] * (half)10.0f + (half)i;", 2.0f, 0.0f) == 31.0f);
  CHECK(run("r[0] = a ? 1.0f : 2.0f;", 0.0f, 0.0f) == 2.0f);
  CHECK(run("const half half_one = 1.0f; r[0] = a == half_one;", 1.0f, 0.0f) == 1.0f);
  CHECK(run("r[0] = sqrtf(a);", 9.0f, 0.0f) == 3.0f);
}

TEST_CASE("what is ambiguous between half and another type is refused, and a named conversion is not") {
  CHECK(first_code("h[0] = h[0] + f;") == "WB3202");
  CHECK(first_code("h[0] = h[0] * 2;") == "WB3202");
  CHECK(first_code("if (h[0] == 0) h[1] = f;") == "WB3202");
  CHECK(first_code("h[0] = i ? h[1] : f;") == "WB3202");
  CHECK(first_code("b[0] = b[0] * h[0];") == "WB3202");
  CHECK(first_code("p[0] = p[0] * h[0];") != "");
  CHECK(first_code("b[0] = h[0];") == "WB3008");
  CHECK(first_code("h[0] = h[0] % h[1];") == "WB3009");
  CHECK(first_code("h[0] = h[0] + (half)f; h[1] += f; b[0] = (__nv_bfloat16)h[0]; h[2] = i ? h[1] : (half)f;") == "");
}

TEST_CASE("pairs of halves") {
  CHECK(run("half2 p(a, b), q = __halves2half2(b, a); p += q; p = p * q; r[0] = __low2float(p) * 100.0f + __high2float(p);", 1.0f, 2.0f) == 603.0f);
  CHECK(run("half2 p = make_half2(a, b); p.x = b; r[0] = (p == half2(b, b)) + 2 * (p != half2(b, b));", 1.0f, 2.0f) == 1.0f);
  CHECK(run("__shared__ half2 s[4]; s[1] = {a, b}; half* flat = (half*)s; r[0] = (float)flat[2] * 10.0f + (float)flat[3];", 1.0f, 2.0f) == 12.0f);
}

TEST_CASE("a launch's buffers of half hold their bits") {
  Kernel k("#include <cuda_fp16.h>\n__global__ void k(const __half* a, __half* b) { int i = threadIdx.x; b[i] = __hmul(a[i], __float2half(2.0f)); }");
  REQUIRE(k.compiled.ok());
  REQUIRE(k.compiled.parameters.size() == 2);
  k.shape({1, 1, 1}, {4, 1, 1}).in<uint16_t>({0x3C00, 0x4000, 0x0001, 0x7BFF}).in<uint16_t>(std::vector<uint16_t>(4), true).run();
  CHECK(k.get<uint16_t>(1) == std::vector<uint16_t>{0x4000, 0x4400, 0x0002, 0x7C00});
  CHECK(k.kinds() == "");
}

TEST_CASE("a half that nobody has set is reported, and one that was set is not") {
  CHECK(first_code("half x; x = f; h[0] = x;") == "");
  Kernel k("#include <cuda_fp16.h>\n__global__ void k(half* h, int i) { half x; if (i) x = 1.0f; h[0] = x; }");
  k.shape({1, 1, 1}, {1, 1, 1}).in<uint16_t>({0}).value(int64_t{0}).run();
  CHECK(k.kinds() == "uninit.local");
}

TEST_CASE("a product of halves in a sum is fused, as a product of floats is") {
  // 1 + 2^-10 squared is 1 + 2^-9 + 2^-20: the last term is what rounding the product loses.
  const auto fused = [](const std::string& type, const std::string& expression, bool contract) {
    Kernel k("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__global__ void k(float* r) { int t = threadIdx.x; const float e = sizeof(" + type + ") && " + (type == "half" ? "true" : "false") +
                 " ? 0.0009765625f : 0.0078125f; " + type + " a = 1.0f + e + t, b = -(1.0f + 2 * e) + t; r[0] = (float)(" + expression + "); }",
             "", contract);
    if (!k.compiled.ok()) return -1.0f;
    k.shape({1, 1, 1}, {1, 1, 1}).out<float>(1).run();
    return k.get<float>(0)[0];
  };
  const float half_rest = 0x1p-20f, bfloat_rest = 0x1p-14f;
  CHECK(fused("half", "a * a + b", true) == half_rest);
  CHECK(fused("half", "b + a * a", true) == half_rest);
  CHECK(fused("half", "-b - a * a", true) == -half_rest);
  CHECK(fused("half", "a * a - -b", true) == half_rest);
  CHECK(fused("half", "a * a + b", false) == 0);
  CHECK(fused("half", "b += a * a", true) == half_rest);
  CHECK(fused("half", "__hadd_rn(a * a, b)", true) == 0);
  CHECK(fused("__nv_bfloat16", "a * a + b", true) == bfloat_rest);
  CHECK(fused("__nv_bfloat16", "a * a + b", false) == 0);
}
