// What kernels take from cuda::std, cuda:: and thrust beside containers: bits, complex numbers, optional values, mathematical functions.
#include "tests/unit/language/one_thread.h"

using wb::test::values, wb::test::value, wb::test::errors;

TEST_CASE("bits are counted, turned and read as another type") {
  const std::string bit = "#include <cuda/std/bit>\n#include <cuda/std/cstdint>\n";
  CHECK(value(bit, "cuda::std::popcount(0xF0u) * 1000 + cuda::std::countl_zero(1u) * 10 + cuda::std::countr_zero(8u)") == 4313);
  CHECK(value(bit, "cuda::std::countl_zero((unsigned char)1) * 100 + cuda::std::countr_zero(0ul) + cuda::std::bit_width(255u)") == 772);
  CHECK(value(bit, "(int)cuda::std::rotl(0x80000001u, 1) * 100 + (int)cuda::std::bit_ceil(5u) + (int)cuda::std::bit_floor(5u) + cuda::std::has_single_bit(4u)") == 313);
  CHECK(value(bit, "cuda::std::bit_cast<int>(1.0f) == 0x3f800000") == 1);
  CHECK(errors(bit, "out[0] = (int)cuda::std::bit_cast<double>(1.0f);") != "");
}

TEST_CASE("complex numbers of cuda::std and of thrust") {
  for (const std::string& of : {std::string("cuda::std"), std::string("thrust")}) {
    const std::string header = of == "thrust" ? "#include <thrust/complex.h>\n" : "#include <cuda/std/complex>\n";
    const std::string declarations = header + "using C = " + of + "::complex<float>; using D = " + of + "::complex<double>;\n";
    CAPTURE(of);
    CHECK(values(declarations, "C a(1, 2), b(3, n), c = a * b + a; out[0] = (int)c.real(); out[1] = (int)c.imag(); C d = c / a; out[2] = (int)roundf(d.real() * 10) * 100 + (int)roundf(d.imag() * 10);", 3) ==
          std::vector<int>{-6, 13, 4050});
    CHECK(value(declarations, "(int)abs(C(3, 4)) * 100 + (int)norm(C(3, 4)) + (int)conj(C(1, 2)).imag() + (int)(2.0f * C(1, 3)).imag() + (C(1, 0) == C(1)) + (int)(-C(1, 2)).real()") == 529);
    CHECK(value(declarations, "(int)roundf(exp(C(0, 3.14159265f)).real()) + (int)round(sqrt(D(-4, 0)).imag()) * 10 + (int)round(log(D(1, 0)).real())") == 19);
    CHECK(values(declarations, "D z(1, 1); z += C(2, 3); z *= 2.0; z -= D(0, 1); out[0] = (int)z.real() * 10 + (int)z.imag(); z.imag(4); out[1] = (int)z.imag() + (int)arg(D(1, 0));", 2) == std::vector<int>{67, 4});
  }
}

TEST_CASE("a value that may be missing") {
  const std::string optional = "#include <cuda/std/optional>\n__device__ cuda::std::optional<int> half(int v) { if (v % 2) return cuda::std::nullopt; return v / 2; }\n";
  CHECK(value(optional, "half(n).value_or(7) * 10 + half(8).value_or(7) + half(8).has_value()") == 75);
  CHECK(values(optional, "auto a = half(6); out[0] = a ? *a : 0; a.reset(); out[1] = a.has_value(); a = 9; out[2] = a.value();", 3) == std::vector<int>{3, 0, 9});
}

TEST_CASE("mathematical functions behind cuda::std, and whole numbers rounded to multiples") {
  CHECK(value("#include <cuda/std/cmath>\n", "(int)cuda::std::sqrt(16.0f) + (int)cuda::std::fabs(-2.0) + cuda::std::isnan(1.0f) + (int)cuda::std::pow(2.0f, 3.0f)") == 14);
  CHECK(value("#include <cuda/cmath>\n", "cuda::ceil_div(n, 3) * 100 + cuda::round_up(n, 4) * 10 + cuda::round_down(n, 4) + cuda::ilog2(9)") == 287);
  CHECK(errors("#include <cuda/std/cmath>\n", "out[0] = cuda::std::no_such(1);") == "WB3003");
}

TEST_CASE("constants of math_constants.h and cuda_fp16.h") {
  CHECK(value("#include <math_constants.h>\n", "(int)(CUDART_PIO2_F * 1000) + (CUDART_NAN != CUDART_NAN) + (CUDART_INF_F > 1.0f) + (int)(CUDART_LN2 * 100)") == 1641);
  CHECK(value("#include <cuda_fp16.h>\n", "(int)__half2float(CUDART_ONE_FP16) + __hisinf(CUDART_INF_FP16) + (int)__half2float(CUDART_MAX_NORMAL_FP16)") == 65506);
}
