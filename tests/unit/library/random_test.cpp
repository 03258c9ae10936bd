// curand_kernel.h: the numbers that CUDA's own generators give, and that a jump is as many steps.
#include <doctest.h>

#include <cmath>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string head = "#include <curand_kernel.h>\n";

struct Drawn {
  uint64_t seed, subsequence, offset;
  uint32_t xorwow[2];
  double unit;        // the third and fourth number as a double
  uint32_t philox[6];  // two by curand, four by curand4
};
// Computed with the generators of CUDA 13.0.
constexpr Drawn drawn[] = {
    {0, 0, 0, {3179217846u, 1883133293u}, 0x1.245255e833fecp-4, {1713891541u, 3781805453u, 3159862348u, 2600524760u, 4175744164u, 1555169499u}},
    {0, 1, 100000, {471332597u, 31050087u}, 0x1.5e86faa9f8902p-1, {2942261798u, 644532009u, 1882642185u, 3139943460u, 124446422u, 4252991036u}},
    {1234, 0, 1099511627776u, {3344776143u, 3594300100u}, 0x1.c9ffbd558af28p-1, {1377534789u, 314355856u, 4276526050u, 2415980855u, 2936973830u, 1807897263u}},
    {81985529216486895u, 1, 1, {1133891295u, 2789569439u}, 0x1.8d9cf8ae1579bp-2, {1813021771u, 1769588503u, 93388675u, 4045390959u, 2392758451u, 2649802149u}},
    {81985529216486895u, 9223372036854775808u, 1099511627776u, {59818684u, 1774407424u}, 0x1.37039c25038bbp-2,
     {641229098u, 4039618531u, 4135942466u, 74129572u, 890464011u, 445703795u}},
};

}  // namespace

TEST_CASE("both generators give CUDA's numbers, from any seed, subsequence and offset") {
  Kernel k(head +
           "__global__ void k(const unsigned long long* s, unsigned* x, double* d, unsigned* p) { int t = threadIdx.x;\n"
           "  curandState a; curand_init(s[3 * t], s[3 * t + 1], s[3 * t + 2], &a);\n"
           "  x[2 * t] = curand(&a); x[2 * t + 1] = curand(&a); curand_uniform(&a); d[t] = curand_uniform_double(&a);\n"
           "  curandStatePhilox4_32_10_t b; curand_init(s[3 * t], s[3 * t + 1], s[3 * t + 2], &b);\n"
           "  p[6 * t] = curand(&b); p[6 * t + 1] = curand(&b); uint4 q = curand4(&b);\n"
           "  p[6 * t + 2] = q.x; p[6 * t + 3] = q.y; p[6 * t + 4] = q.z; p[6 * t + 5] = q.w; }");
  REQUIRE(k.compiled.ok());
  constexpr size_t count = std::size(drawn);
  std::vector<uint64_t> starts;
  for (const Drawn& row : drawn) starts.insert(starts.end(), {row.seed, row.subsequence, row.offset});
  k.shape({1, 1, 1}, {count, 1, 1}).in<uint64_t>(starts).out<uint32_t>(2 * count).out<double>(count).out<uint32_t>(6 * count).run();
  CHECK(k.kinds() == "");
  const auto x = k.get<uint32_t>(1), p = k.get<uint32_t>(3);
  const auto d = k.get<double>(2);
  for (size_t i = 0; i < count; ++i) {
    CAPTURE(i);
    for (size_t j = 0; j < 2; ++j) CHECK(x[2 * i + j] == drawn[i].xorwow[j]);
    CHECK(d[i] == drawn[i].unit);
    for (size_t j = 0; j < 6; ++j) CHECK(p[6 * i + j] == drawn[i].philox[j]);
  }
}

TEST_CASE("skipping n numbers is drawing n") {
  for (const char* state : {"curandStateXORWOW_t", "curandStatePhilox4_32_10_t"}) {
    CAPTURE(state);
    Kernel k(head + "__global__ void k(unsigned* r) { " + state + " a, b; curand_init(7, 3, 5, &a); curand_init(7, 3, 0, &b); int n = threadIdx.x * 37;\n"
                    "  skipahead(n, &a); for (int i = 0; i < n + 5; i++) curand(&b); r[threadIdx.x] = curand(&a) == curand(&b); }");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {32, 1, 1}).out<uint32_t>(32).run();
    CHECK(k.get<uint32_t>(0) == std::vector<uint32_t>(32, 1));
  }
}

TEST_CASE("uniform numbers fill (0, 1], normal ones have mean 0 and deviation 1") {
  Kernel k(head + "__global__ void k(float* u, float* n) { int t = threadIdx.x; curandState s; curand_init(42, t, 0, &s);\n"
                  "  for (int i = 0; i < 64; i++) { u[64 * t + i] = curand_uniform(&s); n[64 * t + i] = curand_normal(&s); } }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {64, 1, 1}).out<float>(4096).out<float>(4096).run();
  CHECK(k.kinds() == "");
  double mean = 0, normal_mean = 0, square = 0;
  for (float x : k.get<float>(0)) {
    CHECK((x > 0 && x <= 1));
    mean += x / 4096;
  }
  for (float x : k.get<float>(1)) {
    normal_mean += x / 4096.0;
    square += x * x / 4096.0;
  }
  CHECK(std::abs(mean - 0.5) < 0.02);
  CHECK(std::abs(normal_mean) < 0.06);
  CHECK(std::abs(square - 1) < 0.08);
}

TEST_CASE("generators that are not here are refused by name") {
  const auto code = [](const std::string& body) {
    CompileResult compiled = compile("k.cu", head + "__global__ void k(float* r) { " + body + " }", "");
    return compiled.diagnostics.empty() ? std::string() : std::string(code_info(compiled.diagnostics[0].code).name);
  };
  CHECK(code("curandStateMRG32k3a_t s;") == "WB4003");
  CHECK(code("curandState s; r[0] = curand_poisson(&s, 2.0);") == "WB4003");
  CHECK(code("curandState s; curand_init(1, 0, 0, &s); r[0] = curand_log_normal(&s, 0.0f, 1.0f) + curand_normal2(&s).x;") == "");
}
