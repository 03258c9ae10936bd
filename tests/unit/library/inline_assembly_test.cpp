// Inline PTX of one instruction.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

std::vector<uint32_t> run(const std::string& body) {
  Kernel k("__global__ void k(unsigned* r) { unsigned t = threadIdx.x, x; " + body + " r[t] = x; }");
  if (!k.compiled.ok()) return {};
  k.shape({1, 1, 1}, {64, 1, 1}).out<uint32_t>(64).run();
  CHECK(k.kinds() == "");
  return k.get<uint32_t>(0);
}

std::string refusal(const std::string& body) {
  CompileResult compiled = compile("k.cu", "__global__ void k(unsigned* r) { unsigned x = 0, y = 1; float f = 1.0f; " + body + " r[0] = x + (unsigned)f; }", "");
  return compiled.diagnostics.empty() ? "" : code_info(compiled.diagnostics[0].code).name;
}

struct Row {
  const char* name;
  const char* body;
  uint32_t (*expected)(uint32_t t);
};
constexpr Row rows[] = {
    {"lane", "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));", [](uint32_t t) { return t % 32; }},
    {"warp", "asm volatile (\"mov.u32 %0, %%warpid;\" : \"=r\"(x));", [](uint32_t t) { return t / 32; }},
    {"lanes below", "asm(\"mov.u32 %0, %%lanemask_lt;\" : \"=r\"(x));", [](uint32_t t) { return (1u << t % 32) - 1; }},
    {"lanes from here on", "asm(\"mov.u32 %0, %%lanemask_ge;\" : \"=r\"(x));", [](uint32_t t) { return ~((1u << t % 32) - 1); }},
    {"thread", "asm(\"mov.u32 %0, %tid.x;\" : \"=r\"(x));", [](uint32_t t) { return t; }},
    {"a sum, with a literal", "asm(\"add.u32 %0, %1, 0x10;\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t + 16; }},
    {"in and out", "x = 5; asm(\"add.s32 %0, %0, %1;\" : \"+r\"(x) : \"r\"(t));", [](uint32_t t) { return t + 5; }},
    {"a field", "asm(\"bfe.u32 %0, %1, 3, %2;\" : \"=r\"(x) : \"r\"(0xABCDEF12u + t), \"r\"(7));", [](uint32_t t) { return (0xABCDEF12u + t) >> 3 & 127; }},
    {"a field with its sign", "asm(\"bfe.s32 %0, %1, 4, 4;\" : \"=r\"(x) : \"r\"(t << 4));", [](uint32_t t) { return (t & 8) ? (t & 15) | 0xFFFFFFF0u : t & 15; }},
    {"bytes", "asm(\"prmt.b32 %0, %1, %2, 0x0123;\" : \"=r\"(x) : \"r\"(t), \"r\"(0));", [](uint32_t t) { return t << 24; }},
    {"a shift past the end", "asm(\"shl.b32 %0, %1, %2;\" : \"=r\"(x) : \"r\"(3), \"r\"(t));", [](uint32_t t) { return t > 31 ? 0 : 3u << t; }},
    {"majority of bits", "asm(\"lop3.b32 %0, %1, %2, %3, 0xE8;\" : \"=r\"(x) : \"r\"(t), \"r\"(5), \"r\"(9));", [](uint32_t t) { return (t & 5) | (t & 9) | (5 & 9); }},
    {"the highest bit", "asm(\"bfind.u32 %0, %1;\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t == 0 ? ~0u : 31u - static_cast<uint32_t>(__builtin_clz(t)); }},
    {"bits of a float", "float f = 1.0f; asm(\"mov.b32 %0, %1;\" : \"=r\"(x) : \"f\"(f));", [](uint32_t) { return 0x3F800000u; }},
    {"a wide product", "unsigned long long w; asm(\"mul.wide.u32 %0, %1, %2;\" : \"=l\"(w) : \"r\"(t << 20), \"r\"(1 << 20)); x = (unsigned)(w >> 32);", [](uint32_t t) { return t << 8; }},
    {"a barrier of the compiler's", "x = t; asm volatile(\"\" ::: \"memory\");", [](uint32_t t) { return t; }},
    {"a store and a load", "x = 0; r[t] = 1; asm(\"st.global.u32 [%0], %1;\" :: \"l\"(r + t), \"r\"(t * 3)); asm(\"ld.global.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(r + t));", [](uint32_t t) { return t * 3; }},
};

}  // namespace

TEST_CASE("instructions of inline assembly") {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto r = run(row.body);
    REQUIRE(r.size() == 64);
    for (uint32_t t = 0; t < 64; ++t) CHECK(r[t] == row.expected(t));
  }
}

TEST_CASE("what is not known is refused, with nothing behind it") {
  CHECK(refusal("asm(\"add.cc.u32 %0, %1, %2;\" : \"=r\"(x) : \"r\"(y), \"r\"(y));") == "WB4002");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1; add.u32 %0, %0, %1;\" : \"=r\"(x) : \"r\"(y));") == "WB4002");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1;\" : \"=f\"(f) : \"r\"(y));") == "WB4002");   // a register of the wrong kind
  CHECK(refusal("asm(\"{ .reg .pred p; setp.ne.u32 p, %1, 0; }\" : \"=r\"(x) : \"r\"(y));") == "WB4002");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1;\" : \"=m\"(x) : \"r\"(y));") == "WB4002");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1;\" : \"=r\"(x) : \"r\"(y));") == "");
}
