// Barriers with a number and a count of threads: who waits, who goes on, and what is in order then.
#include <doctest.h>

#include <set>

#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

struct Plan {
  Schedule schedule;
  uint64_t seed;
};
constexpr Plan plans[] = {{Schedule::in_order, 0}, {Schedule::reverse, 0}, {Schedule::round_robin, 0}, {Schedule::random, 1}, {Schedule::random, 2}, {Schedule::adversarial, 3}};

const std::string head = "__device__ void wait_at(unsigned n, unsigned c) { asm volatile(\"bar.sync %0, %1;\" :: \"r\"(n), \"r\"(c) : \"memory\"); }\n"
                         "__device__ void arrive_at(unsigned n, unsigned c) { asm volatile(\"bar.arrive %0, %1;\" :: \"r\"(n), \"r\"(c) : \"memory\"); }\n"
                         "__global__ void k(int* out) { int t = threadIdx.x, w = t / 32, n = blockDim.x; (void)w; (void)n; ";

struct Case {
  std::string name;
  uint32_t blocks, threads;
  std::string body;
};

SimulationResult run(const Case& c, const Plan& plan) {
  Kernel k(head + c.body + " }");
  k.shape({c.blocks, 1, 1}, {c.threads, 1, 1}).in<int32_t>(std::vector<int32_t>(1024, 0)).run(plan.schedule, plan.seed);
  return k.result;
}

std::string kinds_of(const SimulationResult& result) {
  std::string kinds;
  for (const Finding& f : result.findings) kinds += std::string(kinds.empty() ? "" : " ") + finding_name(f.kind);
  return kinds;
}

const Case clean[] = {
    {"two stages, four rounds", 3, 128,
     "__shared__ int s[2][32]; if (w == 0) { for (int i = 0; i < 8; i++) { wait_at(3 + i % 2, n); s[i % 2][t] = i * t; arrive_at(1 + i % 2, n); } }\n"
     "else { arrive_at(3, n); arrive_at(4, n); int sum = 0; for (int i = 0; i < 8; i++) { wait_at(1 + i % 2, n); sum += s[i % 2][31 - t % 32]; if (i < 6) arrive_at(3 + i % 2, n); } out[blockIdx.x * 128 + t] = sum; }"},
    {"many producers, one consumer", 1, 160, "__shared__ int s[128]; if (w < 4) { s[t] = t; arrive_at(7, n); } else { wait_at(7, n); int sum = 0; for (int i = t % 32; i < 128; i += 32) sum += s[i]; out[t] = sum; }"},
    {"two groups that never meet", 1, 256, "__shared__ int s[256]; int g = t / 128; for (int i = 0; i < 3; i++) { s[t] = t + i; wait_at(1 + g, 128); out[t] = s[g * 128 + 127 - t % 128]; wait_at(1 + g, 128); }"},
    {"a warp that is not whole", 1, 80, "__shared__ int s[80]; s[t] = t; wait_at(2, 96); out[t] = s[79 - t];"},
    {"lanes that have left do not count", 1, 64, "__shared__ int s[64]; s[t] = t; if (t % 32 >= 20) return; wait_at(2, 64); out[t] = s[t < 32 ? 32 : 0];"},
    {"without a count: who has left is not waited for", 1, 96, "__shared__ int s[96]; s[t] = t; if (w == 1) return; asm volatile(\"bar.sync 5;\" ::: \"memory\"); out[t] = s[t < 32 ? t + 64 : t - 64];"},
    {"warps that leave while others wait", 1, 128, "__shared__ int s[128]; s[t] = t; if (w == 3) { for (int i = 0; i < 50; i++) atomicAdd(out + 500, 1); return; } asm volatile(\"bar.sync 5;\" ::: \"memory\"); out[t] = s[(t + 32) % 96];"},
    {"number 0 for all is __syncthreads", 1, 96, "__shared__ int s[96]; s[t] = t; if (w == 0) __syncthreads(); else wait_at(0, 96); out[t] = s[95 - t];"},
    {"from different places", 1, 64, "__shared__ int s[64]; s[t] = t; if (w) wait_at(1, 64); else wait_at(1, 64); out[t] = s[63 - t];"},
    {"lanes of a warp from different places", 1, 64, "__shared__ int s[64]; s[t] = t; if (t % 2) asm volatile(\"barrier.sync 1, 64;\"); else asm volatile(\"barrier.sync 1, 64;\"); out[t] = s[63 - t];"},
    {"in a chain", 1, 128, "__shared__ int s[128]; if (w) wait_at(w, 64); s[t] = (w ? s[t - 32] : 0) + 1; if (w < 3) arrive_at(w + 1, 64); out[t] = s[t];"},
    {"what was learnt goes on", 1, 96, "__shared__ int v; if (t == 0) v = 4; if (w == 0) arrive_at(1, 64); if (w == 1) { wait_at(1, 64); arrive_at(2, 64); } if (w == 2) { wait_at(2, 64); out[t] = v; }"},
    {"an arrival before the block's barrier", 1, 64, "__shared__ int v; if (t == 0) v = 1; if (w == 0) arrive_at(1, 64); __syncthreads(); if (w == 1) wait_at(1, 64); out[t] = v;"},
    {"a fence before it, and one thread's atomic behind it, tell another block", 2, 64,
     "if (blockIdx.x == 0) { if (w == 0) { out[t] = 1; __threadfence(); arrive_at(1, 64); } else { wait_at(1, 64); if (t == 32) atomicExch(out + 99, 1); } }\n"
     "else if (t == 0) { while (atomicAdd(out + 99, 0) == 0) ; __threadfence(); out[200] = out[5]; }"},
    {"a lone warp", 1, 32, "__shared__ int s[32]; s[t] = t; wait_at(9, 32); out[t] = s[31 - t];"},
    {"an arrival that nobody waits for", 1, 64, "if (w == 0) arrive_at(3, 64); out[t] = 1;"},
};

struct Bad {
  Case c;
  std::string kinds;  // under every plan
};
const Bad bad[] = {
    {{"the waiter's own later writes", 1, 64, "__shared__ int v; if (t == 32) v = 1; if (w == 0) { arrive_at(1, 64); out[t] = v; } else wait_at(1, 64);"}, "race.raw"},
    {{"a write behind the arrival", 1, 64, "__shared__ int v; if (w == 0) { arrive_at(1, 64); if (t == 0) v = 1; } else { wait_at(1, 64); if (t == 32) v = 2; }"}, "race.waw"},
    {{"a warp that does not take part", 1, 96, "__shared__ int v; if (t == 0) v = 1; if (w < 2) wait_at(1, 64); if (t == 70) out[t] = v; if (t == 40) out[t] = v;"}, "race.raw"},
    {{"other numbers", 1, 64, "__shared__ int v; if (t == 0) v = 1; wait_at(1 + w, 32); if (t == 40) out[t] = v;"}, "race.raw"},
    {{"nobody comes", 1, 64, "if (w == 0) wait_at(1, 64); out[t] = 1;"}, "deadlock"},
    {{"lanes of a warp at different barriers", 1, 32, "if (t < 16) wait_at(1, 32); else wait_at(2, 32); out[t] = 1;"}, "deadlock"},
    {{"half of a warp arrives", 1, 64, "if (t < 16) arrive_at(1, 64); else if (t < 32) wait_at(2, 32); else wait_at(1, 64);"}, "deadlock"},
};

}  // namespace

TEST_CASE("programs that keep their barriers are clean, and end, under every schedule") {
  for (const Case& c : clean)
    for (const Plan& plan : plans) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(plan.schedule));
      const SimulationResult result = run(c, plan);
      CHECK(result.status == SimulationStatus::finished);
      CHECK(kinds_of(result) == "");
    }
}

TEST_CASE("a run that keeps its barriers is found clean at once: nothing is left for a closer look") {
  const std::set<std::string> by_lanes = {"lanes that have left do not count", "without a count: who has left is not waited for", "a fence before it, and one thread's atomic behind it, tell another block"};
  for (const Case& c : clean)
    for (const Plan& plan : plans) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(plan.schedule));
      Kernel k(head + c.body + " }");
      k.shape({c.blocks, 1, 1}, {c.threads, 1, 1}).in<int32_t>(std::vector<int32_t>(1024, 0));
      Checks checks;
      Machine machine(k.compiled.program, k.launch, {plan.schedule, plan.seed, {}}, &checks);
      machine.run_until(end_of_time);
      if (!by_lanes.contains(c.name)) CHECK(checks.racing_pairs().empty());
    }
}

TEST_CASE("what such barriers do not order races, and who is not met waits for ever") {
  for (const Bad& row : bad)
    for (const Plan& plan : plans) {
      CAPTURE(row.c.name);
      CAPTURE(schedule_name(plan.schedule));
      CHECK(kinds_of(run(row.c, plan)) == row.kinds);
    }
}

TEST_CASE("the hint names the barrier that is used wrongly, whoever came first") {
  struct Row {
    uint32_t threads;
    std::string body, words;  // words: of the hint
  };
  const Row rows[] = {
      {64, bad[0].c.body, "only arrives at barrier 1"},
      {64, bad[1].c.body, "come to barrier 1 behind"},
      {64, bad[3].c.body, "so they do not meet"},
      {64, "__shared__ int v; if (t == 0) v = 1; if (w == 0) arrive_at(6, 64); if (t == 40) out[t] = v; if (w == 1) wait_at(6, 64);", "wait at barrier 6 before"},
      {96, "__shared__ int v; if (w == 2) return; for (int i = 0; i < 3; i++) { if (t == 0) v = i; wait_at(4, 64); if (t == 40) out[t] += v; }", "barrier 4 once more"},
      {96, bad[2].c.body, "__syncthreads()"},
  };
  for (const Row& row : rows)
    for (const Plan& plan : plans) {
      CAPTURE(row.words);
      CAPTURE(schedule_name(plan.schedule));
      const SimulationResult result = run({"", 1, row.threads, row.body}, plan);
      REQUIRE(result.findings.size() == 1);
      CHECK(result.findings[0].hint.find(row.words) != std::string::npos);
    }
}

TEST_CASE("each barrier that is complete is counted") {
  const SimulationResult result = run({"", 2, 128, "for (int i = 0; i < 5; i++) wait_at(1 + w / 2, 64); wait_at(3, 128);"}, plans[0]);
  CHECK(result.counters.barriers == 2 * (2 * 5 + 1));
}

TEST_CASE("the values that waiting warps read are those of the producer's round") {
  for (const Plan& plan : plans) {
    Kernel k(head + clean[0].body + " }");
    k.shape({3, 1, 1}, {128, 1, 1}).in<int32_t>(std::vector<int32_t>(1024, 0)).run(plan.schedule, plan.seed);
    const auto out = k.get<int32_t>(0);
    for (int b = 0; b < 3; ++b)
      for (int t = 32; t < 128; ++t) CHECK(out[static_cast<size_t>(b * 128 + t)] == 28 * (31 - t % 32));
  }
}

TEST_CASE("a run with such barriers that is stopped and taken up again is the same run") {
  for (const Plan& plan : plans) {
    CAPTURE(schedule_name(plan.schedule));
    Kernel k(head + clean[0].body + " }");
    k.shape({3, 1, 1}, {128, 1, 1}).in<int32_t>(std::vector<int32_t>(1024, 0));
    const MachineOptions options{plan.schedule, plan.seed, {}};
    Machine whole(k.compiled.program, k.launch, options, nullptr), stepped(k.compiled.program, k.launch, options, nullptr);
    whole.run_until(end_of_time);
    const auto out = [](Machine& machine) { return machine.read_memory(0, 0).bytes; };
    std::vector<MachineState> saved;
    while (!stepped.is_finished() && stepped.next()) {
      if (stepped.tick() % 61 == 0) saved.push_back(stepped.save());
      stepped.run_until(stepped.tick() + 1);
    }
    CHECK(saved.size() > 10);
    for (const MachineState& state : saved) {
      stepped.load(state);
      stepped.run_until(end_of_time);
      CHECK(stepped.tick() == whole.tick());
      CHECK(out(stepped) == out(whole));
    }
  }
}
