// What helper headers and samples do that lessons do not: overloads beside CUDA's own functions, cuComplex, shuffles out of variables that
// only the leader has set.
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

TEST_CASE("make_float3(float) of a user stands beside CUDA's make_float3(x, y, z)") {
  Kernel k("inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }\n"
           "inline __host__ __device__ float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }\n"
           "inline __host__ __device__ float2 make_float2(float a, float b) { float2 r = {b, a}; return r; }\n"
           "__global__ void k(float* out) { float3 a = make_float3(2.0f), b = make_float3(make_float4(1, 2, 3, 4)), c = make_float3(7, 8, 9);\n"
           "  float2 own = make_float2(1.0f, 2.0f); out[0] = a.z; out[1] = b.z; out[2] = c.z; out[3] = own.x; }");
  REQUIRE(k.errors.empty());
  CHECK(k.out<float>(4).shape({1, 1, 1}, {1, 1, 1}).run().get<float>(0) == std::vector<float>{2, 3, 9, 2});
  CHECK(Kernel("inline __device__ float3 make_float3(float s) { return make_float3(s, s, s); }\n"
               "__global__ void k(float* out) { out[0] = make_float3(1.0f, 2.0f).x; }").errors.size() == 1);
}

TEST_CASE("a constexpr function that gives back a reference can be assigned through") {
  Kernel k("struct P { int v[2]; __device__ constexpr int& operator[](int i) { return v[i]; } __device__ constexpr const int& operator[](int i) const { return v[i]; } };\n"
           "__global__ void k(int* out) { P p{}; p[1] = 5; const P q = p; out[0] = p[0] + q[1]; }");
  REQUIRE(k.errors.empty());
  CHECK(k.out<int32_t>(1).shape({1, 1, 1}, {1, 1, 1}).run().get<int32_t>(0)[0] == 5);
  CHECK(Kernel("__device__ constexpr const int& one(const int& x) { return x; }\n__global__ void k(int* out) { one(out[0]) = 1; }").errors.size() == 1);
}

TEST_CASE("_Bool is bool; a macro can name the header") {
  Kernel k("#define HEADER <cuComplex.h>\n#include HEADER\ntemplate <_Bool B> __device__ int f() { return B ? 3 : 4; }\n"
           "__global__ void k(int* out) { _Bool b = out[0] = 7; out[0] = f<true>() + b + (int)cuCrealf(make_cuComplex(2, 1)); }");
  REQUIRE(k.errors.empty());
  CHECK(k.out<int32_t>(1).shape({1, 1, 1}, {1, 1, 1}).run().get<int32_t>(0)[0] == 6);
  CHECK(Kernel("#define HEADER 5\n#include HEADER\n__global__ void k(int* out) { out[0] = 1; }").errors.size() == 1);
}

TEST_CASE("complex numbers of cuComplex.h") {
  Kernel k("#include <cuComplex.h>\n"
           "__global__ void k(float* out, double* wide) {\n"
           "  cuFloatComplex a = make_cuFloatComplex(3, 4), b = make_cuComplex(1, -2), r[6] = {cuCaddf(a, b), cuCsubf(a, b), cuCmulf(a, b), cuCdivf(a, b), cuConjf(a), cuCfmaf(a, b, a)};\n"
           "  for (int i = 0; i < 6; ++i) { out[2 * i] = cuCrealf(r[i]); out[2 * i + 1] = cuCimagf(r[i]); }\n"
           "  out[12] = cuCabsf(a);\n"
           "  cuDoubleComplex d = cuCmul(cuComplexFloatToDouble(a), make_cuDoubleComplex(0, 1)); wide[0] = d.x; wide[1] = d.y; wide[2] = cuCabs(d); wide[3] = cuCabs(make_cuDoubleComplex(0, 0));\n"
           "}");
  REQUIRE(k.errors.empty());
  k.out<float>(13).out<double>(4).shape({1, 1, 1}, {1, 1, 1}).run();
  std::vector<float> got = k.get<float>(0);
  const std::vector<float> wanted{4, 2, 2, 6, 11, -2, -1, 2, 3, -4, 14, 2, 5};
  for (size_t i = 0; i < wanted.size(); ++i) CHECK(got[i] == doctest::Approx(wanted[i]));
  CHECK(k.get<double>(1) == std::vector<double>{-4, 3, 5, 0});
}

TEST_CASE("a lane may offer a shuffle what it has not set; using it oneself is still reported") {
  Kernel fine("__global__ void k(int* out) { int v; if (threadIdx.x == 3) v = 42; v = __shfl_sync(~0u, v, 3); out[threadIdx.x] = v; }");
  fine.out<int32_t>(32).shape({1, 1, 1}, {32, 1, 1}).run();
  CHECK(fine.kinds() == "");
  CHECK(fine.get<int32_t>(0) == std::vector<int32_t>(32, 42));
  Kernel wrong("__global__ void k(int* out) { int v; if (threadIdx.x == 3) v = 42; out[threadIdx.x] = v + __shfl_sync(~0u, v, 3); }");
  CHECK(wrong.out<int32_t>(32).shape({1, 1, 1}, {32, 1, 1}).run().kinds() == "uninit.local");
}
