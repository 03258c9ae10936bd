// Warp functions: what they give, who waits for whom, and what is reported where CUDA leaves it undefined; each report with its silent twin.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule all_schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

// `body` computes r from t (the thread) and v = 100 + t, on `threads` threads of one block.
struct WarpRun {
  std::vector<int32_t> r;
  std::string kinds;
  SimulationResult result;
};
WarpRun run_body(const std::string& body, uint32_t threads = 32, Schedule schedule = Schedule::in_order, uint64_t seed = 0, const std::string& before = "") {
  Kernel k(before + "__global__ void k(int* out) { int t = threadIdx.x, lane = t & 31, v = 100 + t, r = 0; (void)lane; (void)v; " + body + " out[t] = r; }");
  if (!k.compiled.ok()) return {{}, "does not compile", {}};
  k.shape({1, 1, 1}, {threads, 1, 1}).in<int32_t>(std::vector<int32_t>(threads, -1)).run(schedule, seed);
  return {k.get<int32_t>(0), k.kinds(), k.result};
}

struct LaneCase {
  const char* name;
  const char* body;
  int (*expected)(int t);
};

}  // namespace

TEST_CASE("warp functions give each lane its value under every schedule") {
  static constexpr LaneCase cases[] = {
      {"a lane of the warp", "r = __shfl_sync(~0u, v, 5);", [](int t) { return 105 + (t & 32); }},
      {"a lane of each segment", "r = __shfl_sync(~0u, v, 2, 8);", [](int t) { return 100 + (t & ~7) + 2; }},
      {"source lanes wrap within the width", "r = __shfl_sync(~0u, v, 21, 4);", [](int t) { return 100 + (t & ~3) + 1; }},
      {"a width that is computed", "int w = 4 << (t >> 8); r = __shfl_sync(~0u, v, lane + 1, w);", [](int t) { return 100 + (t & ~3) + ((t + 1) & 3); }},
      {"up", "r = __shfl_up_sync(~0u, v, 3);", [](int t) { return 100 + ((t & 31) < 3 ? t : t - 3); }},
      {"up in segments", "r = __shfl_up_sync(~0u, v, 3, 8);", [](int t) { return 100 + ((t & 7) < 3 ? t : t - 3); }},
      {"down", "r = __shfl_down_sync(~0u, v, 16);", [](int t) { return 100 + ((t & 31) >= 16 ? t : t + 16); }},
      {"down in segments", "r = __shfl_down_sync(~0u, v, 5, 16);", [](int t) { return 100 + ((t & 15) >= 11 ? t : t + 5); }},
      {"xor", "r = __shfl_xor_sync(~0u, v, 9);", [](int t) { return 100 + (t ^ 9); }},
      {"xor into an earlier segment", "r = __shfl_xor_sync(~0u, v, 8, 8);", [](int t) { return 100 + (t & 8 ? t ^ 8 : t); }},
      {"long long", "r = (int)(__shfl_xor_sync(~0u, (long long)v << 33, 1) >> 33);", [](int t) { return 100 + (t ^ 1); }},
      {"double", "r = (int)(4 * __shfl_down_sync(~0u, v * 0.25, 1, 2));", [](int t) { return 100 + (t | 1); }},
      {"float", "r = (int)__shfl_up_sync(~0u, (float)v, 1, 2);", [](int t) { return 100 + (t & ~1); }},
      {"size_t", "size_t s = v; r = (int)__shfl_sync(~0u, s, 0);", [](int t) { return 100 + (t & 32); }},
      {"all", "r = __all_sync(~0u, v >= 100) * 2 + __all_sync(~0u, lane != 7);", [](int) { return 2; }},
      {"any", "r = __any_sync(~0u, lane == 7) * 2 + __any_sync(~0u, lane > 31);", [](int) { return 2; }},
      {"ballot", "r = __ballot_sync(~0u, lane < 5);", [](int) { return 31; }},
      {"match any", "r = __match_any_sync(~0u, lane % 3);", [](int t) { return static_cast<int>(0x49249249u << t % 32 % 3); }},
      {"match all", "int p; r = __match_all_sync(~0u, lane / 32, &p); r += p;", [](int) { return 0; }},
      {"match all, one differs", "int p = 5; r = __match_all_sync(~0u, lane / 31, &p); r += p;", [](int) { return 0; }},
      {"reduce", "r = __reduce_add_sync(~0u, lane) + __reduce_max_sync(~0u, -lane) + __reduce_min_sync(~0u, -lane);", [](int) { return 496 + 0 - 31; }},
      {"reduce unsigned and bits", "r = __reduce_max_sync(~0u, (unsigned)-lane - 1u) == 0xffffffffu && __reduce_xor_sync(~0u, 1u << lane) == ~0u;", [](int) { return 1; }},
      {"the lanes of each side", "if (t & 1) r = __ballot_sync(0xaaaaaaaa, 1); else r = __shfl_xor_sync(0x55555555, v, 2);",
       [](int t) { return t & 1 ? static_cast<int>(0xaaaaaaaa) : 100 + (t ^ 2); }},
      {"lanes of both sides meet", "if (t & 1) r = __shfl_xor_sync(~0u, v, 1); else r = -__shfl_xor_sync(~0u, v, 1);", [](int t) { return t & 1 ? 100 + (t ^ 1) : -100 - (t ^ 1); }},
      {"sum by halves", "r = v; for (int d = 16; d > 0; d /= 2) r += __shfl_xor_sync(~0u, r, d);", [](int t) { return 3200 + 496 + (t & 32) * 32; }},
      {"scan", "r = 1; for (int d = 1; d < 32; d *= 2) { int x = __shfl_up_sync(~0u, r, d); if (lane >= d) r += x; }", [](int t) { return (t & 31) + 1; }},
      {"the old names", "r = __shfl_xor(v, 1) + __all(v > 0) + (__ballot(1) == ~0u) + (__any(v < 0) ? 1000 : 0);", [](int t) { return 100 + (t ^ 1) + 2; }},
  };
  for (const LaneCase& c : cases) {
    for (Schedule schedule : all_schedules) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(schedule));
      const WarpRun run = run_body(c.body, 64, schedule, 3);
      CHECK(run.kinds == "");
      REQUIRE(run.r.size() == 64);
      for (int t = 0; t < 64; ++t) CHECK(run.r[static_cast<size_t>(t)] == c.expected(t));
    }
  }
}

TEST_CASE("the old warp functions are read with a mask, and said to be old") {
  Kernel k("__global__ void k(int* out) { out[threadIdx.x] = __shfl_down(out[threadIdx.x], 1); }");
  CHECK(k.compiled.ok());
  REQUIRE(k.compiled.diagnostics.size() == 1);
  CHECK(std::string(code_info(k.compiled.diagnostics[0].code).name) == "WB3090");
  for (Schedule schedule : all_schedules) {
    Kernel run("__global__ void k(int* out) { int v = out[threadIdx.x]; for (int d = 16; d; d /= 2) v += __shfl_down(v, d); if (threadIdx.x == 0) out[32] = v; }");
    run.shape({1, 1, 1}, {32, 1, 1}).in<int32_t>(std::vector<int32_t>(33, 2)).run(schedule, 9);
    CHECK(run.get<int32_t>(0)[32] == 64);
  }
}

TEST_CASE("lanes that have left do not count, and lanes that leave let the others go on") {
  for (Schedule schedule : all_schedules) {
    CAPTURE(schedule_name(schedule));
    const WarpRun run = run_body("if (lane >= 20) return; if (lane < 10) r = __ballot_sync(~0u, 1); else { v += 1; r = 2 * __ballot_sync(~0u, 1); }", 32, schedule, 4);
    CHECK(run.kinds == "");
    CHECK(run.r[0] == 0xfffff);
    CHECK(run.r[15] == 2 * 0xfffff);
    const WarpRun late = run_body("if (lane < 4) r = __ballot_sync(~0u, 1); else { for (int i = 0; i < 50 + lane; ++i) v += i; if (v > 0) return; }", 32, schedule, 4);
    CHECK(late.kinds == "warp.mask");  // they went past it
    CHECK(late.r[0] == 15);
  }
}

TEST_CASE("a partial warp needs no special mask") {
  const WarpRun run = run_body("r = __reduce_add_sync(~0u, 1);", 40);
  CHECK(run.kinds == "");
  CHECK(run.r[0] == 32);
  CHECK(run.r[39] == 8);
}

TEST_CASE("a mask that names lanes that do not come is reported") {
  const WarpRun run = run_body("if (lane < 16) r = __shfl_sync(~0u, v, 0); __syncthreads();");
  CHECK(run.kinds == "warp.mask");
  CHECK(run.result.status == SimulationStatus::finished);
  CHECK(run.r[3] == 100);
  REQUIRE(!run.result.findings.empty());
  CHECK(run.result.findings[0].message.find("threads 0 to 15 wait there, but threads 16 to 31 wait at line 1") != std::string::npos);
  CHECK(run_body("if (lane < 16) r = __shfl_sync(0xffff, v, 0); __syncthreads();").kinds == "");
  // Masks that differ at one call.
  CHECK(run_body("r = __ballot_sync(lane < 16 ? ~0u : 0xffff0000u, 1);").kinds == "warp.mask");
  CHECK(run_body("r = __ballot_sync(lane < 16 ? ~0u : 0xffff0001u, 1); __syncthreads();").kinds.find("warp.mask") != std::string::npos);
  CHECK(run_body("r = __ballot_sync(lane < 16 ? 0xffffu : 0xffff0000u, 1); __syncthreads();").kinds == "");
}

TEST_CASE("a caller that its own mask does not name is reported") {
  const WarpRun run = run_body("r = __ballot_sync(0xffff, 1);");
  CHECK(run.kinds == "warp.caller");
  CHECK(run.result.findings[0].message.find("0x0000ffff") != std::string::npos);
  CHECK(run_body("if (lane < 16) r = __ballot_sync(0xffff, 1);").kinds == "");
}

TEST_CASE("a value from a lane that takes no part is reported, and one that is only carried along is not") {
  const WarpRun run = run_body("if (lane < 8) r = __shfl_down_sync(0xff, v, 4);");
  CHECK(run.kinds == "warp.source");
  CHECK(run.result.findings[0].count == 4);
  CHECK(run.result.findings[0].severity == Severity::error);
  CHECK(run_body("if (lane < 8) r = __shfl_down_sync(0xff, v, 4, 8);").kinds == "");
  CHECK(run_body("r = __shfl_down_sync(~0u, v, 4);").kinds == "");
}

TEST_CASE("an undefined value of which nothing comes is not told") {
#define HALF "int w = v; if (lane < 16) for (int d = 8; d > 0; d /= 2) w += __shfl_down_sync(0xffff, w, d);"
  constexpr struct { const char *name, *body, *kinds; } cases[] = {
      {"lane 0 stores the sum", HALF " if (lane == 0) r = w;", ""},
      {"others store theirs", HALF " if (lane < 16) r = w;", "warp.source"},
      {"it decides a branch", HALF " if (w > 1000 && lane == 0) r = w;", "warp.source"},
      {"a later shuffle gives all of them lane 0's", HALF " w = __shfl_sync(~0u, w, 0); r = w;", ""},
      {"a later shuffle takes an undefined one along", HALF " w = __shfl_sync(~0u, w, 9); if (lane == 31) r = w;", "warp.source"},
      {"it is written over", HALF " if (lane == 9) w = 3; if (lane == 9) r = w;", ""},
      {"a vote hears of it", HALF " if (__any_sync(~0u, w == 5)) r = 1;", "warp.source"},
      {"an atomic adds it", HALF " __shared__ int sum; if (t == 0) sum = 0; __syncthreads(); if (lane < 16) atomicAdd(&sum, w);", "warp.source"},
      {"it is printed", HALF " if (lane == 12) printf(\"%d\", w);", "warp.source"},
      {"it is chosen against", HALF " int x = lane == 0 ? w : 7; r = x;", ""},
      {"a first step too far reaches lane 0", "int w = v; if (lane < 16) for (int d = 16; d > 0; d /= 2) w += __shfl_down_sync(0xffff, w, d); if (lane == 0) r = w;", "warp.source"},
      {"a local array holds it",
       "int w[2] = {v, 2 * v}; if (lane < 16) for (int d = 8; d > 0; d /= 2) for (int i = 0; i < 1 + v / 100; ++i) w[i] += __shfl_down_sync(0xffff, w[i], d); if (lane == 0) r = w[lane];", ""},
      {"a local array brings it back",
       "int w[2] = {v, 2 * v}; if (lane < 16) for (int d = 8; d > 0; d /= 2) for (int i = 0; i < 1 + v / 100; ++i) w[i] += __shfl_down_sync(0xffff, w[i], d); if (lane == 9) r = w[lane - 8];", "warp.source"},
      {"two masks meet in one call", "int w = v; unsigned m = lane < 16 ? 0xffff : 0xff0000; if (lane < 24) for (int d = 8; d > 0; d /= 2) w += __shfl_down_sync(m, w, d); if (lane == 0) r = w;", ""},
      {"of two masks the second lacks lanes",
       "int w = v; unsigned m = lane < 16 ? 0xffff : 0xff0000; if (lane < 24) for (int d = 8; d > 0; d /= 2) w += __shfl_down_sync(m, w, d); if (lane == 16) r = w;", "warp.source"},
      {"lanes meet from two sides of a branch",
       "int w = v; if (lane < 16) { if (lane < 8) w += __shfl_down_sync(0xffff, w, 8); else w -= __shfl_down_sync(0xffff, w, 8); } if (lane < 8) r = w;", ""},
      {"a double", "double w = v; if (lane < 16) for (int d = 8; d > 0; d /= 2) w += __shfl_down_sync(0xffff, w, d); if (lane == 0) r = (int)w;", ""},
      {"a double that is stored", "double w = v; if (lane < 16) for (int d = 8; d > 0; d /= 2) w += __shfl_down_sync(0xffff, w, d); if (lane < 9) r = (int)w;", "warp.source"},
  };
#undef HALF
  for (const auto& c : cases)
    for (Schedule schedule : all_schedules) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(schedule));
      CHECK(run_body(c.body, 64, schedule, 3).kinds == c.kinds);
    }
}

TEST_CASE("an undefined value is followed through calls") {
  const std::string functions = "__device__ int twice(int x) { return 2 * x; }\n__device__ int thrice(int x) { return 3 * x; }\n"
                                "__device__ int deep(int n, int w) { int kept = w, below = n > 0 ? deep(n - 1, 5) : 0; return kept + below; }\n"
                                "__device__ int last(int n, int w) { return n > 0 ? last(n - 1, w) : w; }\n"
                                "__device__ int sum(int n, int w) { for (int d = 8; d > 0; d /= 2) w += __shfl_down_sync(0xffff, w, d); return n > 0 ? sum(n - 1, w) : w; }\n";
  const std::string half = "int w = v; if (lane < 16) for (int d = 8; d > 0; d /= 2) w += __shfl_down_sync(0xffff, w, d); ";
  const struct { const char* name; std::string body; const char* kinds; } cases[] = {
      {"a recursion hands it down, and nobody looks at it", half + "int x = last(3, w); if (lane == 0) r = x;", ""},
      {"what it hands down is stored", half + "int x = last(3, w); if (lane == 9) r = x;", "warp.source"},
      {"it is kept while the recursion goes deeper", half + "int x = deep(3, w); if (lane == 9) r = x;", "warp.source"},
      {"it is kept in vain", half + "int x = deep(3, w); if (lane < 8) x = 3; if (lane == 0) r = x;", ""},
      {"what is written over before the call is another value", half + "int kept = w; w = t; int x = deep(3, w); if (lane == 9) r = x; if (lane == 0) r = kept;", ""},
      {"how deep it goes depends on it", half + "int x = last(w & 1, 1); if (lane == 0) r = x;", "warp.source"},
      {"a function behind a pointer has it", half + "int (*f)(int) = t % 2 ? twice : thrice; int x = f(w); if (lane == 0) r = x;", ""},
      {"a function behind a pointer gives it back", half + "int (*f)(int) = t % 2 ? twice : thrice; int x = f(w); if (lane == 9) r = x;", "warp.source"},
      {"the shuffle stands in the recursion", "int x = lane < 16 ? sum(2, v) : 0; if (lane == 20) r = x;", ""},
      {"and what it brings is stored", "int x = lane < 16 ? sum(2, v) : 0; if (lane == 9) r = x;", "warp.source"},
  };
  for (const auto& c : cases)
    for (Schedule schedule : all_schedules) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(schedule));
      CHECK(run_body(c.body, 64, schedule, 3, functions).kinds == c.kinds);
    }
}

TEST_CASE("barriers that count, over every thread of the block") {
  for (Schedule schedule : all_schedules) {
    CAPTURE(schedule_name(schedule));
    const WarpRun run = run_body("r = __syncthreads_count(t % 3 == 0); r = r * 10 + __syncthreads_and(t < 100); r = r * 10 + __syncthreads_or(t == 99);", 100, schedule, 2);
    CHECK(run.kinds == "");
    for (int value : run.r) CHECK(value == 3411);
    const WarpRun loop = run_body("int left = t; while (__syncthreads_or(left > 0)) { left -= 7; ++r; }", 70, schedule, 2);
    CHECK(loop.kinds == "");
    for (int value : loop.r) CHECK(value == 10);
    const WarpRun early = run_body("if (t >= 50) return; r = __syncthreads_count(1);", 70, schedule, 2);
    CHECK(early.kinds == "");
    CHECK(early.r[0] == 50);
  }
  CHECK(run_body("if (t < 5) r = __syncthreads_count(1);", 70).kinds.find("barrier.divergent") != std::string::npos);
}

TEST_CASE("what a warp function cannot take is said") {
  CHECK(Kernel("__global__ void k(int* p) { p[0] = __shfl_sync(~0u); }").errors == std::vector<std::string>{"WB3010"});
  CHECK(Kernel("__global__ void k(int* p) { p[0] = __shfl_sync(~0u, p, 0); }").errors == std::vector<std::string>{"WB3012"});
  CHECK(Kernel("__global__ void k(int* p) { __syncwarp(1, 2); }").errors == std::vector<std::string>{"WB3010"});
}

TEST_CASE("a warp function orders what the named lanes did before it with what they do after, and nobody else") {
  static constexpr struct {
    const char* name;
    const char* body;
    bool is_clean;
  } cases[] = {
      {"__syncwarp between", "s[t] = v; __syncwarp(); r = s[t ^ 1];", true},
      {"nothing between", "s[t] = v; r = s[t ^ 1];", false},
      {"a shuffle between", "s[t] = v; int x = __shfl_sync(~0u, v, 0); r = s[t ^ 1] + x;", true},
      {"a vote between", "s[t] = v; if (__any_sync(~0u, v > 0)) r = s[t ^ 1];", true},
      {"a part of the warp", "if (lane < 16) { s[t] = v; __syncwarp(0xffff); r = s[t ^ 1]; }", true},
      {"the other part is not named", "s[t] = v; if (lane < 16) { __syncwarp(0xffff); r = s[t ^ 16]; }", false},
      {"another warp", "s[t] = v; __syncwarp(); r = s[t ^ 32];", false},
      {"another warp, with a barrier", "s[t] = v; __syncthreads(); r = s[t ^ 32];", true},
      {"the read before the write", "s[t] = v; __syncwarp(); r = s[t ^ 1]; s[t] = 0;", false},
      {"the read before the write, apart", "s[t] = v; __syncwarp(); r = s[t ^ 1]; __syncwarp(); s[t] = 0;", true},
      {"one lane for all, and back", "s[t] = v; __syncwarp(); if (lane == 0) for (int i = 0; i < 32; ++i) s[t + i] += i; __syncwarp(); r = s[t];", true},
      {"what one lane has heard, another hears from it",
       "s[t] = v; if (lane < 2) __syncwarp(3); if (lane == 1 || lane == 2) __syncwarp(6); if (lane == 2) r = s[t - 2];", true},
      {"tree in a loop", "s[t] = v; __syncwarp(); for (int d = 16; d > 0; d /= 2) { if (lane < d) s[t] += s[t + d]; __syncwarp(); } r = s[t & 32];", true},
      {"tree without the guard", "s[t] = v; __syncwarp(); for (int d = 16; d > 0; d /= 2) { s[t] += s[(t + d) & 63]; __syncwarp(); } r = s[t & 32];", false},
      {"two writes in order", "if (lane == 0) s[t] = 1; __syncwarp(); if (lane == 1) s[t - 1] = 2; __syncwarp(); r = s[t & 32];", true},
      {"two writes at once", "if (lane == 0) s[t] = 1; if (lane == 1) s[t - 1] = 2; __syncwarp(); r = s[t & 32];", false},
  };
  for (const auto& c : cases)
    for (Schedule schedule : all_schedules) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(schedule));
      const WarpRun run = run_body(std::string("__shared__ int s[64]; ") + c.body, 64, schedule, 6);
      CAPTURE(run.kinds);
      CHECK((run.kinds.find("race") == std::string::npos) == c.is_clean);
    }
}
