// Every instruction class against plain C++, on all loops that this processor can run, with the full mask and with a partial one.
#include <doctest.h>

#include <cmath>
#include <limits>

#include "simulator/machine/run_context.h"
#include "simulator/program/verify.h"
#include "tests/unit/machine/assembler.h"

using namespace wb;

namespace {

constexpr LaneMask masks[] = {0xFFFFFFFF, 0x0000FFFF, 0x80000001, 0xAAAAAAAA, 0x00000010};

// Runs one instruction on registers of our own and gives back the 32 results.
template <class D, class S>
std::vector<D> run_one(Ins ins, const std::vector<S>& a, const std::vector<S>& b, const std::vector<S>& x, LaneMask mask, const RunLoops& loops) {
  std::vector<uint32_t> registers(8 * 32, 0xABABABAB);
  std::memcpy(registers.data() + 0, a.data(), 32 * sizeof(S));
  std::memcpy(registers.data() + 64, b.data(), 32 * sizeof(S));
  std::memcpy(registers.data() + 128, x.data(), 32 * sizeof(S));
  ins.a = 0;
  ins.b = 2;
  ins.c = 4;
  ins.d = 6;
  const Ins code[] = {ins, {.op = Opcode::end}};
  const InsInfo info[2] = {};
  WarpState warp;
  warp.splits = {Split{.pc = 0, .lanes = mask}};
  RunContext c;
  c.code = code;
  c.info = info;
  const uint32_t stretches[] = {1, 1};
  c.stretches = stretches;
  c.registers = reinterpret_cast<uint8_t*>(registers.data());
  c.warp = &warp;
  c.limit = 100;
  CHECK(loops.plain(c) == Stop::done);
  CHECK(c.tick == 2);
  std::vector<D> d(32);
  std::memcpy(d.data(), registers.data() + 192, 32 * sizeof(D));
  return d;
}

template <class T>
uint64_t bits(T value) {
  uint64_t out = 0;
  std::memcpy(&out, &value, sizeof value);
  return out;
}

template <class D, class S, class F>
void check_op(Opcode op, const std::vector<S>& pool, F oracle, uint8_t kind = 0, int32_t imm = 0) {
  CAPTURE(opcode_info(op).name);
  std::vector<S> a(32), b(32), x(32);
  for (size_t l = 0; l < 32; ++l) {
    a[l] = pool[l % pool.size()];
    b[l] = pool[(l * 7 + 3) % pool.size()];
    x[l] = pool[(l * 5 + 1) % pool.size()];
  }
  for (const char* name : {"baseline", "avx2", "avx512"}) {
    const RunLoops loops = run_loops(name);
    if (!loops.plain) continue;
    CAPTURE(name);
    for (LaneMask mask : masks) {
      CAPTURE(mask);
      const std::vector<D> d = run_one<D>({.op = op, .kind = kind, .imm = imm}, a, b, x, mask, loops);
      for (size_t l = 0; l < 32; ++l) {
        CAPTURE(l);
        D untouched;
        std::memset(&untouched, 0xAB, sizeof untouched);
        const D expected = mask >> l & 1 ? static_cast<D>(oracle(a[l], b[l], x[l])) : untouched;
        const bool both_nan = expected != expected && d[l] != d[l];
        CHECK((both_nan || bits(d[l]) == bits(expected)));
      }
    }
  }
}

const std::vector<uint32_t> words = {0, 1, 2, 3, 7, 31, 32, 33, 255, 256, 65535, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFF00, 12345678, 5};
const std::vector<uint64_t> longs = {0, 1, 2, 63, 64, 65, 0xFFFFFFFF, 0x100000000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, ~0ull, 0x123456789ABCDEF, 10};
const float inf = std::numeric_limits<float>::infinity(), nan_f = std::numeric_limits<float>::quiet_NaN();
const std::vector<float> floats = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 1.5f, 2.5f, -2.5f, 300.5f, -5.0f, 3.0e9f, -3.0e9f, 4.3e9f, 1e30f, -1e30f, inf, -inf, nan_f,
                                   2147483520.0f, 2147483648.0f, 16777217.0f, 1e-40f, 0.1f};
const std::vector<double> doubles = {0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 300.5, 2147483647.0, 2147483647.5, -2147483648.0, -2147483649.5, 4294967295.0, 4294967296.0,
                                     9.3e18, -9.3e18, 1.9e19, 1e300, INFINITY, -INFINITY, NAN, 0.1};
using i32 = int32_t;
using u32 = uint32_t;
using i64 = int64_t;
using u64 = uint64_t;

}  // namespace

TEST_CASE("32-bit integers wrap and compare as C++ does") {
  check_op<u32>(Opcode::mov32, words, [](u32 a, u32, u32) { return a; });
  check_op<u32>(Opcode::add32, words, [](u32 a, u32 b, u32) { return a + b; });
  check_op<u32>(Opcode::sub32, words, [](u32 a, u32 b, u32) { return a - b; });
  check_op<u32>(Opcode::mul32, words, [](u32 a, u32 b, u32) { return a * b; });
  check_op<u32>(Opcode::mad32, words, [](u32 a, u32 b, u32 c) { return a * b + c; });
  check_op<u32>(Opcode::and32, words, [](u32 a, u32 b, u32) { return a & b; });
  check_op<u32>(Opcode::or32, words, [](u32 a, u32 b, u32) { return a | b; });
  check_op<u32>(Opcode::xor32, words, [](u32 a, u32 b, u32) { return a ^ b; });
  check_op<u32>(Opcode::not32, words, [](u32 a, u32, u32) { return ~a; });
  check_op<u32>(Opcode::neg32, words, [](u32 a, u32, u32) { return 0 - a; });
  check_op<u32>(Opcode::shl32, words, [](u32 a, u32 b, u32) { return b < 32 ? a << b : 0; });
  check_op<u32>(Opcode::shr_u32, words, [](u32 a, u32 b, u32) { return b < 32 ? a >> b : 0; });
  check_op<u32>(Opcode::shr_i32, words, [](u32 a, u32 b, u32) { return static_cast<u32>(static_cast<i32>(a) >> (b < 32 ? b : 31)); });
  check_op<u32>(Opcode::div_u32, words, [](u32 a, u32 b, u32) { return b ? a / b : ~0u; });
  check_op<u32>(Opcode::rem_u32, words, [](u32 a, u32 b, u32) { return b ? a % b : a; });
  check_op<u32>(Opcode::div_i32, words, [](u32 a, u32 b, u32) { return b == 0 ? ~0u : b == ~0u ? 0 - a : static_cast<u32>(static_cast<i32>(a) / static_cast<i32>(b)); });
  check_op<u32>(Opcode::rem_i32, words, [](u32 a, u32 b, u32) { return b == 0 ? a : b == ~0u ? 0 : static_cast<u32>(static_cast<i32>(a) % static_cast<i32>(b)); });
  check_op<u32>(Opcode::min_i32, words, [](u32 a, u32 b, u32) { return static_cast<u32>(std::min(static_cast<i32>(a), static_cast<i32>(b))); });
  check_op<u32>(Opcode::max_u32, words, [](u32 a, u32 b, u32) { return std::max(a, b); });
  check_op<u32>(Opcode::abs_i32, words, [](u32 a, u32, u32) { return static_cast<i32>(a) < 0 ? 0 - a : a; });
  check_op<u32>(Opcode::sx8, words, [](u32 a, u32, u32) { return static_cast<u32>(static_cast<int8_t>(a)); });
  check_op<u32>(Opcode::zx8, words, [](u32 a, u32, u32) { return static_cast<uint8_t>(a); });
  check_op<u32>(Opcode::sx16, words, [](u32 a, u32, u32) { return static_cast<u32>(static_cast<int16_t>(a)); });
  check_op<u32>(Opcode::zx16, words, [](u32 a, u32, u32) { return static_cast<uint16_t>(a); });
  check_op<u32>(Opcode::sel32, words, [](u32 a, u32 b, u32 c) { return a ? b : c; });
  check_op<u32>(Opcode::set_lt_i32, words, [](u32 a, u32 b, u32) { return static_cast<i32>(a) < static_cast<i32>(b); });
  check_op<u32>(Opcode::set_le_u32, words, [](u32 a, u32 b, u32) { return a <= b; });
  check_op<u32>(Opcode::set_eq32, words, [](u32 a, u32 b, u32) { return a == b; });
}

TEST_CASE("64-bit integers") {
  check_op<u64>(Opcode::add64, longs, [](u64 a, u64 b, u64) { return a + b; });
  check_op<u64>(Opcode::sub64, longs, [](u64 a, u64 b, u64) { return a - b; });
  check_op<u64>(Opcode::mul64, longs, [](u64 a, u64 b, u64) { return a * b; });
  check_op<u64>(Opcode::neg64, longs, [](u64 a, u64, u64) { return 0 - a; });
  check_op<u64>(Opcode::div_u64, longs, [](u64 a, u64 b, u64) { return b ? a / b : ~0ull; });
  check_op<u64>(Opcode::rem_i64, longs, [](u64 a, u64 b, u64) { return b == 0 ? a : b == ~0ull ? 0 : static_cast<u64>(static_cast<i64>(a) % static_cast<i64>(b)); });
  check_op<u64>(Opcode::min_i64, longs, [](u64 a, u64 b, u64) { return static_cast<u64>(std::min(static_cast<i64>(a), static_cast<i64>(b))); });
  check_op<u64>(Opcode::max_u64, longs, [](u64 a, u64 b, u64) { return std::max(a, b); });
  check_op<u32>(Opcode::set_lt_i64, longs, [](u64 a, u64 b, u64) { return static_cast<i64>(a) < static_cast<i64>(b); });
  check_op<u32>(Opcode::lo32, longs, [](u64 a, u64, u64) { return static_cast<u32>(a); });
  check_op<u64>(Opcode::sx64, words, [](u32 a, u32, u32) { return static_cast<u64>(i64{static_cast<i32>(a)}); });
  check_op<u64>(Opcode::zx64, words, [](u32 a, u32, u32) { return u64{a}; });
}

TEST_CASE("float arithmetic is IEEE, one rounding an operation") {
  check_op<float>(Opcode::add_f32, floats, [](float a, float b, float) { return a + b; });
  check_op<float>(Opcode::sub_f32, floats, [](float a, float b, float) { return a - b; });
  check_op<float>(Opcode::mul_f32, floats, [](float a, float b, float) { return a * b; });
  check_op<float>(Opcode::div_f32, floats, [](float a, float b, float) { return a / b; });
  check_op<float>(Opcode::fma_f32, floats, [](float a, float b, float c) { return std::fma(a, b, c); });
  check_op<float>(Opcode::fms_f32, floats, [](float a, float b, float c) { return std::fma(a, b, -c); });
  check_op<float>(Opcode::fnma_f32, floats, [](float a, float b, float c) { return std::fma(-a, b, c); });
  check_op<float>(Opcode::neg_f32, floats, [](float a, float, float) { return -a; });
  check_op<float>(Opcode::sqrt_f32, floats, [](float a, float, float) { return std::sqrt(a); });
  check_op<float>(Opcode::floor_f32, floats, [](float a, float, float) { return std::floor(a); });
  check_op<float>(Opcode::ceil_f32, floats, [](float a, float, float) { return std::ceil(a); });
  check_op<float>(Opcode::trunc_f32, floats, [](float a, float, float) { return std::trunc(a); });
  check_op<float>(Opcode::rint_f32, floats, [](float a, float, float) { return std::nearbyint(a); });
  check_op<u32>(Opcode::set_lt_f32, floats, [](float a, float b, float) { return a < b; });
  check_op<u32>(Opcode::set_ne_f32, floats, [](float a, float b, float) { return a != b; });
  check_op<u32>(Opcode::set_nle_f32, floats, [](float a, float b, float) { return !(a <= b); });
  check_op<float>(Opcode::device, floats, [](float a, float, float) { return static_cast<float>(std::exp(double{a})); }, 0, static_cast<int32_t>(Builtin::exp_f32) - 1);
  check_op<u32>(Opcode::class_f32, floats, [](float a, float, float) { return std::isnan(a); }, static_cast<uint8_t>(FloatClass::nan));
  check_op<double>(Opcode::fma_f64, doubles, [](double a, double b, double c) { return std::fma(a, b, c); });
  check_op<double>(Opcode::div_f64, doubles, [](double a, double b, double) { return a / b; });
  check_op<u32>(Opcode::set_le_f64, doubles, [](double a, double b, double) { return a <= b; });
}

TEST_CASE("minimum and maximum ignore a NaN and tell the zeros apart") {
  const auto low = [](float a, float b, float) { return std::isnan(a) ? b : std::isnan(b) ? a : a < b || (a == b && std::signbit(a)) ? a : b; };
  const auto high = [](float a, float b, float) { return std::isnan(a) ? b : std::isnan(b) ? a : a > b || (a == b && !std::signbit(a)) ? a : b; };
  check_op<float>(Opcode::min_f32, floats, low);
  check_op<float>(Opcode::max_f32, floats, high);
}

TEST_CASE("conversions round to nearest and saturate as the hardware") {
  check_op<float>(Opcode::i32_to_f32, words, [](u32 a, u32, u32) { return static_cast<float>(static_cast<i32>(a)); });
  check_op<float>(Opcode::u32_to_f32, words, [](u32 a, u32, u32) { return static_cast<float>(a); });
  check_op<float>(Opcode::i64_to_f32, longs, [](u64 a, u64, u64) { return static_cast<float>(static_cast<i64>(a)); });
  check_op<float>(Opcode::u64_to_f32, longs, [](u64 a, u64, u64) { return static_cast<float>(a); });
  check_op<double>(Opcode::u64_to_f64, longs, [](u64 a, u64, u64) { return static_cast<double>(a); });
  check_op<double>(Opcode::u32_to_f64, words, [](u32 a, u32, u32) { return static_cast<double>(a); });
  check_op<double>(Opcode::f32_to_f64, floats, [](float a, float, float) { return double{a}; });
  check_op<float>(Opcode::f64_to_f32, doubles, [](double a, double, double) { return static_cast<float>(a); });
  const auto to_i32 = [](double a) { return a != a ? 0 : a >= 2147483647.0 ? INT32_MAX : a <= -2147483648.0 ? INT32_MIN : static_cast<i32>(a); };
  const auto to_u32 = [](double a) { return !(a > 0) ? 0u : a >= 4294967295.0 ? UINT32_MAX : static_cast<u32>(a); };
  const auto to_i64 = [](double a) { return a != a ? INT64_MIN : a >= 0x1p63 ? INT64_MAX : a <= -0x1p63 ? INT64_MIN : static_cast<i64>(a); };
  const auto to_u64 = [](double a) { return a != a ? 0x8000000000000000u : !(a > 0) ? 0u : a >= 0x1p64 ? UINT64_MAX : static_cast<u64>(a); };
  check_op<i32>(Opcode::f32_to_i32, floats, [&](float a, float, float) { return to_i32(a); });
  check_op<u32>(Opcode::f32_to_u32, floats, [&](float a, float, float) { return to_u32(a); });
  check_op<i64>(Opcode::f32_to_i64, floats, [&](float a, float, float) { return to_i64(a); });
  check_op<u64>(Opcode::f32_to_u64, floats, [&](float a, float, float) { return to_u64(a); });
  check_op<i32>(Opcode::f64_to_i32, doubles, [&](double a, double, double) { return a != a ? INT32_MIN : to_i32(a); });
  check_op<u32>(Opcode::f64_to_u32, doubles, [&](double a, double, double) { return a != a ? 0x80000000u : to_u32(a); });
  check_op<i64>(Opcode::f64_to_i64, doubles, [&](double a, double, double) { return to_i64(a); });
  check_op<u64>(Opcode::f64_to_u64, doubles, [&](double a, double, double) { return to_u64(a); });
}

TEST_CASE("every opcode has a row and every operand letter is known") {
  for (uint16_t i = 0; i < static_cast<uint16_t>(Opcode::count); ++i) {
    const OpcodeInfo& row = opcode_info(static_cast<Opcode>(i));
    CAPTURE(row.name);
    CHECK(std::string_view(row.help).size() > 2);
    CHECK(std::string_view(row.operands).find_first_not_of("dabcDABCQmtikfegE") == std::string_view::npos);
  }
}

TEST_CASE("the verifier names what is wrong") {
  const auto good = [] {
    test::Assembler a;
    const uint16_t one = a.constant(1), p = a.buffer();
    const uint16_t d = a.slot();
    a.emit({.op = Opcode::add32, .d = d, .a = one, .b = one});
    a.emit({.op = Opcode::st_32, .d = d, .a = p, .kind = test::no_index});
    a.done();
    return a;
  };
  CHECK(verify(*good().program).empty());
  struct Case {
    const char* name;
    void (*spoil)(Program&);
    const char* says;
  };
  const Case cases[] = {
      {"operand outside", [](Program& p) { p.code[0].a = 99; }, "a is slot 99"},
      {"writes a preset", [](Program& p) { p.code[0].d = 0; }, "writes preset"},
      {"branch outside", [](Program& p) { p.code[0] = {.op = Opcode::jump, .imm = 77}; }, "jumps out"},
      {"negative branch", [](Program& p) { p.code[0] = {.op = Opcode::jump, .imm = -1}; }, "jumps out"},
      {"no site", [](Program& p) { p.info[1].site = no_site; }, "without a site"},
      {"site outside", [](Program& p) { p.info[1].site = 5; }, "site that is not there"},
      {"barrier", [](Program& p) { p.code[0] = {.op = Opcode::barrier}; }, "without barriers"},
      {"runs past the end", [](Program& p) { p.code.pop_back(); p.info.pop_back(); }, "past the end"},
      {"mask outside", [](Program& p) { p.code[0] = {.op = Opcode::init_set, .imm = 0}; }, "mask that is not there"},
      {"partly overlapping widths", [](Program& p) { p.slot_count += 2; p.code[0] = {.op = Opcode::sx64, .d = 3, .a = 4}; }, "overlaps"},
      {"uniform base that is none", [](Program& p) { p.slot_count += 2; p.code[1].a = 4; }, "not a preset"},
      {"empty", [](Program& p) { p.code.clear(); p.info.clear(); }, "no instructions"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    auto spoilt = good();
    c.spoil(*spoilt.program);
    const auto complaints = verify(*spoilt.program);
    REQUIRE(!complaints.empty());
    CHECK_MESSAGE(complaints[0].find(c.says) != std::string::npos, complaints[0]);
  }
}

TEST_CASE("instructions read as text") {
  test::Assembler a;
  const uint16_t p = a.buffer(), i = a.special(Special::thread_idx_x);
  const uint16_t d = a.slot();
  a.emit({.op = Opcode::ld_32, .d = d, .a = p, .b = i, .kind = test::by_i32, .scale = 4, .imm = -8});
  a.emit({.op = Opcode::br_lt_i32, .a = i, .b = d, .imm = 0});
  CHECK(disassemble(*a.done(), 0) == "ld_32 r3, [R0 + r2*4 - 8]");
  CHECK(disassemble(*a.program, 1) == "br_lt_i32 r2, r3, -> 0");
}
