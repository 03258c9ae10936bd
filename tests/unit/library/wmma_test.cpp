// Warp matrix functions: products against ones computed here, layouts, elements, saturation; and what is refused or reported.
#include <doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

#include "simulator/builtins/half.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string head = "#include <mma.h>\nusing namespace nvcuda;\n";

std::string first_code(const std::string& body) {
  CompileResult compiled = compile("k.cu", head + "__global__ void k(half* h, float* f, int* r) { " + body + " }", "");
  return compiled.diagnostics.empty() ? "" : code_info(compiled.diagnostics[0].code).name;
}

int small(size_t i, size_t salt) { return static_cast<int>((i * 37 + salt * 11 + i / 7) % 13) - 6; }

template <class S> S stored(int v) { return static_cast<S>(v); }
template <> uint16_t stored<uint16_t>(int v) { return static_cast<uint16_t>(float_to_half(static_cast<float>(v))); }

struct Product {
  size_t m, n, k;
  bool a_rows, b_rows, c_rows;
};

// One warp multiplies one fragment of small integers: every sum is exact, and so is what is expected.
template <class S, class D>
int wrong_elements(const Product& p, const std::string& type, const std::string& pointee, const std::string& result) {
  const std::string size = std::to_string(p.m) + ", " + std::to_string(p.n) + ", " + std::to_string(p.k) + ", ";
  auto layout = [](bool rows) { return std::string(rows ? "wmma::row_major" : "wmma::col_major"); };
  auto memory = [](bool rows) { return std::string(rows ? "wmma::mem_row_major" : "wmma::mem_col_major"); };
  Kernel k(head + "__global__ void k(const " + pointee + "* a, const " + pointee + "* b, " + result + "* c) {\n" +
           "  wmma::fragment<wmma::matrix_a, " + size + type + ", " + layout(p.a_rows) + "> fa;\n" +
           "  wmma::fragment<wmma::matrix_b, " + size + type + ", " + layout(p.b_rows) + "> fb;\n" +
           "  wmma::fragment<wmma::accumulator, " + size + result + "> fc;\n" +
           "  wmma::load_matrix_sync(fa, a, " + std::to_string(p.a_rows ? p.k : p.m) + ");\n" +
           "  wmma::load_matrix_sync(fb, b, " + std::to_string(p.b_rows ? p.n : p.k) + ");\n" +
           "  wmma::load_matrix_sync(fc, c, " + std::to_string(p.c_rows ? p.n : p.m) + ", " + memory(p.c_rows) + ");\n" +
           "  wmma::mma_sync(fc, fa, fb, fc);\n  for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] + fc.x[i];\n" +
           "  wmma::store_matrix_sync(c, fc, " + std::to_string(p.c_rows ? p.n : p.m) + ", " + memory(p.c_rows) + ");\n}\n");
  std::vector<S> a(p.m * p.k), b(p.k * p.n);
  std::vector<D> c(p.m * p.n), expected(p.m * p.n);
  auto value = [](size_t i, size_t salt) { return std::is_same_v<S, uint8_t> ? std::abs(small(i, salt)) : small(i, salt); };
  for (size_t i = 0; i < a.size(); ++i) a[i] = stored<S>(value(i, 1));
  for (size_t i = 0; i < b.size(); ++i) b[i] = stored<S>(value(i, 2));
  for (size_t i = 0; i < c.size(); ++i) c[i] = stored<D>(small(i, 3));
  for (size_t row = 0; row < p.m; ++row) {
    for (size_t column = 0; column < p.n; ++column) {
      const size_t at = p.c_rows ? row * p.n + column : column * p.m + row;
      int sum = small(at, 3);
      for (size_t i = 0; i < p.k; ++i) sum += value(p.a_rows ? row * p.k + i : i * p.m + row, 1) * value(p.b_rows ? i * p.n + column : column * p.k + i, 2);
      expected[at] = stored<D>(2 * sum);
    }
  }
  if (!k.compiled.ok()) return -1;
  k.shape({1, 1, 1}, {32, 1, 1}).in(a).in(b).in(c).run();
  CHECK(k.kinds() == "");
  const std::vector<D> got = k.get<D>(2);
  int wrong = 0;
  for (size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i];
  return wrong;
}

}  // namespace

TEST_CASE("products of halves, in every shape and layout") {
  for (auto [m, n] : {std::pair<size_t, size_t>{16, 16}, {32, 8}, {8, 32}})
    for (bool a_rows : {false, true})
      for (bool b_rows : {false, true}) CHECK(wrong_elements<uint16_t, float>({m, n, 16, a_rows, b_rows, a_rows == b_rows}, "half", "half", "float") == 0);
  CHECK(wrong_elements<uint16_t, uint16_t>({16, 16, 16, true, false, false}, "half", "half", "half") == 0);
}

TEST_CASE("products of bytes, tf32 and doubles") {
  CHECK(wrong_elements<int8_t, int32_t>({16, 16, 16, true, false, true}, "signed char", "signed char", "int") == 0);
  CHECK(wrong_elements<int8_t, int32_t>({32, 8, 16, false, true, true}, "signed char", "signed char", "int") == 0);
  CHECK(wrong_elements<uint8_t, int32_t>({8, 32, 16, true, true, false}, "unsigned char", "unsigned char", "int") == 0);
  CHECK(wrong_elements<float, float>({16, 16, 8, true, false, true}, "wmma::precision::tf32", "float", "float") == 0);
  CHECK(wrong_elements<float, float>({16, 16, 8, false, true, false}, "wmma::precision::tf32", "float", "float") == 0);
  CHECK(wrong_elements<double, double>({8, 8, 4, true, false, true}, "double", "double", "double") == 0);
  CHECK(wrong_elements<double, double>({8, 8, 4, false, true, false}, "double", "double", "double") == 0);
}

const std::string tiled =
    "__global__ void k(const half* a, const half* b, float* c, int n) {\n"
    "  __shared__ half tile_a[2][16 * 16], tile_b[2][16 * 16];\n"
    "  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.y * 16, column = (blockIdx.x * 2 + warp) * 16;\n"
    "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;\n"
    "  wmma::fill_fragment(sum, 0.0f);\n"
    "  for (int k = 0; k < n; k += 16) {\n"
    "    for (int i = lane; i < 256; i += 32) {\n"
    "      tile_a[warp][i] = a[(row + i / 16) * n + k + i % 16];\n"
    "      tile_b[warp][i] = b[(k + i / 16) * n + column + i % 16];\n"
    "    }\n"
    "    FIRST\n"
    "    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;\n"
    "    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;\n"
    "    wmma::load_matrix_sync(fa, tile_a[SOURCE], 16);\n"
    "    wmma::load_matrix_sync(fb, tile_b[warp], 16);\n"
    "    wmma::mma_sync(sum, fa, fb, sum);\n"
    "    SECOND\n"
    "  }\n"
    "  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);\n"
    "}\n";

std::string tiled_with(const std::string& first, const std::string& second, const std::string& source) {
  std::string text = head + tiled;
  text.replace(text.find("FIRST"), 5, first);
  text.replace(text.find("SECOND"), 6, second);
  return text.replace(text.find("SOURCE"), 6, source);
}

TEST_CASE("a tiled product of 64 x 64, under every schedule") {
  const size_t n = 64;
  std::vector<uint16_t> a(n * n), b(n * n);
  for (size_t i = 0; i < n * n; ++i) a[i] = stored<uint16_t>(small(i, 4)), b[i] = stored<uint16_t>(small(i, 5));
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
    Kernel k(tiled_with("__syncwarp();", "__syncwarp();", "warp"));
    REQUIRE(k.compiled.ok());
    k.shape({2, 4, 1}, {64, 1, 1}).in(a).in(b).out<float>(n * n).value(int32_t{64}).run(schedule, 5);
    CHECK(k.kinds() == "");
    const std::vector<float> c = k.get<float>(2);
    int wrong = 0;
    for (size_t row = 0; row < n; ++row) {
      for (size_t column = 0; column < n; ++column) {
        int sum = 0;
        for (size_t i = 0; i < n; ++i) sum += small(row * n + i, 4) * small(i * n + column, 5);
        wrong += c[row * n + column] != static_cast<float>(sum);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a fragment loaded from another warp's tile without a barrier is a race") {
  const std::vector<uint16_t> zeros(64 * 64);
  Kernel k(tiled_with("__syncwarp();", "__syncwarp();", "1 - warp"));
  k.shape({2, 4, 1}, {64, 1, 1}).in(zeros).in(zeros).out<float>(64 * 64).value(int32_t{64}).run();
  CHECK(k.kinds().find("race") != std::string::npos);
  Kernel ordered(tiled_with("__syncthreads();", "__syncthreads();", "1 - warp"));
  ordered.shape({2, 4, 1}, {64, 1, 1}).in(zeros).in(zeros).out<float>(64 * 64).value(int32_t{64}).run();
  CHECK(ordered.kinds() == "");
}

TEST_CASE("integer products saturate when asked to, and wrap else") {
  Kernel k(head +
           "__global__ void k(int* r) {\n"
           "  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a; wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;\n"
           "  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c, d;\n"
           "  wmma::fill_fragment(a, -1); wmma::fill_fragment(b, 1); wmma::fill_fragment(c, -2147483647);\n"
           "  wmma::mma_sync(d, a, b, c); r[threadIdx.x] = d.x[0];\n"
           "  wmma::mma_sync(d, a, b, c, true); r[32 + threadIdx.x] = d.x[0];\n}\n");
  k.shape({1, 1, 1}, {32, 1, 1}).out<int32_t>(64).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0)[7] == 2147483633);
  CHECK(k.get<int32_t>(0)[32 + 7] == std::numeric_limits<int32_t>::min());
}

TEST_CASE("tf32 keeps ten bits behind the point, ties away from zero") {
  Kernel k(head + "__global__ void k(float* r, float* f) { r[threadIdx.x] = wmma::__float_to_tf32(f[threadIdx.x]); }");
  k.shape({1, 1, 1}, {4, 1, 1}).out<float>(4).in<float>({1.0f + 1.0f / 2048, 1.0f + 1.0f / 4096, -1.0f - 1.0f / 2048, INFINITY}).run();
  CHECK(k.get<float>(0) == std::vector<float>{1.0f + 1.0f / 1024, 1.0f, -1.0f - 1.0f / 1024, INFINITY});
}

TEST_CASE("an accumulator that was never filled is reported where it is used") {
  const std::string text = head + "__global__ void k(float* r, int n) {\n  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n  if (n > 0) wmma::fill_fragment(c, 1.0f);\n"
                                  "  wmma::store_matrix_sync(r, c, 16, wmma::mem_row_major);\n}\n";
  Kernel unfilled(text), filled(text);
  unfilled.shape({1, 1, 1}, {32, 1, 1}).out<float>(256).value(int32_t{0}).run();
  filled.shape({1, 1, 1}, {32, 1, 1}).out<float>(256).value(int32_t{1}).run();
  CHECK(unfilled.kinds().find("uninit") != std::string::npos);
  CHECK(filled.kinds() == "");
}

TEST_CASE("half a warp cannot multiply") {
  const std::string body = "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; wmma::fill_fragment(c, 1.0f);\n"
                           "  if (threadIdx.x LANES) wmma::store_matrix_sync(r, c, 16, wmma::mem_row_major);\n";
  auto run = [&](const std::string& lanes) {
    std::string text = head + "__global__ void k(float* r) {\n" + body + "}\n";
    Kernel k(text.replace(text.find("LANES"), 5, lanes));
    k.shape({1, 1, 1}, {32, 1, 1}).out<float>(256).run();
    return k.kinds();
  };
  CHECK(run("< 32") == "");
  CHECK(run("< 16").find("warp.source") != std::string::npos);
  CHECK(run("!= 13").find("warp.source") != std::string::npos);
}

TEST_CASE("fragments that CUDA does not have are refused") {
  CHECK(first_code("wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;") == "");
  CHECK(first_code("wmma::fragment<wmma::matrix_a, 16, 16, 8, half, wmma::row_major> a;") != "");
  CHECK(first_code("wmma::fragment<wmma::matrix_a, 16, 16, 16, float, wmma::row_major> a;") != "");
  CHECK(first_code("wmma::fragment<wmma::matrix_a, 16, 16, 16, half> a;") != "");
  CHECK(first_code("wmma::fragment<wmma::accumulator, 16, 16, 16, __nv_bfloat16> a;") != "");
  CHECK(first_code("wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> a;") != "");
  const std::string factors = "wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;";
  CHECK(first_code(factors + "wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; wmma::mma_sync(c, a, b, c);") == "");
  CHECK(first_code(factors + "wmma::fragment<wmma::accumulator, 16, 16, 16, int> c; wmma::mma_sync(c, a, b, c);") != "");
  CHECK(first_code(factors + "wmma::fragment<wmma::accumulator, 32, 8, 16, float> c; wmma::mma_sync(c, a, b, c);") != "");
}

TEST_CASE("without its header wmma is refused with the header's name") {
  CompileResult compiled = compile("k.cu", "using namespace nvcuda;\n__global__ void k(float* r) { wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; }", "");
  CHECK(!compiled.ok());
  CHECK(code_info(compiled.diagnostics[0].code).name == std::string("WB3201"));
}
