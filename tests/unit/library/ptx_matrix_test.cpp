// ldmatrix, stmatrix, movmatrix and mma in inline PTX: which lane holds what, products against ones computed here, races, and what is refused.
// The layouts expected are PTX's tables ("Matrix Fragments for mma.m16n8k16", "ldmatrix"), written out element by element.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "simulator/builtins/half.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string head =
    "__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }\n";

std::string first_code(const std::string& body) {
  const CompileResult compiled = compile("k.cu", head + "__global__ void k(unsigned* r, float* f) { __shared__ unsigned s[256]; unsigned a, b, c, d; " + body + " }", "");
  return compiled.diagnostics.empty() ? "" : code_info(compiled.diagnostics[0].code).name;
}

// A shared matrix of 32 rows of 8 halves whose element is its number; each lane's results.
std::vector<uint32_t> loaded(const std::string& load, const std::string& address = "s + 8 * t") {
  Kernel k(head +
           "__global__ void k(unsigned* r) { __shared__ __align__(16) unsigned short s[256]; const int t = threadIdx.x; for (int i = t; i < 256; i += 32) s[i] = i; __syncwarp();\n"
           "  unsigned a = 0, b = 0, c = 0, d = 0, p = place(" + address + "); " + load + " r[4 * t] = a; r[4 * t + 1] = b; r[4 * t + 2] = c; r[4 * t + 3] = d; }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {32, 1, 1}).out<uint32_t>(128).run();
  CHECK(k.kinds() == "");
  return k.get<uint32_t>(0);
}
// Matrix i begins at element 64 i.
std::vector<uint32_t> expected_parts(uint32_t count, bool is_transposed) {
  std::vector<uint32_t> all(128, 0);
  for (uint32_t lane = 0; lane < 32; ++lane)
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t g = lane / 4, t = lane % 4;
      const uint32_t low = 64 * i + (is_transposed ? 8 * (2 * t) + g : 8 * g + 2 * t), high = 64 * i + (is_transposed ? 8 * (2 * t + 1) + g : 8 * g + 2 * t + 1);
      all[4 * lane + i] = low | high << 16;
    }
  return all;
}

int small(size_t i, size_t salt) { return static_cast<int>((i * 37 + salt * 11 + i / 7) % 13) - 6; }

// Elements of one type, side by side in words.
struct Elements {
  uint32_t bits;
  bool is_unsigned = false;
  char kind = 'i';  // i: whole, h: half, b: bfloat16, t: tf32
  int value(size_t i, size_t salt) const { return is_unsigned ? std::abs(small(i, salt)) : small(i, salt); }
  uint32_t code(int v) const {
    const float f = static_cast<float>(v);
    uint32_t word;
    std::memcpy(&word, &f, 4);
    if (kind == 'h') return static_cast<uint16_t>(float_to_half(f));
    if (kind == 'b') return word >> 16;
    if (kind == 't') return word | 0x1234u % 0x1000u;  // the lower bits do not count
    return static_cast<uint32_t>(v) & (bits == 32 ? ~0u : (1u << bits) - 1u);
  }
};
struct Product {
  const char* shape;
  const char* types;  // .d.a.b.c
  uint32_t m, k;
  Elements a, b;
  char sums;  // f, h, i
};

uint32_t sum_code(char sums, int v) {
  if (sums == 'i') return static_cast<uint32_t>(v);
  return Elements{32, false, sums == 'h' ? 'h' : 'f'}.code(v) | 0u;
}
uint32_t float_code(int v) {
  const float f = static_cast<float>(v);
  uint32_t word;
  std::memcpy(&word, &f, 4);
  return word;
}

// "{%4, %5}" and the constraints "r"(a[0]), "r"(a[1])
std::string names(uint32_t from, uint32_t count) {
  std::string text = "{";
  for (uint32_t i = 0; i < count; ++i) text += (i ? ", %" : "%") + std::to_string(from + i);
  return text + "}";
}
std::string given(const std::string& constraint, const std::string& array, uint32_t count) {
  std::string text;
  for (uint32_t i = 0; i < count; ++i) text += (i ? ", \"" : "\"") + constraint + "\"(" + array + "[" + std::to_string(i) + "])";
  return text;
}

// One warp, one instruction: each lane is given its registers by the tables, and gives back those of the result.
int wrong_registers(const Product& p, const std::string& more_words = "") {
  const uint32_t rows = p.m / 8, in_word = 32 / p.a.bits, chunks = p.k / (4 * in_word), a_count = rows * chunks, c_count = p.sums == 'h' ? rows : 2 * rows;
  const std::string letter = p.sums == 'f' ? "f" : "r";
  Kernel k(head + "__global__ void k(const unsigned* a_in, const unsigned* b_in, const unsigned* c_in, unsigned* out) {\n  const int t = threadIdx.x; unsigned a[8], b[4]; " + std::string(p.sums == 'f' ? "float" : "unsigned") + " c[4];\n" +
           "  for (int i = 0; i < " + std::to_string(a_count) + "; i++) a[i] = a_in[t * " + std::to_string(a_count) + " + i];\n" +
           "  for (int i = 0; i < " + std::to_string(chunks) + "; i++) b[i] = b_in[t * " + std::to_string(chunks) + " + i];\n" +
           "  for (int i = 0; i < " + std::to_string(c_count) + "; i++) c[i] = " + (p.sums == 'f' ? "__uint_as_float(c_in[t * 4 + i]);\n" : "c_in[t * 4 + i];\n") +
           "  asm volatile(\"mma.sync.aligned." + p.shape + ".row.col" + more_words + p.types + " " + names(0, c_count) + ", " + names(c_count, a_count) + ", " + names(c_count + a_count, chunks) + ", " + names(0, c_count) + ";\"\n    : " +
           given("+" + letter, "c", c_count) + " : " + given("r", "a", a_count) + ", " + given("r", "b", chunks) + ");\n" +
           "  for (int i = 0; i < " + std::to_string(c_count) + "; i++) out[t * 4 + i] = " + (p.sums == 'f' ? "__float_as_uint(c[i]);\n}\n" : "c[i];\n}\n"));
  if (!k.compiled.ok()) return -1;
  std::vector<uint32_t> a(32 * a_count, 0), b(32 * chunks, 0), c(128, 0), expected(128, 0);
  const auto a_at = [&](uint32_t row, uint32_t depth) { return p.a.value(row * p.k + depth, 1); };
  const auto b_at = [&](uint32_t depth, uint32_t column) { return p.b.value(depth * 8 + column, 2); };
  const auto c_at = [&](uint32_t row, uint32_t column) { return small(row * 8 + column, 3); };
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint32_t g = lane / 4, t = lane % 4;
    for (uint32_t i = 0; i < a_count; ++i)
      for (uint32_t e = 0; e < in_word; ++e) a[lane * a_count + i] |= p.a.code(a_at(g + 8 * (i % rows), 4 * in_word * (i / rows) + in_word * t + e)) << p.a.bits % 32 * e;
    for (uint32_t i = 0; i < chunks; ++i)
      for (uint32_t e = 0; e < in_word; ++e) b[lane * chunks + i] |= p.b.code(b_at(4 * in_word * i + in_word * t + e, g)) << p.b.bits % 32 * e;
    for (uint32_t i = 0; i < 2 * rows; ++i) {
      const uint32_t row = g + 8 * (i / 2), column = 2 * t + i % 2;
      int sum = c_at(row, column);
      for (uint32_t depth = 0; depth < p.k; ++depth) sum += a_at(row, depth) * b_at(depth, column);
      const uint32_t place = lane * 4 + (p.sums == 'h' ? i / 2 : i), shift = p.sums == 'h' ? 16 * (i % 2) : 0;
      c[place] |= (p.sums == 'f' ? float_code(c_at(row, column)) : sum_code(p.sums, c_at(row, column))) << shift;
      expected[place] |= (p.sums == 'f' ? float_code(sum) : sum_code(p.sums, sum)) << shift;
    }
  }
  k.shape({1, 1, 1}, {32, 1, 1}).in(a).in(b).in(c).in(std::vector<uint32_t>(128, 0)).run();
  CHECK(k.kinds() == "");
  const std::vector<uint32_t> got = k.get<uint32_t>(3);
  int wrong = 0;
  for (size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i];
  return wrong;
}

const Elements halves{16, false, 'h'}, bfloats{16, false, 'b'}, tf32s{32, false, 't'}, s8{8}, u8{8, true}, s4{4}, u4{4, true};
const Product products[] = {
    {"m16n8k8", ".f32.f16.f16.f32", 16, 8, halves, halves, 'f'},     {"m16n8k16", ".f32.f16.f16.f32", 16, 16, halves, halves, 'f'},
    {"m16n8k8", ".f16.f16.f16.f16", 16, 8, halves, halves, 'h'},     {"m16n8k16", ".f16.f16.f16.f16", 16, 16, halves, halves, 'h'},
    {"m16n8k8", ".f32.bf16.bf16.f32", 16, 8, bfloats, bfloats, 'f'}, {"m16n8k16", ".f32.bf16.bf16.f32", 16, 16, bfloats, bfloats, 'f'},
    {"m16n8k4", ".f32.tf32.tf32.f32", 16, 4, tf32s, tf32s, 'f'},     {"m16n8k8", ".f32.tf32.tf32.f32", 16, 8, tf32s, tf32s, 'f'},
    {"m8n8k16", ".s32.s8.s8.s32", 8, 16, s8, s8, 'i'},               {"m16n8k16", ".s32.s8.s8.s32", 16, 16, s8, s8, 'i'},
    {"m16n8k32", ".s32.s8.s8.s32", 16, 32, s8, s8, 'i'},             {"m16n8k32", ".s32.u8.s8.s32", 16, 32, u8, s8, 'i'},
    {"m16n8k16", ".s32.s8.u8.s32", 16, 16, s8, u8, 'i'},             {"m16n8k32", ".s32.u8.u8.s32", 16, 32, u8, u8, 'i'},
    {"m8n8k32", ".s32.s4.s4.s32", 8, 32, s4, s4, 'i'},               {"m16n8k32", ".s32.s4.u4.s32", 16, 32, s4, u4, 'i'},
    {"m16n8k64", ".s32.u4.u4.s32", 16, 64, u4, u4, 'i'},
};

// A product of 64 x 64 by 16 warps' worth of ldmatrix and mma; SECOND is where the next tile may be stored.
const std::string tiled = head +
    "__global__ void k(const half* a, const half* b, float* c) {\n"
    "  __shared__ __align__(16) half as[64][24], bs[16][72];\n"  // rows of 48 and 144 bytes: no bank conflicts
    "  const int t = threadIdx.x, lane = t % 32, warp = t / 32, row = warp * 16;\n"
    "  float sum[8][4] = {};\n"
    "  for (int k0 = 0; k0 < 64; k0 += 16) {\n"
    "    for (int i = t; i < 1024; i += 128) { as[i / 16][i % 16] = a[i / 16 * 64 + k0 + i % 16]; bs[i / 64][i % 64] = b[(k0 + i / 64) * 64 + i % 64]; }\n"
    "    FIRST\n"
    "    unsigned x[4], y[2];\n"
    "    asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\" : \"=r\"(x[0]), \"=r\"(x[1]), \"=r\"(x[2]), \"=r\"(x[3]) : \"r\"(place(&as[row + lane % 16][lane / 16 * 8])));\n"
    "    for (int n = 0; n < 8; n++) {\n"
    "      asm volatile(\"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\" : \"=r\"(y[0]), \"=r\"(y[1]) : \"r\"(place(&bs[lane % 16][n * 8])));\n"
    "      asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"\n"
    "        : \"+f\"(sum[n][0]), \"+f\"(sum[n][1]), \"+f\"(sum[n][2]), \"+f\"(sum[n][3]) : \"r\"(x[0]), \"r\"(x[1]), \"r\"(x[2]), \"r\"(x[3]), \"r\"(y[0]), \"r\"(y[1]));\n"
    "    }\n"
    "    SECOND\n"
    "  }\n"
    "  for (int n = 0; n < 8; n++)\n"
    "    for (int i = 0; i < 4; i++) c[(row + lane / 4 + i / 2 * 8) * 64 + n * 8 + lane % 4 * 2 + i % 2] = sum[n][i];\n"
    "}\n";
std::string tiled_with(const std::string& first, const std::string& second) {
  std::string text = "#include <cuda_fp16.h>\n" + tiled;
  text.replace(text.find("FIRST"), 5, first);
  return text.replace(text.find("SECOND"), 6, second);
}

}  // namespace

TEST_CASE("ldmatrix gives each lane its two elements of each matrix") {
  const std::string one = "asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.SPACE.b16 {%0}, [%1];\" : \"=r\"(a) : \"r\"(p));";
  const std::string two = "asm volatile(\"ldmatrix.sync.aligned.m8n8.x2.SPACE.b16 {%0, %1}, [%2];\" : \"=r\"(a), \"=r\"(b) : \"r\"(p) : \"memory\");";
  const std::string four = "asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.SPACE.b16 {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : \"r\"(p));";
  uint32_t count = 1;
  for (const std::string& load : {one, two, four}) {
    for (const std::string space : {"shared", "shared::cta", "trans.shared"}) {
      std::string text = load;
      text.replace(text.find("SPACE"), 5, space);
      CHECK(loaded(text) == expected_parts(count, space == "trans.shared"));
    }
    count *= 2;
  }
  // The words' order is free, an address may have an offset and 64 bits; lanes without a row say what they like.
  CHECK(loaded("asm volatile(\"ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4 + -16];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : \"l\"((unsigned long long)p));", "s + 8 * t + 8") == expected_parts(4, false));
  CHECK(loaded("asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(a) : \"r\"(t < 8 ? p : 0xFFFFFF01u));") == expected_parts(1, false));
  CHECK(loaded("asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];\" : \"=r\"(a) : \"l\"(s + 8 * t));") == expected_parts(1, false));
}

TEST_CASE("stmatrix puts back what ldmatrix took, and movmatrix transposes it") {
  const auto stored = [](const std::string& trans, const std::string& count) {
    const std::string registers = count == "4" ? "{%1, %2, %3, %4}" : "{%1}";
    Kernel k(head + "__global__ void k(unsigned short* r) { __shared__ __align__(16) unsigned short s[256], u[256]; const int t = threadIdx.x; for (int i = t; i < 256; i += 32) s[i] = i, u[i] = 9; __syncwarp();\n"
             "  unsigned a, b, c, d; asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : \"r\"(place(s + 8 * t)));\n"
             "  asm volatile(\"stmatrix.sync.aligned.m8n8.x" + count + trans + ".shared.b16 [%0], " + registers + ";\" :: \"r\"(place(u + 8 * t)), \"r\"(a)" + (count == "4" ? ", \"r\"(b), \"r\"(c), \"r\"(d)" : "") + " : \"memory\");\n"
             "  __syncwarp(); for (int i = t; i < 256; i += 32) r[i] = u[i]; }");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {32, 1, 1}).out<uint16_t>(256).run();
    CHECK(k.kinds() == "");
    return k.get<uint16_t>(0);
  };
  std::vector<uint16_t> same(256), turned(256), first(256, 9);
  for (uint32_t i = 0; i < 256; ++i) same[i] = static_cast<uint16_t>(i), turned[i] = static_cast<uint16_t>(i / 64 * 64 + i % 8 * 8 + i / 8 % 8);
  std::copy(same.begin(), same.begin() + 64, first.begin());
  CHECK(stored("", "4") == same);
  CHECK(stored(".trans", "4") == turned);
  CHECK(stored("", "1") == first);
  CHECK(loaded("asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(b) : \"r\"(p)); asm volatile(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\" : \"=r\"(a) : \"r\"(b)); b = 0;") == expected_parts(1, true));
}

TEST_CASE("mma multiplies fragments as PTX lays them out") {
  for (const Product& p : products) {
    CAPTURE(std::string(p.shape) + p.types);
    CHECK(wrong_registers(p) == 0);
    if (p.sums == 'i') CHECK(wrong_registers(p, ".satfinite") == 0);
  }
}

TEST_CASE("mma of doubles, of sums in registers of bits, and at the ends of int") {
  Kernel k(head +
           "__global__ void k(double* d, unsigned* r) { const int t = threadIdx.x; double x = 0, y = 0; unsigned a, b, c, e; int m, n;\n"
           "  asm volatile(\"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};\" : \"=d\"(x), \"=d\"(y) : \"d\"(t + 1.0), \"d\"(t / 4 + 0.5), \"d\"(1.0), \"d\"(2.0));\n"
           "  d[2 * t] = x; d[2 * t + 1] = y;\n"
           "  asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(e) : \"r\"(0x3C003C00), \"r\"(0), \"r\"(0x3C003C00), \"r\"(0x3F800000));\n"
           "  asm volatile(\"mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 {%0, %1}, {%2}, {%2}, {%3, %3};\" : \"=r\"(m), \"=r\"(n) : \"r\"(0x01010101), \"r\"(0x7FFFFFFF));\n"
           "  r[t] = (a == 0x41100000) + 2 * (c == 0x3F800000) + 4 * (m == 0x7FFFFFFF);\n"
           "  asm volatile(\"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%2}, {%3, %3};\" : \"=r\"(m), \"=r\"(n) : \"r\"(0x01010101), \"r\"(0x7FFFFFFF));\n"
           "  r[t] += 8 * (n == (int)0x8000000F); }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {32, 1, 1}).out<double>(64).out<uint32_t>(32).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<uint32_t>(1) == std::vector<uint32_t>(32, 15));
  for (size_t lane = 0; lane < 32; ++lane)
    for (size_t i = 0; i < 2; ++i) {
      double sum = 1.0 + static_cast<double>(i);
      for (size_t depth = 0; depth < 4; ++depth) sum += (static_cast<double>(lane / 4 * 4 + depth) + 1.0) * (static_cast<double>(2 * (lane % 4) + i) + 0.5);
      CHECK(k.get<double>(0)[2 * lane + i] == sum);
    }
}

TEST_CASE("a product of 64 x 64 by ldmatrix and mma, under every schedule") {
  std::vector<uint16_t> a(4096), b(4096);
  for (size_t i = 0; i < 4096; ++i) a[i] = static_cast<uint16_t>(halves.code(small(i, 4))), b[i] = static_cast<uint16_t>(halves.code(small(i, 5)));
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random, Schedule::adversarial}) {
    Kernel k(tiled_with("__syncthreads();", "__syncthreads();"));
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {128, 1, 1}).in(a).in(b).out<float>(4096).run(schedule, 5);
    CHECK(k.kinds() == "");
    const std::vector<float> c = k.get<float>(2);
    int wrong = 0;
    for (size_t i = 0; i < 4096; ++i) {
      int sum = 0;
      for (size_t depth = 0; depth < 64; ++depth) sum += small(i / 64 * 64 + depth, 4) * small(depth * 64 + i % 64, 5);
      wrong += c[i] != static_cast<float>(sum);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("ldmatrix reads the rows whose addresses the lanes give: without a barrier that is a race") {
  const std::vector<uint16_t> zeros(4096);
  for (const auto& [first, second] : {std::pair<std::string, std::string>{"", "__syncthreads();"}, {"__syncthreads();", ""}}) {
    Kernel k(tiled_with(first, second));
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {128, 1, 1}).in(zeros).in(zeros).out<float>(4096).run();
    CHECK(k.kinds().find("race.") != std::string::npos);
  }
  // One row too far, and a row that does not begin at 16 bytes.
  const auto kinds_at = [](const std::string& address) {
    Kernel k(head + "__global__ void k(unsigned* r) { __shared__ __align__(16) unsigned short s[64]; const int t = threadIdx.x; s[t] = t; s[t + 32] = t; __syncwarp(); unsigned a;\n"
             "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(a) : \"r\"(place(" + address + "))); r[t] = a; }");
    REQUIRE(k.compiled.ok());
    return k.shape({1, 1, 1}, {32, 1, 1}).out<uint32_t>(32).run().kinds();
  };
  CHECK(kinds_at("s + 8 * (t % 8)") == "");
  CHECK(kinds_at("s + 8 * (t % 8) + 8").find("oob.") == 0);
  CHECK(kinds_at("s + 8 * (t % 8) + (t == 3)").find("misaligned") != std::string::npos);
  // Rows that nobody has filled.
  Kernel k(head + "__global__ void k(unsigned* r) { __shared__ __align__(16) unsigned short s[64]; unsigned a; asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(a) : \"r\"(place(s + 8 * (threadIdx.x % 8)))); r[threadIdx.x] = a; }");
  CHECK(k.shape({1, 1, 1}, {32, 1, 1}).out<uint32_t>(32).run().kinds().find("uninit.") == 0);
}

TEST_CASE("rows of 16 bytes take as many wavefronts as their banks ask for") {
  const auto wavefronts = [](const std::string& stride) {
    Kernel k(head + "__global__ void k(unsigned* r) { __shared__ __align__(16) unsigned short s[2048]; const int t = threadIdx.x; for (int i = t; i < 2048; i += 32) s[i] = i; __syncwarp(); unsigned a, b, c, d;\n"
             "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : \"r\"(place(s + " + stride + " * t))); r[t] = a + b + c + d; }");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {32, 1, 1}).out<uint32_t>(32).run();
    return k.result.counters.shared_load_conflicts;
  };
  CHECK(wavefronts("8") == 0);
  CHECK(wavefronts("64") > 0);
}

TEST_CASE("matrix instructions that are not known, or not so, are refused") {
  CHECK(first_code("asm volatile(\"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%0}, {%0}, {%0};\" : \"+r\"(a));") == "WB4002");
  CHECK(first_code("asm volatile(\"mma.sync.aligned.m16n8k8.row.row.f32.f16.f16.f32 {%0,%0,%0,%0}, {%0,%0}, {%0}, {%0,%0,%0,%0};\" : \"+r\"(a));") == "WB4002");
  CHECK(first_code("asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f16 {%0,%0,%0,%0}, {%0,%0}, {%0}, {%0,%0};\" : \"+r\"(a));") == "WB4002");
  CHECK(first_code("asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%0,%0,%0}, {%1,%1,%1,%1}, {%1,%1}, {%0,%0,%0,%0};\" : \"+f\"(f[0]) : \"f\"(f[1]));") == "WB4002");  // elements of bits, as ptxas has it
  CHECK(first_code("asm volatile(\"mma.sync.aligned.m16n8k4294967312.row.col.f32.f16.f16.f32 {%0,%0,%0,%0}, {%0,%0}, {%0}, {%0,%0,%0,%0};\" : \"+r\"(a));") == "WB4002");
  CHECK(first_code("asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 %0, [%1];\" : \"=r\"(a) : \"r\"(place(s)));") == "WB4002");  // no braces
  CHECK(first_code("asm volatile(\"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0}, [%1];\" : \"=r\"(a) : \"r\"(place(s)));") == "WB4002");
  CHECK(first_code("asm volatile(\"ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%0}, [%1];\" : \"=r\"(a) : \"r\"(place(s)));") == "WB4002");
  CHECK(first_code("asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b8 {%0}, [%1];\" : \"=r\"(a) : \"r\"(place(s)));") == "WB4002");
  CHECK(first_code("asm volatile(\"ldmatrix.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(a) : \"r\"(place(s)));") == "WB4002");
}
