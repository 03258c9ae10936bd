// Schedules that are told from outside: who is held waits for exactly what it was told to, and for no longer than that is possible.
#include <random>

#include "run_kernel.h"
#include "simulator/machine/machine.h"
#include "simulator/program/program.h"

using namespace wb;
using wb::test::Kernel;
using Phase = HoldState::Phase;

namespace {

// The pc of the program's n-th load, store or atomic of global or shared memory (from 0).
template <class F>
uint32_t pc_of(const Kernel& k, F&& is_it, int n = 0) {
  const Program& p = *k.compiled.program;
  for (uint32_t pc = 0; pc < p.code.size(); ++pc)
    if (is_it(p.code[pc].op) && n-- == 0) return pc;
  FAIL("no such instruction");
  return 0;
}
uint32_t load(const Kernel& k, int n = 0) { return pc_of(k, is_load, n); }
uint32_t store(const Kernel& k, int n = 0) { return pc_of(k, is_store, n); }

struct ToldRun {
  std::vector<int> values;  // of the first buffer
  std::vector<HoldState> holds;
  uint64_t ticks = 0;
  MachineStatus status{};
};
ToldRun run_told(const Kernel& k, const ToldSchedule& told) {
  MachineOptions options;
  options.told = told;
  Machine machine(k.compiled.program, k.launch, options, nullptr);
  ToldRun run;
  run.status = machine.run_until(10'000'000);
  run.ticks = machine.tick();
  run.holds = machine.state().holds;
  const std::vector<uint8_t> bytes = machine.take_bytes(0, UINT64_MAX);
  run.values.resize(bytes.size() / 4);
  std::memcpy(run.values.data(), bytes.data(), bytes.size());
  return run;
}

}  // namespace

TEST_CASE("blocks start in the order that was told, the others in theirs") {
  Kernel k("__global__ void k(int* order) { if (threadIdx.x == 0) { int n = atomicAdd(order + 6, 1); order[n] = blockIdx.x; } }");
  k.shape({6, 1, 1}, {32, 1, 1}).in(std::vector<int>(7));
  CHECK(run_told(k, {.first_blocks = {4, 1}}).values == std::vector<int>{4, 1, 0, 2, 3, 5, 6});
  CHECK(run_told(k, {.first_blocks = {0}}).values == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
  CHECK(run_told(k, {.first_blocks = {5, 0, 3}}).values == std::vector<int>{5, 0, 3, 1, 2, 4, 6});
}

TEST_CASE("... a block of a cluster with all of it") {
  Kernel k("__global__ void __cluster_dims__(2, 2, 1) k(int* order) { if (threadIdx.x == 0) { int n = atomicAdd(order + 16, 1); order[n] = blockIdx.y * gridDim.x + blockIdx.x; } }");
  k.shape({8, 2, 1}, {32, 1, 1}).in(std::vector<int>(17));
  CHECK(run_told(k, {.first_blocks = {13, 2}}).values == std::vector<int>{4, 5, 12, 13, 2, 3, 10, 11, 0, 1, 8, 9, 6, 7, 14, 15, 16});
}

TEST_CASE("a thread of one block waits in front of its store until one of another has stored") {
  Kernel k("__global__ void k(int* c) { *c = *c + 1; }");
  k.shape({3, 1, 1}, {1, 1, 1}).in(std::vector<int>(1, 7));
  CHECK(run_told(k, {}).values[0] == 10);
  const ToldRun run = run_told(k, {.holds = {{.before = {0, 0, store(k)}, .until = {2, 0, store(k)}}}});
  CHECK(run.values[0] == 9);  // block 2 came between the read and the write of block 0; block 1 after both
  CHECK(run.holds[0].phase == Phase::kept);
}

TEST_CASE("warps of one block, and two holds") {
  Kernel k("__global__ void k(int* c) { if (threadIdx.x % 32 == 0) *c = *c + 1; }");
  k.shape({1, 1, 1}, {96, 1, 1}).in(std::vector<int>(1));
  CHECK(run_told(k, {}).values[0] == 3);
  CHECK(run_told(k, {.holds = {{{0, 0, store(k)}, {0, 32, load(k)}}}}).values[0] == 2);  // warp 2 comes after both
  const ToldRun both = run_told(k, {.holds = {{{0, 0, store(k)}, {0, 64, store(k)}}, {{0, 64, store(k)}, {0, 32, store(k)}}}});
  CHECK(both.values[0] == 1);
  CHECK(both.holds[0].phase == Phase::kept);
  CHECK(both.holds[1].phase == Phase::kept);
}

TEST_CASE("a lane leaves its warp for a hold of its own") {
  Kernel k("__global__ void k(int* c) { *c = *c + 1; c[1 + threadIdx.x] = 5; }");
  k.shape({1, 1, 1}, {32, 1, 1}).in(std::vector<int>(33));
  CHECK(run_told(k, {}).values[0] == 1);  // in lockstep all read 0
  CHECK(run_told(k, {.holds = {{{0, 3, load(k)}, {0, 4, store(k)}, true}}}).values[0] == 2);
  const ToldRun two = run_told(k, {.holds = {{{0, 3, load(k)}, {0, 4, store(k)}, true}, {{0, 9, load(k)}, {0, 3, store(k)}, true}}});
  CHECK(two.values[0] == 3);
  for (int i = 1; i < 33; ++i) CHECK(two.values[static_cast<size_t>(i)] == 5);
}

TEST_CASE("of several lanes that store at once, the held one stores last") {
  Kernel k("__global__ void k(int* c) { *c = threadIdx.x; }");
  k.shape({1, 1, 1}, {32, 1, 1}).in(std::vector<int>(1));
  CHECK(run_told(k, {}).values[0] == 31);
  CHECK(run_told(k, {.holds = {{{0, 5, store(k)}, {0, 6, store(k)}, true}}}).values[0] == 5);
}

TEST_CASE("the pass of a loop counts") {
  Kernel k("__global__ void k(int* c, int n) { for (int i = 0; i < n; i++) *c = *c + 1; }");
  k.shape({2, 1, 1}, {1, 1, 1}).in(std::vector<int>(1)).value(int64_t{4});
  CHECK(run_told(k, {}).values[0] == 8);
  for (uint32_t pass = 1; pass <= 4; ++pass) {
    const ToldRun run = run_told(k, {.holds = {{{0, 0, store(k), pass}, {1, 0, store(k), 4}}}});
    CHECK(run.values[0] == 4);  // whatever block 1 did is overwritten by block 0, which goes on from its own count
  }
}

TEST_CASE("a hold that a barrier, a flag or the end of the other thread forbids is given up") {
  Kernel barrier("__global__ void k(int* c) { if (threadIdx.x == 0) c[0] = 1; __syncthreads(); if (threadIdx.x == 32) c[1] = c[0]; }");
  barrier.shape({1, 1, 1}, {64, 1, 1}).in(std::vector<int>(2));
  ToldRun run = run_told(barrier, {.holds = {{{0, 0, store(barrier)}, {0, 32, load(barrier)}}}});
  CHECK(run.holds[0].phase == Phase::given_up);
  CHECK(run.status == MachineStatus::finished);
  CHECK(run.values == std::vector<int>{1, 1});

  Kernel flag("__global__ void k(int* c) { if (blockIdx.x == 0) { c[0] = 1; atomicExch(c + 2, 1); } else { while (atomicAdd(c + 2, 0) == 0) { } c[1] = c[0]; } }");
  flag.shape({2, 1, 1}, {1, 1, 1}).in(std::vector<int>(3));
  run = run_told(flag, {.holds = {{{0, 0, store(flag)}, {1, 0, load(flag)}}}, .patience = 10'000});
  CHECK(run.holds[0].phase == Phase::given_up);
  CHECK(run.status == MachineStatus::finished);
  CHECK(run.values == std::vector<int>{1, 1, 1});
  CHECK(run.ticks < 40'000);

  Kernel never("__global__ void k(int* c) { c[blockIdx.x] = 1; }");
  never.shape({3, 1, 1}, {32, 1, 1}).in(std::vector<int>(3));
  run = run_told(never, {.holds = {{{0, 0, store(never)}, {2, 0, store(never), 2}}}});
  CHECK(run.holds[0].phase == Phase::given_up);
  CHECK(run.values == std::vector<int>{1, 1, 1});
}

TEST_CASE("who is to go last waits for everybody, not only for the one it waits for") {
  Kernel k("__global__ void k(int* c) { *c = threadIdx.x; }");
  k.shape({1, 1, 1}, {128, 1, 1}).in(std::vector<int>(1));
  ToldSchedule told;
  told.holds = {{.before = {0, 7, store(k)}, .until = {0, 9, store(k)}, .alone = true}};
  CHECK(run_told(k, told).values[0] == 127);
  told.holds[0].last = true;
  const ToldRun run = run_told(k, told);
  CHECK(run.values[0] == 7);
  CHECK(run.holds[0].phase == Phase::kept);
}

TEST_CASE("a late write is seen by nobody until it arrives, unless something makes it visible") {
  const auto outcome = [](const std::string& writer, const std::string& reader, uint32_t blocks, uint32_t reading_block, uint32_t reading_thread, int* seen) {
    Kernel k("__global__ void k(int* data, int* flag, int* out) {\n  int t = threadIdx.x, b = blockIdx.x;\n" + writer + reader + "}");
    k.shape({blocks, 1, 1}, {64, 1, 1}).in(std::vector<int>{1, 2, 3}).in(std::vector<int>(1)).in(std::vector<int>(2));
    const Program& p = *k.compiled.program;
    uint32_t loads_of_data = 0;  // the last load of the program
    for (uint32_t pc = 0; pc < p.code.size(); ++pc)
      if (is_load(p.code[pc].op)) loads_of_data = pc;
    ToldSchedule told;
    told.holds = {{.before = {0, 0, store(k)}, .until = {reading_block, reading_thread, loads_of_data}, .late = true}};
    told.patience = 50'000;
    MachineOptions options;
    options.told = told;
    Machine machine(k.compiled.program, k.launch, options, nullptr);
    CHECK(machine.run_until(10'000'000) == MachineStatus::finished);
    std::memcpy(seen, machine.read_global(2, 0, 4).data(), 4);
    int landed = 0;
    std::memcpy(&landed, machine.read_global(0, 4, 4).data(), 4);
    CHECK(landed == 42);  // in the end it is there
    return machine.state().holds[0].phase;
  };
  const std::string spin = "  if (b == 1 && t == 0) { while (atomicAdd(flag, 0) == 0) { } out[0] = data[1]; }\n";
  int seen = -1;
  CHECK(outcome("  if (b == 0 && t == 0) { data[1] = 42; atomicExch(flag, 1); }\n", spin, 2, 1, 0, &seen) == Phase::kept);
  CHECK(seen == 2);
  CHECK(outcome("  if (b == 0 && t == 0) { data[1] = 42; __threadfence_block(); atomicExch(flag, 1); }\n", spin, 2, 1, 0, &seen) == Phase::kept);
  CHECK(seen == 2);
  CHECK(outcome("  if (b == 0 && t == 0) { data[1] = 42; __threadfence(); atomicExch(flag, 1); }\n", spin, 2, 1, 0, &seen) == Phase::given_up);
  CHECK(seen == 42);
  // Behind a barrier another thread's fence tells of it, too.
  CHECK(outcome("  if (b == 0) { if (t == 0) data[1] = 42; __syncthreads(); if (t == 40) atomicExch(flag, 1); }\n", spin, 2, 1, 0, &seen) == Phase::kept);
  CHECK(seen == 2);
  CHECK(outcome("  if (b == 0) { if (t == 0) data[1] = 42; __syncthreads(); if (t == 40) { __threadfence(); atomicExch(flag, 1); } }\n", spin, 2, 1, 0, &seen) == Phase::given_up);
  CHECK(seen == 42);
  // In one block.
  CHECK(outcome("  if (t == 0) { data[1] = 42; }\n", "  if (t == 32) out[0] = data[1];\n", 1, 0, 32, &seen) == Phase::kept);
  CHECK(seen == 2);
  CHECK(outcome("  if (t == 0) { data[1] = 42; }\n  __syncthreads();\n", "  if (t == 32) out[0] = data[1];\n", 1, 0, 32, &seen) == Phase::given_up);
  CHECK(seen == 42);
  CHECK(outcome("  if (t == 0) { data[1] = 42; }\n", "  if (t == 0) out[0] = data[1];\n", 1, 0, 0, &seen) == Phase::given_up);
  CHECK(seen == 42);
  CHECK(outcome("  if (t < 2) { data[1] = 42; }\n", "  if (t == 32) out[0] = data[1];\n", 1, 0, 32, &seen) == Phase::given_up);  // two lanes store there at once
}

TEST_CASE("what passes first of itself needs no hold") {
  Kernel k("__global__ void k(int* c) { *c = *c + 1; }");
  k.shape({2, 1, 1}, {1, 1, 1}).in(std::vector<int>(1));
  const ToldRun run = run_told(k, {.holds = {{{1, 0, load(k)}, {0, 0, store(k)}}}});
  CHECK(run.holds[0].phase == Phase::needless);
  CHECK(run.values[0] == 2);
  CHECK(run.ticks == run_told(k, {}).ticks);
}

TEST_CASE("a held lane in a program of barriers, shuffles and loops: the result of a clean kernel stays") {
  Kernel k(
      "__global__ void k(int* out) {\n  __shared__ int s[64];\n  int t = threadIdx.x, sum = 0;\n"
      "  for (int i = 0; i < 3; i++) {\n    s[t] = t * i;\n    __syncthreads();\n    if (t % 3) sum += s[63 - t]; else sum -= s[t ^ 1];\n"
      "    sum += __shfl_xor_sync(0xffffffffu, sum, 5);\n    __syncthreads();\n  }\n  out[blockIdx.x * 64 + t] = sum;\n}");
  k.shape({2, 1, 1}, {64, 1, 1}).in(std::vector<int>(128));
  const ToldRun plain = run_told(k, {});
  std::mt19937 random(11);
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  std::vector<uint32_t> memory;
  for (uint32_t pc = 0; pc < k.compiled.program->code.size(); ++pc)
    if (is_memory(k.compiled.program->code[pc].op)) memory.push_back(pc);
  for (int i = 0; i < 300; ++i) {
    ToldSchedule told;
    for (uint32_t n = 1 + below(2); n > 0; --n) {
      const auto moment = [&] { return ToldSchedule::Moment{below(2), below(64), memory[below(static_cast<uint32_t>(memory.size()))], 1 + below(3)}; };
      ToldSchedule::Hold hold{moment(), moment(), below(2) == 0};
      if (hold.before.block == hold.until.block && hold.before.thread == hold.until.thread) continue;
      told.holds.push_back(hold);
    }
    const ToldRun run = run_told(k, told);
    CHECK(run.status == MachineStatus::finished);
    CHECK(run.values == plain.values);
  }
}

TEST_CASE("a told run is the same from any saved state on, and as a recording") {
  Kernel k("__global__ void k(int* c) { for (int i = 0; i < 3; i++) { *c = *c + 1; c[1 + threadIdx.x] += *c; } }");
  k.shape({2, 1, 1}, {40, 1, 1}).in(std::vector<int>(41));
  ToldSchedule told{.first_blocks = {1}, .holds = {{{1, 3, store(k), 2}, {1, 35, store(k), 3}}, {{1, 35, load(k), 2}, {0, 5, store(k), 1}}}};
  MachineOptions options;
  options.told = told;
  Machine machine(k.compiled.program, k.launch, options, nullptr);
  std::vector<MachineState> saved;
  std::vector<std::vector<uint8_t>> bytes;
  while (machine.run_until(machine.tick() + 1) == MachineStatus::paused) {
    saved.push_back(machine.save());
    bytes.push_back(machine.read_memory(0, 0).bytes);
  }
  const uint64_t end = machine.tick();
  Machine again(k.compiled.program, k.launch, options, nullptr);
  for (size_t i = 0; i < saved.size(); i += 7) {
    const size_t to = std::min(saved.size() - 1, i + 13);
    again.load(saved[i]);
    again.run_until(saved[to].tick);
    CHECK(again.read_memory(0, 0).bytes == bytes[to]);
  }
  RunOptions run;
  run.told = told;
  run.record = true;
  const SimulationResult result = simulate(k.compiled.program, k.launch, run);
  REQUIRE(result.recording);
  CHECK(result.recording->end() == end);
  for (size_t i = 0; i < saved.size(); i += 11) CHECK(result.recording->memory(saved[i].tick, 0, 0).bytes == bytes[i]);
  CHECK(result.buffers[0].bytes == machine.take_bytes(0, UINT64_MAX));
}

TEST_CASE("a store that is late to the end of the run has arrived then, recorded or not") {
  Kernel k("__global__ void k(int* data) { if (blockIdx.x == 0) data[0] = 5; else data[1] = data[0]; }");
  k.shape({2, 1, 1}, {1, 1, 1}).in(std::vector<int>(2, 1));
  RunOptions run;
  run.told.holds = {{.before = {0, 0, store(k)}, .until = {1, 0, store(k), 9}, .late = true}};
  for (const bool is_recorded : {false, true}) {
    run.record = is_recorded;
    const SimulationResult result = simulate(k.compiled.program, k.launch, run);
    const std::vector<uint8_t>& bytes = result.buffers[0].bytes;
    CHECK(std::pair<int, int>(bytes[0], bytes[4]) == std::pair(5, 1));
    if (is_recorded) CHECK(result.recording->memory(result.recording->end(), 0, 0).bytes == bytes);
  }
}
