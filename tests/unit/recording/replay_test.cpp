// Any moment by replay equals the same moment of a fresh run; steps and queries agree with what a walk through all ticks finds.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <random>
#include <tuple>
#include <utility>

#include "../analysis/kernel_run.h"
#include "simulator/analysis/checks.h"
#include "simulator/machine/saved_block.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/run_journal.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

const char* reduction = R"(__global__ void sum(const float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  int i = blockIdx.x * 64 + t;
  float v = 0;
  if (i < n)
    v = in[i];
  s[t] = v;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
})";

// In each round all blocks wait for each other, with variables that nobody reads again.
const char* rounds_kernel = R"(#include <cooperative_groups.h>
__global__ void k(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = in[i] * 3;
  out[i] = first;
  for (int round = 0; round < 6; round++) {
    float left = in[(i + round * 7) & 255];
    out[i] += left;
    cooperative_groups::this_grid().sync();
  }
})";

// Random statements over a few variables, a shared array and a buffer; and rounds that end with a barrier of the block or the grid, with
// variables that nobody reads again while they are still in scope.
std::string generated_kernel(std::mt19937& random) {
  auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  auto value = [&]() -> std::string {
    const char* choices[] = {"a", "b", "c", "t", "(int)blockIdx.x", "7", "s[(a & 63)]", "buf[(t + 3) & 127]"};
    return choices[pick(8)];
  };
  const std::string barriers[] = {"__syncthreads();", "cooperative_groups::this_grid().sync();"};
  const std::string grid_barrier = barriers[pick(2)];
  const bool has_calls = pick(2), has_numbers = pick(3) == 0;
  std::string text = "#include <cooperative_groups.h>\n";
  if (has_calls)
    text += "__device__ int deep(const int* above, int n) {\n  int own[2] = {n, above ? above[0] : 1};\n  if (n == 0)\n    return own[1];\n"
            "  return deep(own, n - 1) + own[1] * 3;\n}\n";
  if (has_numbers)
    text += "__device__ void wait_at(int n) { asm volatile(\"bar.sync %0, 64;\" ::\"r\"(n) : \"memory\"); }\n"
            "__device__ void arrive_at(int n) { asm volatile(\"bar.arrive %0, 64;\" ::\"r\"(n) : \"memory\"); }\n";
  text += "__global__ void g(int* buf, int n) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  int a = t, b = n, c = 1;\n  s[t] = t;\n  __syncthreads();\n";
  for (int i = 0; i < 12; ++i) {
    if (has_numbers && pick(3) == 0)
      text += pick(2) ? "  wait_at(3);\n" : "  if (t < 32) {\n    s[t] = " + value() + ";\n    arrive_at(1);\n    wait_at(2);\n  } else {\n    wait_at(1);\n    a += s[t - 32];\n    arrive_at(2);\n  }\n";
    switch (pick(has_calls ? 11 : 10)) {
      case 0: text += "  a = " + value() + " + " + value() + ";\n"; break;
      case 1: text += "  b = " + value() + " * 3 - " + value() + ";\n"; break;
      case 2: text += "  if ((" + value() + " & 1) == 0)\n    c = c + " + value() + ";\n  else\n    a = " + value() + ";\n"; break;
      case 3: text += "  for (int i = 0; i < (t & 3); i++)\n    b += " + value() + ";\n"; break;
      case 4: text += "  s[t] = " + value() + ";\n"; break;
      case 5: text += "  __syncthreads();\n"; break;
      case 6: text += "  atomicAdd(&buf[" + value() + " & 127], 1);\n"; break;
      case 7: {
        const std::string n = std::to_string(i);
        text += "  for (int r" + n + " = 0; r" + n + " < 3; r" + n + "++) {\n    float x" + n + " = (float)(" + value() + " * t * 747796405), y" + n + " = x" + n + " * x" + n + ";\n" +
                "    long long w" + n + " = (long long)(a + t * t) * 2891336453ll;\n    if (" + value() + " & 2)\n      x" + n + " += 3;\n    c += (int)y" + n + " ^ (int)(w" + n + " >> 7);\n    " +
                grid_barrier + "\n  }\n";
        break;
      }
      case 8: text += "  float kept" + std::to_string(i) + " = (float)(a * t * 12345);\n  b += (int)kept" + std::to_string(i) + ";\n"; break;
      case 9: text += "  a += __syncthreads_count(" + value() + " & 1);\n"; break;
      case 10: text += "  c += deep(0, " + value() + " & 3);\n"; break;
    }
  }
  return text + "  buf[blockIdx.x * 64 + t] = a + b + c + s[t];\n}\n";
}

bool same(const VariableView& a, const VariableView& b) { return a.name == b.name && a.type == b.type && a.value == b.value && a.is_poisoned == b.is_poisoned; }
bool same(const LaneView& a, const LaneView& b) { return a.state == b.state && a.span == b.span; }

// By slot: 1 where instructions take it for 32 bits, 2 for the first of 64, 3 for either. (Of 64 bits, lane i stands at byte 8 * i.)
std::vector<int> widths(const Program& program) {
  std::vector<int> all(program.slot_count + 1);
  for (const Ins& ins : program.code)
    for (const char c : std::string_view(operand_letters(ins.op, ins.imm))) {
      const auto note = [&](uint32_t slot, bool is_wide) {
        all[slot] |= is_wide ? 2 : 1;
        if (is_wide) all[slot + 1] |= 4;
      };
      if (c == 'd' || c == 'D') note(ins.d, c == 'D');
      if (c == 'a' || c == 'A') note(ins.a, c == 'A');
      if (c == 'b' || c == 'B') note(ins.b, c == 'B');
      if (c == 'c' || c == 'C') note(ins.c, c == 'C');
      if (c != 'm') continue;
      note(ins.a, true);
      const auto kind = static_cast<IndexKind>(ins.kind & Ins::index_mask);
      if (kind != IndexKind::none) note(ins.b, kind == IndexKind::i64);
    }
  return all;
}

// What the lanes that have not left may still read: by block and thread. Registers that are used in both widths are left out.
std::vector<std::vector<uint64_t>> live_registers(Machine& machine, const Liveness& liveness, uint32_t blocks, uint32_t threads) {
  std::vector<std::vector<uint64_t>> all;
  const std::vector<int> width = widths(machine.program());
  for (uint32_t block = 0; block < blocks; ++block)
    for (uint32_t thread = 0; thread < threads; ++thread) {
      std::vector<uint64_t>& own = all.emplace_back();
      const std::optional<Pc> pc = machine.lane_pc(block, thread);
      if (!pc) continue;
      own.push_back(*pc);
      for (uint32_t slot = 0; slot < machine.program().slot_count; ++slot)
        if ((width[slot] == 1 || width[slot] == 2) && !machine.program().has_calls && (slot < liveness.preset_slots() || liveness.is_live(*pc, slot)))
          own.push_back(machine.read_slot(block, thread, slot, width[slot] == 2));
    }
  return all;
}

// Snapshots every `distance` ticks, all of one kind, and where the run ends.
std::pair<std::vector<Snapshot>, Tick> snapshots_of(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options, uint64_t distance, Machine::Keep keep) {
  Machine machine(program, launch, options, nullptr);
  std::vector<Snapshot> all;
  do all.push_back({machine.tick(), std::make_shared<MachineState>(machine.save(keep))});
  while (machine.run_until(machine.tick() + distance) == MachineStatus::paused);
  return {std::move(all), machine.tick()};
}

// The same with a journal.
RecordedRun journal_of(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options, uint64_t distance, Machine::Keep keep) {
  RecordedRun run{program, launch, options, {}, 0, {}};
  Checks passing;
  Machine machine(program, launch, options, &passing);
  RunIndexer indexer(machine, 1 << 20, 64);
  JournalWriter writer(machine, 1 << 20, 64, 4096, 3);
  passing.watch(&indexer);
  indexer.also_write(&writer);
  do run.snapshots.push_back({machine.tick(), std::make_shared<MachineState>(machine.save(keep))});
  while (indexer.run(machine, machine.tick() + distance) == MachineStatus::paused);
  run.end = machine.tick();
  run.index = std::make_shared<const RunIndex>(indexer.finish(run.end));
  REQUIRE(writer.is_kept());
  run.journal = std::make_shared<const RunJournal>(writer.finish(run.end));
  return run;
}

KernelRun sum_run() {
  KernelRun run(reduction, {4, 1, 1}, {64, 1, 1});
  run.floats("in", 250).output("out", 4).number(250);
  run.options.record = true;
  return run;
}

}  // namespace

// Counters anywhere in a buffer that all blocks come to in each round: some by atomics whose result nobody wants, some by tickets, some plainly, some of them read again, or looked up by
// atomics that leave them as they are.
const char* scattered_kernel = R"(#include <cooperative_groups.h>
__global__ void k(int* bins, unsigned char* small, long long* wide, int rounds) {
  unsigned int at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  int seen = 0;
  for (int round = 0; round < rounds; round++) {
    at = at * 1664525u + 1013904223u;
    atomicAdd(&bins[at >> 20], 1 - (int)(at & 1) * 2);
    if (at & 2)
      seen += atomicExch(&bins[(at >> 8) & 4095], seen);
    seen += bins[(at >> 4) & 4095];
    if (at & 4)
      seen += atomicAdd(&bins[(at >> 6) & 4095], at & 8 ? 0 : 1);
    small[(at >> 12) & 1023] = seen;
    atomicAdd((unsigned long long*)&wide[(at >> 16) & 255], (unsigned long long)at << 20);
    cooperative_groups::this_grid().sync();
  }
})";

TEST_CASE("scattered atomics of many blocks: moments and questions by a journal are those by replay") {
  constexpr uint32_t blocks = 24, threads = 64;
  for (const Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    KernelRun run(scattered_kernel, {blocks, 1, 1}, {threads, 1, 1});
    run.ints("bins", 4096, 5).output("small", 1024, ScalarKind::uchar).buffer("wide", ScalarKind::longlong, std::vector<int64_t>(256)).number(5);
    CompileResult compiled = compile("k.cu", run.source, "");
    REQUIRE(compiled.ok());
    const MachineOptions options{schedule, 4, {}};
    const RecordedRun recorded = journal_of(compiled.program, run.launch, options, 3000, Machine::Keep::live);
    REQUIRE(recorded.journal);
    RecordedRun without = recorded;
    without.journal = nullptr;
    const Replay alone(recorded), together(without);
    std::mt19937 random(11);
    const auto same_access = [](const AccessRecord& a, const AccessRecord& b) {
      return a.tick == b.tick && a.thread == b.thread && a.kind == b.kind && a.offset == b.offset && a.value == b.value && a.old_value == b.old_value;
    };
    const auto same_accesses = [&](const std::vector<AccessRecord>& a, const std::vector<AccessRecord>& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_access); };
    const auto same_answer = [&](const auto& a, const auto& b) { return a.has_value() == b.has_value() && (!a || same_access(*a, *b)); };
    for (int question = 0; question < 14; ++question) {
      const Tick tick = random() % (alone.end() + 1);
      CAPTURE(tick);
      const ThreadRef thread{static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)};
      const ElementRef element{question % 4 == 3 ? 2u : 0u, random() % (question % 4 == 3 ? 256 : 4096), 0};
      const MemoryPlace place = alone.place_of(element);
      for (uint32_t allocation = 0; allocation < 3; ++allocation) CHECK(alone.memory(tick, allocation, 0).bytes == together.memory(tick, allocation, 0).bytes);
      const auto now = alone.variables(tick, thread), expected = together.variables(tick, thread);
      CHECK(std::equal(now.begin(), now.end(), expected.begin(), expected.end(), [](const VariableView& a, const VariableView& b) { return same(a, b); }));
      CHECK(same_accesses(alone.history(element, tick, 64), together.history(element, tick, 64)));
      CHECK(same_accesses(alone.accesses_of(thread, tick / 2, 40), together.accesses_of(thread, tick / 2, 40)));
      CHECK(same_answer(alone.who_wrote(place, tick), together.who_wrote(place, tick)));
      for (const Direction direction : {Direction::forwards, Direction::backwards}) {
        CHECK(same_answer(alone.value_change(place, tick, direction), together.value_change(place, tick, direction)));
        CHECK(alone.variable_change(thread, "seen", tick, direction) == together.variable_change(thread, "seen", tick, direction));
        CHECK(alone.step(tick, StepKind::access, direction, {}) == together.step(tick, StepKind::access, direction, {}));
      }
    }
  }
}

TEST_CASE("at any tick, replay shows what a fresh run shows, of all blocks and of some alone") {
  std::mt19937 random(7);
  for (int example = 0; example < 60; ++example) {
    Schedule schedule = schedules[example % 5];
    const bool has_journal = example % 2;
    const uint32_t blocks = 2 + random() % 4;
    KernelRun run(generated_kernel(random), {blocks, 1, 1}, {64, 1, 1});
    run.ints("buf", 64 * blocks, 5).number(11);
    run.options.schedule = schedule;
    run.options.seed = static_cast<uint64_t>(example);
    CAPTURE(run.source);
    CAPTURE(std::string(schedule_name(schedule)));
    CAPTURE(has_journal);
    CompileResult compiled = compile("k.cu", run.source, "");
    REQUIRE(compiled.ok());
    // Snapshots close together, so that most moments are reached from one.
    const MachineOptions options{schedule, run.options.seed, {}};
    const uint64_t distance = 20 + random() % 300;
    const Machine::Keep keep = example % 3 ? Machine::Keep::live : Machine::Keep::shown;
    const auto [snapshots, end] = snapshots_of(compiled.program, run.launch, options, distance, keep);
    const Replay replay(has_journal ? journal_of(compiled.program, run.launch, options, distance, keep) : RecordedRun{compiled.program, run.launch, options, snapshots, end, {}});
    CHECK(replay.end() == end);

    for (int moment = 0; moment < 12; ++moment) {
      Tick tick = moment == 0 ? end : random() % (end + 1);
      CAPTURE(tick);
      // A recording without snapshots runs from the start each time.
      Replay fresh(RecordedRun{compiled.program, run.launch, options, {}, end, {}});
      ThreadRef thread{static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % 64)};
      CHECK(replay.memory(tick, 0, 0).bytes == fresh.memory(tick, 0, 0).bytes);
      CHECK(replay.memory(tick, 1, thread.block).bytes == fresh.memory(tick, 1, thread.block).bytes);
      CHECK(replay.memory(tick, 1, thread.block).defined == fresh.memory(tick, 1, thread.block).defined);
      auto a = replay.lanes(tick, thread.block), b = fresh.lanes(tick, thread.block);
      CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) { return same(x, y); }));
      CHECK(replay.blocks(tick) == fresh.blocks(tick));
      auto v = replay.variables(tick, thread), w = fresh.variables(tick, thread);
      CHECK(std::equal(v.begin(), v.end(), w.begin(), w.end(), [](auto& x, auto& y) { return same(x, y); }));
      for (const VariableView& variable : w) CHECK(replay.values(tick, thread, variable.name) == fresh.values(tick, thread, variable.name));
      auto i = replay.instruction(tick), j = fresh.instruction(tick);
      REQUIRE(i.has_value() == j.has_value());
      if (i) {
        CHECK(i->text == j->text);
        CHECK(i->active == j->active);
      }
    }
  }
}

TEST_CASE("some blocks alone pass barriers with a number as they did among the others, and the journal knows who waits there") {
  // Two groups of warps wait at barriers of their own, at the same time; one warp only arrives, one leaves while others wait for all.
  const char* text = R"(
__device__ void wait_at(int n, int c) { asm volatile("bar.sync %0, %1;" ::"r"(n), "r"(c) : "memory"); }
__device__ void arrive_at(int n, int c) { asm volatile("bar.arrive %0, %1;" ::"r"(n), "r"(c) : "memory"); }
__global__ void k(int* out) {
  __shared__ int s[160];
  int t = threadIdx.x, w = t / 32, votes = 0;
  for (int round = 0; round < 3; round++) {
    s[t] = t * round;
    if (w == 4) {
      arrive_at(3, 64);
      wait_at(4, 64);
    } else {
      wait_at(1 + w / 2, 64);
      if (w == 0) wait_at(3, 64);
      if (w == 1) arrive_at(4, 64);
    }
    out[blockIdx.x * 160 + t] += s[w == 0 ? 128 + t : t ^ 1];
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 50; bar.red.popc.u32 %0, 7, 160, p; }" : "=r"(votes) : "r"(t) : "memory");
  }
  if (w == 3) return;
  asm volatile("bar.sync 5;" ::: "memory");
  out[blockIdx.x * 160 + t] += votes;
})";
  KernelRun run(text, {4, 1, 1}, {160, 1, 1});
  run.ints("out", 640, 5);
  CompileResult compiled = compile("k.cu", run.source, "");
  REQUIRE(compiled.ok());
  for (const Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    const MachineOptions options{schedule, 4, {}};
    const auto [snapshots, end] = snapshots_of(compiled.program, run.launch, options, 37, Machine::Keep::live);
    const Replay plain(RecordedRun{compiled.program, run.launch, options, snapshots, end, {}});
    const Replay alone(journal_of(compiled.program, run.launch, options, 900, Machine::Keep::live));
    for (Tick tick = 0; tick <= end; tick += 1 + tick % 5) {
      CAPTURE(tick);
      CHECK(alone.blocks(tick) == plain.blocks(tick));
      const ThreadRef thread{static_cast<uint32_t>(tick % 4), static_cast<uint32_t>(tick % 160)};
      const auto a = alone.lanes(tick, thread.block), b = plain.lanes(tick, thread.block);
      CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) { return same(x, y); }));
      CHECK(alone.memory(tick, 1, thread.block).bytes == plain.memory(tick, 1, thread.block).bytes);
      const auto v = alone.variables(tick, thread), w = plain.variables(tick, thread);
      CHECK(std::equal(v.begin(), v.end(), w.begin(), w.end(), [](auto& x, auto& y) { return same(x, y); }));
    }
    CHECK(alone.memory(end, 0, 0).bytes == plain.memory(end, 0, 0).bytes);
    for (const Direction way : {Direction::forwards, Direction::backwards}) {
      std::optional<Tick> a = way == Direction::forwards ? 0 : end, b = a;
      int steps = 0;
      for (; a && b && *a == *b; ++steps) a = alone.step(*a, StepKind::barrier, way, {}), b = plain.step(*b, StepKind::barrier, way, {});
      CHECK(a == b);
      CHECK(steps > 4 * (3 * 5 + 1));
    }
  }
}

TEST_CASE("from any snapshot on the run goes on with the same registers, in all lanes that may still read them") {
  std::mt19937 random(23);
  for (int example = 0; example < 20; ++example) {
    KernelRun run(generated_kernel(random), {2, 1, 1}, {40, 1, 1});
    run.ints("buf", 128, 5).number(11);
    CAPTURE(run.source);
    CompileResult compiled = compile("k.cu", run.source, "");
    REQUIRE(compiled.ok());
    const MachineOptions options{schedules[example % 5], static_cast<uint64_t>(example), {}};
    const auto [snapshots, end] = snapshots_of(compiled.program, run.launch, options, 50 + random() % 100, Machine::Keep::live);
    const Liveness liveness(*compiled.program);
    Machine loaded(compiled.program, run.launch, options, nullptr);
    for (int i = 0; i < 6; ++i) {
      const Snapshot& from = snapshots[random() % snapshots.size()];
      const Tick to = std::min(end, from.tick + random() % 200);
      CAPTURE(from.tick);
      CAPTURE(to);
      Machine fresh(compiled.program, run.launch, options, nullptr);
      fresh.run_until(to);
      loaded.load(*from.state);
      loaded.run_until(to);
      CHECK(live_registers(loaded, liveness, 2, 40) == live_registers(fresh, liveness, 2, 40));
      CHECK(loaded.read_memory(0, 0).bytes == fresh.read_memory(0, 0).bytes);
    }
  }
}

TEST_CASE("a variable that nobody reads again is found where its snapshots left it out, also when it was set many rounds ago") {
  KernelRun run(rounds_kernel, {4, 1, 1}, {64, 1, 1});
  std::vector<float> in;
  for (int i = 0; i < 256; ++i) in.push_back(static_cast<float>(i * i % 251) * 0.37f);
  run.buffer("in", ScalarKind::float_, in).output("out", 256);
  CompileResult compiled = compile("k.cu", run.source, "");
  REQUIRE(compiled.ok());
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    const MachineOptions options{schedule, 4, {}};
    const auto [snapshots, end] = snapshots_of(compiled.program, run.launch, options, 40, Machine::Keep::live);
    size_t absent = 0;
    for (const Snapshot& s : snapshots)
      for (const auto& block : s.state->blocks) absent += block->absent.size();
    CHECK(absent > 100);
    Replay replay(RecordedRun{compiled.program, run.launch, options, snapshots, end, {}});
    Replay fresh(RecordedRun{compiled.program, run.launch, options, {}, end, {}});
    size_t seen = 0;
    for (Tick tick = 37; tick < end; tick += 19) {
      const ThreadRef thread{static_cast<uint32_t>(tick % 4), static_cast<uint32_t>(tick * 7 % 64)};
      CAPTURE(tick);
      for (const char* name : {"first", "left"}) {
        const auto values = replay.values(tick, thread, name);
        CHECK(values == fresh.values(tick, thread, name));
        seen += !values[thread.thread % warp_size].empty();
      }
      CHECK(replay.variable_change(thread, "left", tick, Direction::backwards) == fresh.variable_change(thread, "left", tick, Direction::backwards));
    }
    CHECK(seen > 20);
  }
}

TEST_CASE("blocks that the grid's barrier lets go go on at once for all who look, and are saved as they stood until it is their turn") {
  KernelRun run(R"(#include <cooperative_groups.h>
__global__ void k(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = in[i] * 3;
  cooperative_groups::this_grid().sync();
  float second = in[i ^ 1] + first;
  cooperative_groups::this_grid().sync();
  out[i] = second;
})", {16, 1, 1}, {64, 1, 1});
  run.floats("in", 1024).output("out", 1024);
  CompileResult compiled = compile("k.cu", run.source, "");
  REQUIRE(compiled.ok());
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    const MachineOptions options{schedule, 4, {}};
    const auto [snapshots, end] = snapshots_of(compiled.program, run.launch, options, 1, Machine::Keep::shown);
    Replay replay(RecordedRun{compiled.program, run.launch, options, snapshots, end, {}}), fresh(RecordedRun{compiled.program, run.launch, options, {}, end, {}});
    size_t releases = 0;
    for (size_t i = 1; i < snapshots.size(); ++i) {
      const MachineState &before = *snapshots[i - 1].state, &after = *snapshots[i].state;
      if (after.grid_releases == before.grid_releases) continue;
      ++releases;
      const Tick tick = snapshots[i].tick;
      CAPTURE(tick);
      REQUIRE(after.blocks.size() == 16);
      size_t shared = 0;
      for (size_t b = 0; b < 16; ++b) shared += before.blocks[b] == after.blocks[b];
      if (schedule != Schedule::adversarial) CHECK(shared >= 14);  // all but the last one to come and the first one to go; it looks at all
      const std::vector<LaneState> waiting = replay.blocks(tick - 1), going = replay.blocks(tick);
      CHECK(std::count(waiting.begin(), waiting.end(), LaneState::at_barrier) >= 15);
      CHECK(std::count(going.begin(), going.end(), LaneState::at_barrier) == 0);
      CHECK(going == fresh.blocks(tick));
      for (uint32_t block = 0; block < 16; ++block) {
        const auto a = replay.lanes(tick, block), b = fresh.lanes(tick, block);
        CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) { return same(x, y); }));
        CHECK(std::none_of(a.begin(), a.end(), [](const LaneView& lane) { return lane.state == LaneState::at_barrier; }));
        CHECK(replay.values(tick, {block, 5}, "first") == fresh.values(tick, {block, 5}, "first"));
      }
    }
    CHECK(releases == 2);
  }
}

TEST_CASE("the end of the replay is the end of the run") {
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    KernelRun run = sum_run();
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    REQUIRE(result.recording);
    const Recording& r = *result.recording;
    CHECK(r.memory(r.end(), 1, 0).bytes == result.buffers[1].bytes);
    CHECK(r.end() == result.counters.warp_instructions);
    CHECK(!r.instruction(r.end()));
    CHECK(r.blocks(r.end())[3] == LaneState::done);
    CHECK(r.lanes(r.end(), 0)[5].state == LaneState::done);
  }
}

TEST_CASE("steps backwards undo steps forwards, and both see the same stops") {
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    KernelRun run = sum_run();
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    const Recording& r = *result.recording;
    for (StepKind kind : {StepKind::instruction, StepKind::access, StepKind::line, StepKind::warp, StepKind::barrier, StepKind::divergence})
      for (Follow follow : {Follow{}, Follow{ThreadRef{2, 20}}}) {
        CAPTURE(static_cast<int>(kind));
        CAPTURE(follow.has_value());
        std::vector<Tick> forwards, backwards;
        for (auto t = r.step(0, kind, Direction::forwards, follow); t; t = r.step(*t, kind, Direction::forwards, follow)) {
          REQUIRE((forwards.empty() || *t > forwards.back()));
          forwards.push_back(*t);
        }
        for (auto t = r.step(r.end(), kind, Direction::backwards, follow); t; t = r.step(*t, kind, Direction::backwards, follow)) backwards.push_back(*t);
        std::reverse(backwards.begin(), backwards.end());
        // The two ends belong to one direction each.
        std::erase(forwards, r.end());
        std::erase(backwards, 0);
        CHECK(forwards.size() > 0);
        CHECK(forwards == backwards);
      }
    CHECK(r.step(5, StepKind::finish, Direction::forwards, {}) == r.end());
    CHECK(r.step(5, StepKind::finish, Direction::backwards, {}) == 0);
    CHECK(!r.step(r.end(), StepKind::finish, Direction::forwards, {}));
    CHECK(!r.step(0, StepKind::instruction, Direction::backwards, {}));
  }
}

TEST_CASE("a followed thread is found where it stands; lines, variables and values are its own") {
  KernelRun run = sum_run();
  SimulationResult result = run.run();
  const Recording& r = *result.recording;
  ThreadRef thread{2, 40};
  auto at = r.find_line(0, thread, 8, 1);
  REQUIRE(at);
  auto instruction = r.instruction(*at);
  REQUIRE(instruction);
  CHECK(instruction->block == 2);
  CHECK(instruction->warp == 1);
  auto variables = r.variables(*at, thread);
  auto find = [&](const char* name) {
    auto v = std::find_if(variables.begin(), variables.end(), [&](const VariableView& x) { return x.name == name; });
    return v == variables.end() ? std::string("none") : v->value;
  };
  CHECK(find("t") == "40");
  CHECK(find("i") == "168");
  CHECK(find("v") == "168");
  CHECK(r.values(*at, thread, "i")[0] == "160");
  CHECK(r.values(*at, thread, "i")[31] == "191");
  CHECK(r.values(*at, thread, "threadIdx.x")[3] == "35");

  // Thread 3 takes the addition four times: k = 32, 16, 8, 4.
  ThreadRef low{0, 3};
  for (uint32_t pass = 1; pass <= 4; ++pass) CHECK(r.find_line(0, low, 12, pass));
  CHECK(!r.find_line(0, low, 12, 5));
}

TEST_CASE("warps that come to a line are found as a walk over all instructions finds them") {
  std::mt19937 random(7);
  for (Schedule schedule : schedules) {
    KernelRun run = sum_run();
    run.options.schedule = schedule;
    const SimulationResult result = run.run();
    const Recording& r = *result.recording;
    std::vector<LineArrival> all;   // at any line
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> last;
    for (const WarpStep& step : r.steps_between(0, r.end())) {
      const uint32_t line = r.sources().start(r.sources().outermost(step.span)).line;
      LaneMask lanes = 0;
      for (uint32_t lane = 0; lane < warp_size; ++lane)
        if ((step.active >> lane & 1) && std::exchange(last[{step.block, step.warp, lane}], line) != line) lanes |= 1u << lane;
      if (lanes) all.push_back({step.tick, step.block, step.warp, lanes, line});
    }
    const std::vector<uint32_t> lines{7, 12};
    const auto is_wanted = [&](const LineArrival& a) { return std::find(lines.begin(), lines.end(), a.line) != lines.end(); };
    REQUIRE(std::count_if(all.begin(), all.end(), is_wanted) > 20);
    for (int i = 0; i < 40; ++i) {
      const Tick a = random() % r.end(), b = random() % r.end(), begin = std::min(a, b), end = std::max(a, b);
      std::vector<LineArrival> expected;
      std::copy_if(all.begin(), all.end(), std::back_inserter(expected), [&](const LineArrival& x) { return is_wanted(x) && x.tick >= begin && x.tick < end; });
      CHECK(r.arrivals(lines, begin, end) == expected);
    }
    CHECK(r.arrivals({}, 0, r.end()).empty());
    CHECK(r.arrivals(lines, r.end(), r.end() + 9).empty());
  }
}

TEST_CASE("history of an element and of a thread") {
  for (Schedule schedule : schedules) {
    KernelRun run = sum_run();
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    const Recording& r = *result.recording;
    uint32_t s = 0;
    for (uint32_t a = 0; a < r.allocations().size(); ++a)
      if (r.allocations()[a].name == "s") s = a;
    auto all = r.history({s, 0, 1}, r.end(), 1000);
    // One store at first; six passes read and write it; the last read.
    CHECK(std::count_if(all.begin(), all.end(), [](auto& a) { return a.kind == AccessKind::store; }) == 7);
    CHECK(std::count_if(all.begin(), all.end(), [](auto& a) { return a.kind == AccessKind::load; }) == 7);
    CHECK(std::is_sorted(all.begin(), all.end(), [](auto& a, auto& b) { return a.tick < b.tick; }));
    for (auto& a : all) CHECK(a.thread.block == 1);
    auto last = r.history({s, 0, 1}, r.end(), 3);
    REQUIRE(last.size() == 3);
    CHECK(last[2].tick == all.back().tick);
    float value = 0;
    std::memcpy(&value, &last[2].value, 4);
    CHECK(value == doctest::Approx(64 * 95.5));  // 64 + ... + 127
    auto mine = r.accesses_of({1, 0}, 0, 1000);
    CHECK(mine.size() == 1 + 1 + 6 * 3 + 1 + 1);
    auto at = r.accesses(last[2].tick);
    CHECK(std::any_of(at.begin(), at.end(), [&](auto& a) { return a.thread == ThreadRef{1, 0} && a.value == last[2].value; }));
  }
}

TEST_CASE("the timeline is whole and in order") {
  KernelRun run = sum_run();
  run.options.schedule = Schedule::round_robin;
  SimulationResult result = run.run();
  const Recording& r = *result.recording;
  auto slices = r.timeline(0, r.end(), 1'000'000);
  REQUIRE(!slices.empty());
  CHECK(slices.front().begin == 0);
  CHECK(slices.back().end == r.end());
  for (size_t i = 1; i < slices.size(); ++i) CHECK(slices[i].begin == slices[i - 1].end);
  CHECK(r.timeline(0, r.end(), 10).size() <= 10);
}

TEST_CASE("rows of every kind come back from their packed form") {
  std::mt19937 random(3);
  for (int bits = 0; bits <= 32; ++bits)
    for (const uint32_t base : {0u, 5u, 0xFFFFFFF0u, 0x3F800000u, static_cast<uint32_t>(random())}) {
      CAPTURE(bits);
      CAPTURE(base);
      std::vector<uint32_t> rows(96);
      for (uint32_t& value : rows) value = base + (bits == 0 ? 0 : static_cast<uint32_t>(random() & 0xFFFFFFFFu) >> (32 - bits));
      for (uint32_t i = 64; i < 96; ++i) rows[i] = base + i * static_cast<uint32_t>(bits);
      const auto* bytes = reinterpret_cast<const uint8_t*>(rows.data());
      std::vector<uint8_t> packed, back(rows.size() * 4 - 1);
      pack_bytes(bytes, back.size(), packed);  // not whole rows
      CHECK(unpack_bytes(packed.data(), back.data(), back.size()) == packed.data() + packed.size());
      CHECK(std::equal(back.begin(), back.end(), bytes));
      if (bits <= 8) CHECK(packed.size() < 260);
      if (bits <= 27) CHECK(packed.size() <= 2 * (6 + 4 * 27) + 127);  // two rows, and what is no whole one
    }
}

TEST_CASE("snapshots keep within their limit") {
  KernelRun run = sum_run();
  CompileResult compiled = compile("k.cu", run.source, "");
  REQUIRE(compiled.ok());
  Machine machine(compiled.program, run.launch, {}, nullptr);
  Recorder recorder(200'000, 4);
  recorder.take(machine);
  while (machine.run_until(recorder.next_stop()) == MachineStatus::paused) recorder.take(machine);
  CHECK(recorder.bytes() <= 200'000);
  CHECK(recorder.finish().size() > 2);
}

TEST_CASE("snapshots of blocks that all wait for each other keep within their limit, and every moment is reached from them") {
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    KernelRun run(rounds_kernel, {8, 1, 1}, {64, 1, 1});
    run.floats("in", 512).output("out", 512);
    CompileResult compiled = compile("k.cu", run.source, "");
    REQUIRE(compiled.ok());
    const MachineOptions options{schedule, 1, {}};
    constexpr size_t limit = 120'000;
    Machine machine(compiled.program, run.launch, options, nullptr);
    Recorder recorder(limit, 16);
    recorder.take(machine);
    while (machine.run_until(recorder.next_stop()) == MachineStatus::paused) {
      recorder.take(machine);
      CHECK(recorder.bytes() <= limit);
    }
    const Tick end = machine.tick();
    std::vector<Snapshot> kept = recorder.finish();
    CHECK(bytes_of(kept) <= limit);
    CHECK(kept.size() > 4);
    Replay replay(RecordedRun{compiled.program, run.launch, options, std::move(kept), end, {}});
    Replay fresh(RecordedRun{compiled.program, run.launch, options, {}, end, {}});
    for (Tick tick = 11; tick < end; tick += end / 20) {
      CAPTURE(tick);
      const ThreadRef thread{static_cast<uint32_t>(tick % 8), static_cast<uint32_t>(tick * 5 % 64)};
      CHECK(replay.memory(tick, 1, 0).bytes == fresh.memory(tick, 1, 0).bytes);
      for (const char* name : {"i", "round", "first", "left"}) CHECK(replay.values(tick, thread, name) == fresh.values(tick, thread, name));
    }
  }
}

TEST_CASE("both parties of a race across blocks are found in the recording") {
  KernelRun run(R"(__global__ void k(int* x, int* y, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  x[i] = i + 1;
  __syncthreads();
  y[i] = x[(i + 64) % n];
})",
                {4, 1, 1}, {64, 1, 1});
  run.ints("x", 256).ints("y", 256).number(256);
  run.options.record = true;
  for (Schedule schedule : schedules) {
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    REQUIRE(result.findings.size() == 1);
    const Finding& f = result.findings[0];
    REQUIRE(f.places.size() == 2);
    CHECK(f.places[0].tick < f.places[1].tick);
    CHECK(f.places[1].tick == f.tick);
    for (const FindingPlace& place : f.places) {
      ThreadRef thread{result.recording->shape().linear_block(place.block), result.recording->shape().linear_thread(place.thread)};
      auto accesses = result.recording->accesses(place.tick);
      CHECK(std::any_of(accesses.begin(), accesses.end(), [&](auto& a) { return a.thread == thread && a.kind == place.access && a.offset == 4 * f.flat_element; }));
      if (place.access == AccessKind::store) CHECK(place.value == std::to_string(f.flat_element + 1));
    }
    CHECK(result.recording->findings()[0].places[0].tick == f.places[0].tick);
  }
}
