// Inline PTX: what its instructions compute.
#include <doctest.h>

#include "simulator/language/ptx_memory.h"
#include "simulator/language/ptx_text.h"
#include "simulator/library/library.h"
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
  CompileResult compiled = compile("k.cu", "__global__ void k(unsigned* r) { unsigned x = 0, y = 1; float f = 1.0f; unsigned long long w = 0; " + body + " r[0] = x + (unsigned)f + (unsigned)w; }", "");
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
    // --- memory
    {"bytes and signs", "((char*)r)[4 * t] = -3; int y; asm volatile(\"ld.global.s8 %0, [%1];\" : \"=r\"(y) : \"l\"((char*)r + 4 * t)); x = y + t;", [](uint32_t t) { return t - 3; }},
    {"a half word, zero extended", "r[t] = 0xFFFF8001u; asm volatile(\"ld.u16 %0, [%1];\" : \"=r\"(x) : \"l\"(r + t));", [](uint32_t) { return 0x8001u; }},
    {"an offset", "__shared__ unsigned s[66]; asm volatile(\"st.u32 [%0+8], %1;\" :: \"l\"(s + t), \"r\"(t * 7) : \"memory\"); __syncwarp(); asm volatile(\"ld.u32 %0, [%1 + -4];\" : \"=r\"(x) : \"l\"(s + t + 3));", [](uint32_t t) { return t * 7; }},
    {"a place in shared memory", "__shared__ unsigned s[64]; unsigned a = (unsigned)__cvta_generic_to_shared(s + t); asm volatile(\"st.shared.u32 [%0], %1;\" :: \"r\"(a), \"r\"(t ^ 5) : \"memory\"); asm volatile(\"ld.shared::cta.u32 %0, [%1];\" : \"=r\"(x) : \"r\"(a));", [](uint32_t t) { return t ^ 5; }},
    {"a vector", "__shared__ __align__(16) float s[256]; for (int i = 0; i < 4; i++) s[4 * t + i] = t + i; float a, b, c, d; asm volatile(\"ld.v4.f32 {%0, %1, %2, %3}, [%4];\" : \"=f\"(a), \"=f\"(b), \"=f\"(c), \"=f\"(d) : \"l\"(s + 4 * t)); x = (unsigned)(a + 10 * b + 100 * c + 1000 * d);",
     [](uint32_t t) { return t + 10 * (t + 1) + 100 * (t + 2) + 1000 * (t + 3); }},
    {"a vector stored", "__shared__ __align__(8) unsigned s[128]; asm volatile(\"st.shared.v2.b32 [%0], {%1, %2};\" :: \"l\"(__cvta_generic_to_shared(s + 2 * t)), \"r\"(t), \"r\"(9) : \"memory\"); x = s[2 * t] * 10 + s[2 * t + 1];", [](uint32_t t) { return 10 * t + 9; }},
    {"a vector of volatile lanes", "__shared__ __align__(8) unsigned s[128]; s[2 * t] = t; s[2 * t + 1] = 5; unsigned y; asm volatile(\"ld.volatile.shared.v2.u32 {%0, %1}, [%2];\" : \"=r\"(x), \"=r\"(y) : \"r\"((unsigned)__cvta_generic_to_shared(s + 2 * t))); x = x * 8 + y;", [](uint32_t t) { return 8 * t + 5; }},
    {"acquire and release", "__shared__ unsigned s[64]; asm volatile(\"st.release.gpu.u32 [%0], %1;\" :: \"l\"(s + t), \"r\"(t) : \"memory\"); asm volatile(\"ld.acquire.gpu.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(s + t) : \"memory\");", [](uint32_t t) { return t; }},
    {"relaxed, of a float", "__shared__ float s[64]; float f; asm volatile(\"st.relaxed.cta.shared.f32 [%0], %1;\" :: \"r\"((unsigned)__cvta_generic_to_shared(s + t)), \"f\"(t + 0.5f)); asm volatile(\"ld.relaxed.sys.f32 %0, [%1];\" : \"=f\"(f) : \"l\"(s + t)); x = (unsigned)(f * 2.0f);", [](uint32_t t) { return 2 * t + 1; }},
    {"atom.add gives the old value", "__shared__ unsigned s[64]; s[t] = t; asm volatile(\"atom.shared.add.u32 %0, [%1], %2;\" : \"=r\"(x) : \"r\"((unsigned)__cvta_generic_to_shared(s + t)), \"r\"(3)); x = x * 100 + s[t];", [](uint32_t t) { return 101 * t + 3; }},
    {"atom.min of signed numbers", "r[t] = (unsigned)-5; asm volatile(\"atom.global.min.s32 %0, [%1], %2;\" : \"=r\"(x) : \"l\"(r + t), \"r\"(-7)); x = x * 100 + r[t];", [](uint32_t) { return static_cast<uint32_t>(-507); }},
    {"atom.max of unsigned numbers", "r[t] = 5; asm volatile(\"atom.relaxed.gpu.global.max.u32 %0, [%1], %2;\" : \"=r\"(x) : \"l\"(r + t), \"r\"(t)); x = r[t];", [](uint32_t t) { return t > 5 ? t : 5; }},
    {"bits", "r[t] = 0xF0; unsigned y; asm volatile(\"atom.and.b32 %0, [%1], 0x3C;\" : \"=r\"(y) : \"l\"(r + t)); asm volatile(\"atom.or.b32 %0, [%1], 1;\" : \"=r\"(y) : \"l\"(r + t)); asm volatile(\"atom.acq_rel.cta.xor.b32 %0, [%1], 2;\" : \"=r\"(y) : \"l\"(r + t)); x = r[t];", [](uint32_t) { return 0x33u; }},
    {"exchange, and compare", "r[t] = t; unsigned y, z; asm volatile(\"atom.exch.b32 %0, [%1], 7;\" : \"=r\"(y) : \"l\"(r + t)); asm volatile(\"atom.acquire.gpu.global.cas.b32 %0, [%1], 7, %2;\" : \"=r\"(z) : \"l\"(r + t), \"r\"(t + 1)); x = r[t] * 10000 + y * 100 + z;",
     [](uint32_t t) { return (t + 1) * 10000 + t * 100 + 7; }},
    {"inc and dec", "r[t] = t; unsigned y; asm volatile(\"atom.inc.u32 %0, [%1], 9;\" : \"=r\"(y) : \"l\"(r + t)); x = r[t];", [](uint32_t t) { return t >= 9 ? 0 : t + 1; }},
    {"red", "r[t] = t; asm volatile(\"red.global.add.s32 [%0], %1;\" :: \"l\"(r + t), \"r\"(-1) : \"memory\"); asm volatile(\"red.relaxed.gpu.global.add.u32 [%0], %1;\" :: \"l\"(r + t), \"r\"(10) : \"memory\"); x = r[t];", [](uint32_t t) { return t + 9; }},
    {"atom.add of a float", "__shared__ float s[64]; s[t] = 1.5f; float f; asm volatile(\"atom.shared.add.f32 %0, [%1], %2;\" : \"=f\"(f) : \"r\"((unsigned)__cvta_generic_to_shared(s + t)), \"f\"(2.0f)); x = (unsigned)(10 * s[t] + f * 2);", [](uint32_t) { return 38u; }},
    {"wide atomics", "__shared__ unsigned long long s[64]; s[t] = t; unsigned long long old; asm volatile(\"atom.add.u64 %0, [%1], %2;\" : \"=l\"(old) : \"l\"(s + t), \"l\"(1ull << 32)); x = (unsigned)(s[t] >> 32) + (unsigned)old;", [](uint32_t t) { return t + 1; }},
    // --- the block and the warp
    {"a barrier of one's own spelling", "__shared__ unsigned s[64]; s[t] = t; asm volatile(\"barrier.cta.sync.aligned 0;\" ::: \"memory\"); x = s[63 - t];", [](uint32_t t) { return 63 - t; }},
    {"a barrier that counts", "asm volatile(\"{ .reg .pred p; setp.lt.u32 p, %1, 40; bar.red.popc.u32 %0, 0, p; }\" : \"=r\"(x) : \"r\"(t));", [](uint32_t) { return 40u; }},
    {"a barrier with a number and a count", "__shared__ unsigned s[64]; s[t] = t; asm volatile(\"bar.sync 3, 64;\" ::: \"memory\"); x = s[63 - t];", [](uint32_t t) { return 63 - t; }},
    {"a number alone, in a register", "__shared__ unsigned s[64]; s[t] = t; asm volatile(\"barrier.sync %0;\" :: \"r\"(t / 64 + 2) : \"memory\"); x = s[63 - t];", [](uint32_t t) { return 63 - t; }},
    {"one warp arrives, the other waits", "__shared__ unsigned s[32]; x = t; if (t < 32) { s[t] = 5 * t; asm volatile(\"barrier.cta.arrive.aligned %0, %1;\" :: \"r\"(15), \"r\"(64) : \"memory\"); } else { asm volatile(\"bar.sync %0, %1;\" :: \"r\"(15), \"n\"(64) : \"memory\"); x = s[t - 32]; }", [](uint32_t t) { return t < 32 ? t : 5 * (t - 32); }},
    {"a barrier of one warp counts", "asm volatile(\"{ .reg .pred p; setp.lt.u32 p, %1, 40; bar.red.popc.u32 %0, %2, 32, p; }\" : \"=r\"(x) : \"r\"(t), \"r\"(t / 32 + 1));", [](uint32_t t) { return t < 32 ? 32u : 8u; }},
    {"all, and any", "asm volatile(\"{ .reg .pred p, q, r; setp.lt.u32 p, %1, 40; bar.red.and.pred q, 1, 64, p; bar.red.or.pred r, 2, !p; selp.u32 %0, 1, 0, q; @r add.u32 %0, %0, 2; }\" : \"=r\"(x) : \"r\"(t));", [](uint32_t) { return 2u; }},
    {"the builtins of barriers with numbers", "__shared__ unsigned s[64]; s[t] = t; __barrier_sync_count(t / 32 + 1, 32); x = s[t ^ 31]; __barrier_sync(1); x += s[63 - t];", [](uint32_t t) { return (t ^ 31) + 63 - t; }},
    {"fences", "asm volatile(\"fence.acq_rel.gpu;\" ::: \"memory\"); asm volatile(\"fence.sc.cta; membar.gl;\"); asm volatile(\"fence.proxy.async;\"); x = t;", [](uint32_t t) { return t; }},
    {"some threads leave", "r[t] = 5; if (t >= 40) asm volatile(\"exit;\"); x = t;", [](uint32_t t) { return t >= 40 ? 5 : t; }},
    {"some leave by a guard", "r[t] = 5; asm volatile(\"{ .reg .pred p; setp.lt.u32 p, %0, 9; @p exit; }\" :: \"r\"(t)); x = t;", [](uint32_t t) { return t < 9 ? 5 : t; }},
    {"the builtin of a barrier", "__shared__ unsigned s[64]; s[t] = t; __barrier_sync(0); x = s[63 - t];", [](uint32_t t) { return 63 - t; }},
    {"a nap", "asm volatile(\"nanosleep.u32 %0;\" :: \"r\"(20)); x = t;", [](uint32_t t) { return t; }},
    {"lanes at work", "asm volatile(\"activemask.b32 %0;\" : \"=r\"(x));", [](uint32_t) { return ~0u; }},
    {"shuffled down", "asm volatile(\"shfl.sync.down.b32 %0, %1, 3, 31, 0xffffffff;\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t % 32 < 29 ? t + 3 : t; }},
    {"shuffled up, in segments of 8", "asm volatile(\"shfl.sync.up.b32 %0, %1, 2, 0x1800, -1;\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t % 8 < 2 ? t : t - 2; }},
    {"shuffled, and whether", "asm volatile(\"{ .reg .pred p; shfl.sync.bfly.b32 %0|p, %1, 16, 0x100f, 0xffffffff; selp.u32 %0, 100, %0, p; }\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t % 32 < 16 ? t : 100; }},
    {"from one lane", "float f; asm volatile(\"shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;\" : \"=f\"(f) : \"f\"((float)t), \"r\"(5)); x = (unsigned)f;", [](uint32_t t) { return t / 32 * 32 + 5; }},
    {"a vote", "asm volatile(\"{ .reg .pred p, q; setp.lt.u32 p, %1, 40; vote.sync.any.pred q, !p, 0xffffffff; vote.sync.ballot.b32 %0, p, 0xffffffff; @!q mov.u32 %0, 77; }\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t < 32 ? 77u : 0xFFu; }},
    {"votes of literals", "unsigned y; asm volatile(\"{ .reg .pred q; vote.sync.any.pred q, 1, 0xffffffff; vote.sync.ballot.b32 %0, 1, -1; vote.sync.ballot.b32 %1, 0, -1; @!q mov.u32 %0, 77; }\" : \"=r\"(x), \"=r\"(y)); x += y + t;", [](uint32_t t) { return ~0u + t; }},
    {"a sum of the warp's", "asm volatile(\"redux.sync.add.u32 %0, %1, 0xffffffff;\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t < 32 ? 496u : 1520u; }},
    // --- several instructions
    {"a register between two", "asm(\"{\\n\\t.reg .u32 t1;\\n\\tadd.u32 t1, %1, 5;\\n\\tmul.lo.u32 %0, t1, 3;\\n\\t}\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return (t + 5) * 3; }},
    {"a predicate selects", "asm(\"{ .reg .pred p; setp.gt.s32 p, %1, 10; selp.s32 %0, 1, 0, p; }\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t > 10 ? 1u : 0u; }},
    {"a guard", "x = 3; asm(\"{ .reg .pred p; setp.eq.and.u32 p, %1, 4, 1; }\" : \"+r\"(x) : \"r\"(t));", [](uint32_t) { return 3u; }},
    {"guards", "x = 3; asm(\"{.reg .pred %%p; setp.ge.u32 %%p, %1, 8; @%%p add.u32 %0, %0, %1; @!%%p mov.u32 %0, 0xFF;}\" : \"+r\"(x) : \"r\"(t));", [](uint32_t t) { return t >= 8 ? t + 3 : 0xFFu; }},
    {"two predicates at once", "asm(\"{ .reg .pred p, q, c; setp.ne.u32 c, %1, 9; setp.lt.and.u32 p|q, %1, 16, c; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }\" : \"=r\"(x) : \"r\"(t));", [](uint32_t t) { return t == 9 ? 0u : t < 16 ? 1u : 2u; }},
    {"two results", "unsigned y; asm(\"add.u32 %0, %2, 1; add.u32 %1, %0, %2;\" : \"=&r\"(x), \"=r\"(y) : \"r\"(t)); x = x * 1000 + y;", [](uint32_t t) { return (t + 1) * 1000 + 2 * t + 1; }},
    {"carries", "unsigned y; asm(\"add.cc.u32 %0, %2, %3;\\n\\t\" \"addc.u32 %1, 0, 0; // the carry\\n\" : \"=r\"(x), \"=r\"(y) : \"r\"(0xfffffff0u), \"r\"(t)); x = x * 2 + y;", [](uint32_t t) { return 2 * (0xfffffff0u + t) + (t >= 16); }},
    {"borrows", "unsigned y; asm(\"{ sub.cc.u32 %0, %2, %3; subc.u32 %1, 5, 0; }\" : \"=r\"(x), \"=r\"(y) : \"r\"(20), \"r\"(t)); x = x * 10 + y;", [](uint32_t t) { return 10 * (20 - t) + (t > 20 ? 4 : 5); }},
    {"halves of a wide word", "unsigned y; asm(\"mov.b64 {%0, %1}, %2;\" : \"=r\"(x), \"=r\"(y) : \"l\"(7ull << 32 | t)); x = x * 10 + y;", [](uint32_t t) { return 10 * t + 7; }},
    {"a wide word of halves", "unsigned long long w; asm(\"mov.b64 %0, {%1, %2};\" : \"=l\"(w) : \"r\"(t), \"r\"(3)); x = (unsigned)(w >> 32) * 100 + (unsigned)w;", [](uint32_t t) { return 300 + t; }},
    {"many registers", "asm(\"{ .reg .b32 v<3>; .reg .f32 f; mov.u32 v0, %%tid.x; add.s32 v1, v0, -1; cvt.rn.f32.s32 f, v1; mul.f32 f, f, 0f40000000; cvt.rzi.s32.f32 v2, f; mov.b32 %0, v2; }\" : \"=r\"(x));", [](uint32_t t) { return 2 * (t - 1); }},
    {"the inputs are read before anything is written", "x = t; asm(\"add.u32 %0, %1, 1; add.u32 %0, %0, %1;\" : \"=&r\"(x) : \"r\"(x));", [](uint32_t t) { return 2 * t + 1; }},
    {"through a pointer, and on", "r[t] = t + 1; asm volatile(\"{ .reg .u64 a; .reg .u32 v; add.u64 a, %1, 0; ld.global.u32 v, [a]; add.u32 %0, v, v; }\" : \"=r\"(x) : \"l\"(r + t) : \"memory\");", [](uint32_t t) { return 2 * t + 2; }},
    {"an address of shared memory", "__shared__ unsigned s[64]; s[t] = t * 3; unsigned a; asm(\"{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }\" : \"=r\"(a) : \"l\"(s + t)); asm volatile(\"ld.shared.u32 %0, [%1];\" : \"=r\"(x) : \"r\"(a));", [](uint32_t t) { return t * 3; }},
    // --- numbers
    {"a wide product and sum", "unsigned long long w = 5; asm(\"mad.wide.u32 %0, %1, %2, %0;\" : \"+l\"(w) : \"r\"(t << 20), \"r\"(1 << 20)); x = (unsigned)(w >> 32) + (unsigned)w;", [](uint32_t t) { return (t << 8) + 5; }},
    {"fused", "float f; asm(\"fma.rn.f32 %0, %1, %2, 0f3F800000;\" : \"=f\"(f) : \"f\"((float)t), \"f\"(2.0f)); x = (unsigned)f;", [](uint32_t t) { return 2 * t + 1; }},
    {"a power of two", "float f; asm(\"ex2.approx.ftz.f32 %0, %1;\" : \"=f\"(f) : \"f\"((float)(t & 15))); x = (unsigned)f;", [](uint32_t t) { return 1u << (t & 15); }},
    {"a reciprocal", "float f; asm(\"rcp.approx.ftz.f32 %0, %1;\" : \"=f\"(f) : \"f\"((float)(1 << (t & 7)))); x = (unsigned)(f * 256.0f);", [](uint32_t t) { return 256u >> (t & 7); }},
    {"what is too small is flushed", "float f; asm(\"add.ftz.f32 %0, %1, %2;\" : \"=f\"(f) : \"f\"(1e-40f), \"f\"((float)t)); x = __float_as_uint(f) == __float_as_uint((float)t);", [](uint32_t) { return 1u; }},
    {"rounded to the nearest", "asm(\"cvt.rni.s32.f32 %0, %1;\" : \"=r\"(x) : \"f\"(t + 0.5f));", [](uint32_t t) { return t + (t & 1); }},
    {"not a number", "asm(\"{ .reg .pred p; setp.neu.f32 p, %1, %1; selp.u32 %0, 1, 0, p; setp.ne.f32 p, %1, %1; @p add.u32 %0, %0, 2; }\" : \"=r\"(x) : \"f\"(__int_as_float(0x7fffffff)));", [](uint32_t) { return 1u; }},
    {"a loop, in each text by the same names", "unsigned y; asm(\"{ .reg .pred p; .reg .u32 i; mov.u32 i, 0; mov.u32 %0, 0; L: setp.ge.u32 p, i, %1; @p bra D; add.u32 i, i, 1; add.u32 %0, %0, i; bra.uni L; D: }\" : \"=r\"(y) : \"r\"(t % 7)); "
     "asm(\"{ .reg .pred p; .reg .u32 i; mov.u32 i, 0; mov.u32 %0, 0; L: setp.ge.u32 p, i, %1; @p bra D; add.u32 i, i, 1; add.u32 %0, %0, i; bra L; D: }\" : \"=r\"(x) : \"r\"(t % 7 + 1)); x += 100 * y;",
     [](uint32_t t) { const uint32_t n = t % 7, m = n + 1; return 100 * (n * (n + 1) / 2) + m * (m + 1) / 2; }},
    {"labels with a number of their own", "x = 0; asm(\"{ .reg .pred p; LOOP_%=: add.u32 %0, %0, 3; setp.lt.u32 p, %0, %1; @p bra LOOP_%=; }\" : \"+r\"(x) : \"r\"(t)); asm(\"{ bra.uni %=E; add.u32 %0, %0, 1000; %=E: }\" : \"+r\"(x));",
     [](uint32_t t) { return std::max(3u, (t + 2) / 3 * 3); }},
    {"a branch over what is not wanted", "x = t; asm(\"{ .reg .pred p; setp.lt.u32 p, %0, 20; @!p bra over; add.u32 %0, %0, 1000; over: }\" : \"+r\"(x));", [](uint32_t t) { return t < 20 ? t + 1000 : t; }},
    {"a barrier of the compiler's", "x = t; asm volatile(\"\" ::: \"memory\");", [](uint32_t t) { return t; }},
    {"a store and a load", "x = 0; r[t] = 1; asm(\"st.global.u32 [%0], %1;\" :: \"l\"(r + t), \"r\"(t * 3)); asm(\"ld.global.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(r + t));", [](uint32_t t) { return t * 3; }},
};

}  // namespace

TEST_CASE("instructions of inline assembly") {
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    const auto r = run(row.body);
    REQUIRE(r.size() == 64);
    for (uint32_t t = 0; t < 64; ++t) CHECK(r[t] == row.expected(t));
  }
}

TEST_CASE("what is not known is refused, with nothing behind it") {
  CHECK(refusal("asm(\"frobnicate.u32 %0, %1, %2;\" : \"=r\"(x) : \"r\"(y), \"r\"(y));") == "WB4002");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1;\" : \"=f\"(f) : \"r\"(y));") == "WB4002");   // a register of the wrong kind
  CHECK(refusal("asm(\"add.u32 %0, %1, q;\" : \"=r\"(x) : \"r\"(y));") == "WB4002");    // a register that nobody declares
  CHECK(refusal("asm(\"add.u32 %1, %0, 1;\" : \"+r\"(x) : \"r\"(y));") == "WB4002");    // a result in an input
  CHECK(refusal("asm(\"add.u32 %0, %0, 1;\" : \"=r\"(x) : \"r\"(y));") == "WB4002");    // a result that is read, and has no value
  CHECK(refusal("asm(\"{ .reg .b128 w; add.u32 %0, %1, 1; }\" : \"=r\"(x) : \"r\"(y));") == "WB4002");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1;\" : \"=m\"(x) : \"r\"(y));") == "WB4002");
  CHECK(refusal("asm volatile(\"again: bra other;\");") == "WB4002");
  CHECK(refusal("asm volatile(\"ld.acq_rel.gpu.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(r));") == "WB4002");
  CHECK(refusal("asm volatile(\"ld.param.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(r));") == "WB4002");
  CHECK(refusal("asm volatile(\"atom.add.s64 %0, [%1], 1;\" : \"=l\"(w) : \"l\"(r));") == "WB4002");
  CHECK(refusal("asm volatile(\"bar.sync 1, 64, 2;\");") == "WB4002");
  CHECK(refusal("asm volatile(\"bar.arrive 1;\");") == "WB4002");   // for how many?
  CHECK(refusal("asm volatile(\"bar.sync 1, %0;\" :: \"l\"(w));") == "WB4002");
  CHECK(refusal("auto leave = [] { asm volatile(\"exit;\"); }; leave();") == "WB4002");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1;\" : \"=r\"(x) : \"r\"(y));") == "");
  CHECK(refusal("asm(\"add.u32 %0, %1, %1; add.u32 %0, %0, %1;\" : \"=r\"(x) : \"r\"(y));") == "");
}

// Two functions of one name would be overloads: the second is never called, or every call of it is ambiguous.
TEST_CASE("one name, one function, in the table of instructions") {
  const LibraryHeader& header = library_header(always_included);
  const auto table = header.scopes.find("__wb::ptx");
  REQUIRE(table != header.scopes.end());
  CHECK(table->second.size() > 300);
  for (const auto& [name, items] : table->second) {
    CAPTURE(name);
    CHECK(items.size() == 1);
  }
}

// Each function of the table is read, body and all: most of them are called by no other test.
TEST_CASE("every instruction of the table compiles") {
  std::string calls;
  for (const auto& [name, items] : library_header(always_included).scopes.at("__wb::ptx")) {
    const std::string_view letters = name.substr(std::min(name.rfind('_') + 1, name.size()));
    const bool has_letters = name.find('_') != std::string_view::npos && letters.find_first_not_of("rlhfdp") == std::string_view::npos;
    if (has_letters && !name.starts_with("sreg_") && !name.starts_with("store_")) calls += "  (void)&__wb::ptx::" + std::string(name) + ";\n";
  }
  CompileResult compiled = compile("k.cu", "__global__ void k(int* r) {\n" + calls + "  r[0] = 1;\n}\n", "");
  for (const Diagnostic& d : compiled.diagnostics) MESSAGE(code_info(d.code).name);
  CHECK(compiled.ok());
}

TEST_CASE("the words of a memory instruction") {
  const auto acquire = read_ptx_memory("ld.acquire.gpu.global.v2.u32");
  REQUIRE(acquire);
  CHECK(acquire->order == PtxMemory::acquire);
  CHECK(acquire->scope == PtxMemory::device);
  CHECK(acquire->lanes == 2);
  CHECK(acquire->type == ScalarKind::uint);
  const auto red = read_ptx_memory("red.release.cta.shared::cta.or.b64");
  REQUIRE(red);
  CHECK(red->scope == PtxMemory::block);
  CHECK(red->is_shared);
  CHECK(red->operation == "or");
  CHECK(read_ptx_memory("ld.global.L1::no_allocate.L2::128B.f32"));
  CHECK_FALSE(read_ptx_memory("ld.global.L2::cache_hint.f32"));
  CHECK_FALSE(read_ptx_memory("ld.global"));
  CHECK_FALSE(read_ptx_memory("st.acquire.gpu.u32"));
  CHECK_FALSE(read_ptx_memory("atom.u32"));
  CHECK_FALSE(read_ptx_memory("mov.u32"));
}

TEST_CASE("an assembly text taken apart") {
  const PtxText text = read_ptx("{ .reg .pred p; // first\n .reg .b32 v<2>, w; @!p ld.v2.u32 {%0, v1}, [%2 + 8]; /* {;} */ add.s32 w, -1, 0x10; }");
  CHECK(text.problem == "");
  REQUIRE(text.registers.size() == 4);
  CHECK(text.registers[2].name == "v1");
  REQUIRE(text.instructions.size() == 2);
  const PtxInstruction& load = text.instructions[0];
  CHECK(load.guard == "p");
  CHECK(load.is_guard_negated);
  CHECK(load.operands[0].values.size() == 2);
  CHECK(load.operands[1].is_address);
  CHECK(load.operands[1].offset == 8);
  CHECK(static_cast<int64_t>(text.instructions[1].operands[1].values[0].bits) == -1);
  for (const char* broken : {"add.u32 %0, ;", "add.u32 %0,", "loop: add.u32 %0, ;", "ld.u32 %0, [];", "ld.u32 %0, [%1+x];", "add.u32 {%0, %1;", ".reg .b32 v<9999>;", "@", "add.u32 %0, 1x;"}) {
    CAPTURE(std::string(broken));
    CHECK_FALSE(read_ptx(broken).problem.empty());
  }
  const PtxText loop = read_ptx("again: add.u32 %0, %1, 1; bra again;");
  REQUIRE(loop.instructions.size() == 3);
  CHECK(loop.instructions[0].label == "again");
  CHECK(loop.instructions[2].name == "bra");
  CHECK(read_ptx("").instructions.empty());
  CHECK(read_ptx("/*").instructions.empty());
  CHECK(read_ptx("//").instructions.empty());
}
