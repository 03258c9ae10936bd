// Programs in which threads wait for each other come to their end under every schedule, as CUDA's rules of progress promise it; those that
// cannot end are stopped with a clear word.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

struct Plan {
  Schedule schedule;
  uint64_t seed;
};
constexpr Plan plans[] = {{Schedule::in_order, 0}, {Schedule::reverse, 0}, {Schedule::round_robin, 0}, {Schedule::random, 1},
                          {Schedule::random, 2},   {Schedule::adversarial, 1}, {Schedule::adversarial, 2}};

// p: 16 words of zeros, then one for each block and thread. p[1] is the result.
void check_result(const char* name, const std::string& body, uint32_t blocks, uint32_t threads, int32_t expected, const std::string& before = "") {
  for (const Plan& plan : plans) {
    CAPTURE(name);
    CAPTURE(schedule_name(plan.schedule));
    CAPTURE(plan.seed);
    Kernel k(before + "__global__ void k(int* p) { volatile int* q = p; int t = threadIdx.x, b = blockIdx.x; (void)q; (void)t; (void)b; " + body + " }");
    k.options.instruction_budget = 30'000'000;
    k.options.checks = false;
    k.shape({blocks, 1, 1}, {threads, 1, 1}).in<int32_t>(std::vector<int32_t>(16 + 2 * blocks + blocks * threads, 0)).run(plan.schedule, plan.seed);
    CHECK(k.result.status == SimulationStatus::finished);
    CHECK(k.get<int32_t>(0)[1] == expected);
  }
}

}  // namespace

TEST_CASE("locks are released and taken under every schedule") {
  check_result("across blocks", "if (t == 0) { while (atomicCAS(p, 0, 1) != 0) ; q[1] = q[1] + 1; __threadfence(); atomicExch(p, 0); }", 40, 32, 40);
  check_result("inside a warp, spinning on the spot", "while (atomicCAS(p, 0, 1) != 0) ; q[1] = q[1] + 1; __threadfence(); atomicExch(p, 0);", 2, 48, 96);
  check_result("inside a warp, with a flag of its own",
               "bool done = false; while (!done) { if (atomicCAS(p, 0, 1) == 0) { q[1] = q[1] + 1; __threadfence(); atomicExch(p, 0); done = true; } }", 2, 48, 96);
  check_result("taken by exchange", "while (atomicExch(p, 1)) ; q[1] = q[1] + 1; __threadfence(); atomicExch(p, 0);", 1, 40, 40);
  check_result("tickets", "int mine = atomicAdd(p, 1); while (q[2] != mine) ; q[1] = q[1] + 1; __threadfence(); q[2] = mine + 1;", 3, 40, 120);
  check_result("tickets with sleep", "int mine = atomicAdd(p, 1); while (atomicAdd(p + 2, 0) != mine) __nanosleep(20); q[1] = q[1] + 1; __threadfence(); atomicAdd(p + 2, 1);", 2, 33, 66);
}

TEST_CASE("flags between blocks and between lanes") {
  check_result("producer behind, consumer in front", "if (t == 0) { if (b == 0) { while (q[0] == 0) ; q[1] = q[2]; } else { q[2] = 77; __threadfence(); q[0] = 1; } }", 2, 32, 77);
  check_result("producer in front", "if (t == 0) { if (b == 1) { while (q[0] == 0) ; q[1] = q[2]; } else { q[2] = 77; __threadfence(); q[0] = 1; } }", 2, 32, 77);
  check_result("a chain of blocks", "if (t == 0) { while (q[0] != b) ; q[1] = q[1] + b; __threadfence(); q[0] = b + 1; }", 20, 32, 190);
  check_result("lanes of one warp", "if (t == 0) { while (q[0] == 0) ; q[1] = q[2]; } else if (t == 1) { q[2] = 5; __threadfence(); q[0] = 1; }", 1, 32, 5);
  check_result("lanes of one warp, the other way round", "if (t == 1) { while (q[0] == 0) ; q[1] = q[2]; } else if (t == 0) { q[2] = 5; __threadfence(); q[0] = 1; }", 1, 32, 5);
  check_result("ping-pong of two lanes with __syncwarp",
               "__shared__ int ball; if (t < 2) { if (t == 0) ball = 0; __syncwarp(3); for (int i = 0; i < 20; ++i) { if ((i & 1) == t) ball = ball + i; __syncwarp(3); } if (t == 0) q[1] = ball; }",
               1, 32, 190);
}

TEST_CASE("whole grids: the last block, a barrier of all resident blocks, a scan that looks back") {
  check_result("the last block adds up",
               "__shared__ bool last; if (t == 0) { q[16 + b] = b + 1; __threadfence(); last = atomicAdd(p, 1) == gridDim.x - 1; } __syncthreads(); "
               "if (last && t == 0) { int sum = 0; for (int i = 0; i < gridDim.x; ++i) sum += q[16 + i]; q[1] = sum; }",
               100, 64, 5050);
  check_result("a barrier over the grid",
               "for (int round = 1; round <= 3; ++round) { if (t == 0) { q[16 + b] = q[16 + b] + round; __threadfence(); atomicAdd(p, 1); while (q[0] < round * (int)gridDim.x) ; } __syncthreads(); "
               "if (b == 0 && t == 0 && round == 3) { int sum = 0; for (int i = 0; i < gridDim.x; ++i) sum += q[16 + i]; q[1] = sum; } }",
               8, 64, 48);
  // Each block takes its number when it starts, publishes its own sum, and looks back for the prefix of those before it.
  check_result("decoupled look-back",
               "__shared__ int mine; if (t == 0) mine = atomicAdd(p, 1); __syncthreads(); int i = mine; if (t == 0) { "
               "volatile int* state = q + 16; volatile int* value = q + 16 + gridDim.x; int sum = i + 1, before = 0; value[i] = sum; __threadfence(); state[i] = 1; "
               "for (int j = i - 1; j >= 0; --j) { int s; while ((s = state[j]) == 0) ; __threadfence(); if (s == 2) { before += value[gridDim.x + j]; break; } before += value[j]; } "
               "value[gridDim.x + i] = before + sum; __threadfence(); state[i] = 2; if (i == gridDim.x - 1) q[1] = before + sum; }",
               50, 32, 1275);
}

TEST_CASE("what can never end is stopped, and it is said who stands where") {
  // A barrier over more blocks than reside.
  Kernel grid("__global__ void k(int* p) { volatile int* q = p; if (threadIdx.x == 0) { atomicAdd(p, 1);\n while (q[0] < (int)gridDim.x) ;\n } }");
  grid.options.instruction_budget = 3'000'000;
  grid.shape({2000, 1, 1}, {32, 1, 1}).in<int32_t>({0}).run();
  CHECK(grid.result.status == SimulationStatus::budget_spent);
  CHECK(grid.kinds().find("budget") != std::string::npos);
  bool names_line = false;
  for (const Finding& f : grid.result.findings) names_line |= f.kind == FindingKind::budget && f.message.find("line 2") != std::string::npos;
  CHECK(names_line);
  // A flag that nobody sets.
  Kernel flag("__global__ void k(volatile int* p) { while (p[0] == 0) ; }");
  flag.options.instruction_budget = 1'000'000;
  flag.shape({1, 1, 1}, {32, 1, 1}).in<int32_t>({0}).run();
  CHECK(flag.result.status == SimulationStatus::deadlock);
  CHECK(flag.kinds() == "deadlock");
}
