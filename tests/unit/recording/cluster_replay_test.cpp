// Blocks that reach into each other's shared memory, replayed alone a cluster at a time: every moment, step and answer is that of a replay of all blocks.
#include <algorithm>
#include <random>

#include "../analysis/kernel_run.h"
#include "simulator/analysis/checks.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/run_journal.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};
constexpr uint32_t blocks = 6, threads = 64;

// Statements over own variables, own shared memory, that of the next block of the cluster, and a buffer; barriers of block, cluster and grid, those of the
// cluster also in two pieces, with lanes that come there on different ways or have left.
std::string cluster_kernel(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto value = [&]() -> std::string {
    const char* choices[] = {"a", "b", "t", "7", "s[(a + t) & 63]", "other[(b + t) & 63]", "buf[(t + b) & 127]", "(int)blockIdx.x"};
    return choices[pick(8)];
  };
  std::string text = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void g(int* buf, int n) {\n  __shared__ int s[64];\n"
                     "  cg::cluster_group cluster = cg::this_cluster();\n  int* other = cluster.map_shared_rank(&s[0], (cluster.block_rank() + 1) % cluster.num_blocks());\n"
                     "  int t = threadIdx.x, a = t, b = n;\n  s[t] = t;\n  cluster.sync();\n  for (int round = 0; round < 3; round++) {\n";
  const bool some_leave = pick(3) == 0;
  for (int i = 0; i < 9; ++i) switch (pick(11)) {
      case 0: text += "    a = " + value() + " + round;\n"; break;
      case 1: text += "    other[(t * 5) & 63] = " + value() + ";\n"; break;
      case 2: text += "    atomicAdd(&other[" + value() + " & 63], 1);\n"; break;
      case 3: text += "    cluster.sync();\n"; break;
      case 4: text += "    cluster.barrier_arrive();\n    b += " + value() + ";\n    cluster.barrier_wait();\n"; break;
      case 5: text += "    if (" + value() + " & 1) {\n      a += 3;\n      cluster.barrier_arrive();\n    } else {\n      b = " + value() + ";\n      cluster.barrier_arrive();\n    }\n    cluster.barrier_wait();\n"; break;
      case 6: text += some_leave ? "    s[t] = a;\n" : "    cg::this_grid().sync();\n"; break;
      case 7: text += some_leave ? "    b = s[t];\n" : "    __syncthreads();\n"; break;
      case 8: text += "    for (int i = 0; i < (t & 3); i++) b += " + value() + ";\n"; break;
      case 9: text += "    buf[(t * 3 + b) & 127] = " + value() + ";\n"; break;
      case 10: text += "    atomicAdd(&buf[" + value() + " & 127], 1);\n"; break;
    }
  if (some_leave) text += "    if (round == 1 && cluster.block_rank() == 1 && t >= " + std::to_string(16 + 16 * pick(2)) + ") break;\n";
  text += "  }\n";
  return text + (some_leave ? "  if (t >= 48) return;\n" : "") + "  cluster.sync();\n  buf[128 + blockIdx.x * 64 + t] = a + b + s[t];\n}\n";
}

KernelRun cluster_run(std::mt19937& random) {
  KernelRun run(cluster_kernel(random), {blocks, 1, 1}, {threads, 1, 1});
  run.launch.cluster = {random() % 2 ? 2u : 3u, 1, 1};
  run.ints("buf", 128 + blocks * threads, 5).number(11);
  return run;
}

// Each block a cluster of its own: the halves are those of the block's barrier.
KernelRun halves_run(std::mt19937& random) {
  std::string text = cluster_kernel(random);
  for (const auto& [cluster, block] : {std::pair{"cluster.barrier_arrive()", "cg::this_thread_block().barrier_arrive()"},
                                       std::pair{"cluster.barrier_wait()", "cg::this_thread_block().barrier_wait(cg::thread_block::arrival_token{})"}})
    for (size_t at = 0; (at = text.find(cluster, at)) != text.npos;) text.replace(at, std::string_view(cluster).size(), block);
  const size_t from = text.find("int* other = "), to = text.find(';', from);
  text.replace(from, to - from, "int* other = s");
  KernelRun run(text, {blocks, 1, 1}, {threads, 1, 1});
  run.ints("buf", 128 + blocks * threads, 5).number(11);
  return run;
}

struct Pair {
  std::unique_ptr<Replay> whole, alone;
  Tick end = 0;
  Pair(const KernelRun& kernel, Schedule schedule, uint64_t seed, uint64_t distance) {
    const CompileResult compiled = compile("k.cu", kernel.source, "");
    REQUIRE(compiled.ok());
    const MachineOptions options{schedule, seed, {}};
    whole = replay(compiled, kernel.launch, options, 50, false);
    alone = replay(compiled, kernel.launch, options, distance, true);
    end = whole->end();
    REQUIRE(alone->end() == end);
  }

 private:
  static std::unique_ptr<Replay> replay(const CompileResult& compiled, const KernelLaunch& launch, const MachineOptions& options, uint64_t distance, bool has_journal) {
    RecordedRun run{compiled.program, launch, options, {}, 0, {}};
    Checks passing;
    Machine machine(compiled.program, launch, options, &passing);
    RunIndexer indexer(machine, 1 << 20, 64);
    JournalWriter writer(machine, 16 << 20, 64, 4096, 3);
    passing.watch(&indexer);
    if (has_journal) indexer.also_write(&writer);
    do run.snapshots.push_back({machine.tick(), std::make_shared<MachineState>(machine.save(Machine::Keep::live))});
    while (indexer.run(machine, machine.tick() + distance) == MachineStatus::paused);
    run.end = machine.tick();
    run.index = std::make_shared<const RunIndex>(indexer.finish(run.end));
    REQUIRE(writer.is_kept());
    if (has_journal) run.journal = std::make_shared<const RunJournal>(writer.finish(run.end));
    return std::make_unique<Replay>(std::move(run));
  }
};

bool same(const LaneView& a, const LaneView& b) { return a.state == b.state && a.span == b.span; }
bool same(const VariableView& a, const VariableView& b) { return a.name == b.name && a.value == b.value && a.is_poisoned == b.is_poisoned && a.changed == b.changed; }
bool same(const AccessRecord& a, const AccessRecord& b) {
  return a.tick == b.tick && a.thread == b.thread && a.kind == b.kind && a.allocation == b.allocation && a.offset == b.offset && a.value == b.value && a.old_value == b.old_value && a.owner == b.owner;
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return same(x, y); });
}
bool same(const std::optional<AccessRecord>& a, const std::optional<AccessRecord>& b) { return a.has_value() == b.has_value() && (!a || same(*a, *b)); }

ThreadRef any_thread(std::mt19937& random) { return {static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)}; }

}  // namespace

TEST_CASE("a cluster alone stands at every moment as it did among the others") {
  std::mt19937 random(51);
  for (int example = 0; example < 40; ++example) {
    const KernelRun kernel = example % 4 == 3 ? halves_run(random) : cluster_run(random);
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedules[example % 5])));
    const Pair run(kernel, schedules[example % 5], static_cast<uint64_t>(example), 100 + random() % 3000);
    for (int moment = 0; moment < 25; ++moment) {
      const Tick tick = moment == 0 ? run.end : random() % (run.end + 1);
      const ThreadRef thread = any_thread(random);
      CAPTURE(tick);
      CAPTURE(thread.block);
      CHECK(run.alone->blocks(tick) == run.whole->blocks(tick));
      CHECK(same(run.alone->lanes(tick, thread.block), run.whole->lanes(tick, thread.block)));
      CHECK(same(run.alone->variables(tick, thread), run.whole->variables(tick, thread)));
      for (const uint32_t allocation : {0u, 1u}) {
        const MemoryView a = run.alone->memory(tick, allocation, thread.block), b = run.whole->memory(tick, allocation, thread.block);
        CHECK(a.bytes == b.bytes);
        CHECK(a.defined == b.defined);
      }
      CHECK(same(run.alone->accesses(tick), run.whole->accesses(tick)));
      const auto i = run.alone->instruction(tick), j = run.whole->instruction(tick);
      REQUIRE(i.has_value() == j.has_value());
      if (i) CHECK(std::tuple(i->block, i->warp, i->active, i->text) == std::tuple(j->block, j->warp, j->active, j->text));
    }
  }
}

TEST_CASE("steps and questions within clusters are answered alone as among the others") {
  std::mt19937 random(52);
  for (int example = 0; example < 30; ++example) {
    const KernelRun kernel = cluster_run(random);
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedules[example % 5])));
    const Pair run(kernel, schedules[example % 5], static_cast<uint64_t>(example), 500);
    const Replay &whole = *run.whole, &alone = *run.alone;
    for (int question = 0; question < 8; ++question) {
      const Tick tick = random() % (run.end + 1);
      const ThreadRef thread = any_thread(random), second = any_thread(random);
      CAPTURE(tick);
      const Follow follow = question % 2 ? Follow(thread) : Follow();
      const MemoryPlace shared{1, random() % 64 * 4, 4, thread.block, 0}, global{0, random() % 128 * 4, 4, 0, 0};
      for (const Direction way : {Direction::forwards, Direction::backwards}) {
        for (const StepKind kind : {StepKind::instruction, StepKind::access, StepKind::line, StepKind::warp, StepKind::barrier, StepKind::divergence, StepKind::block}) {
          CAPTURE(static_cast<int>(kind));
          CHECK(alone.step(tick, kind, way, follow) == whole.step(tick, kind, way, follow));
        }
        for (const MemoryPlace& place : {shared, global}) CHECK(same(alone.value_change(place, tick, way), whole.value_change(place, tick, way)));
        for (const char* name : {"a", "b", "round"}) CHECK(alone.variable_change(thread, name, tick, way) == whole.variable_change(thread, name, tick, way));
        const auto met = alone.meeting(thread, second, tick, way), expected = whole.meeting(thread, second, tick, way);
        REQUIRE(met.has_value() == expected.has_value());
        if (met) CHECK((same(met->earlier, expected->earlier) && same(met->later, expected->later)));
      }
      for (const MemoryPlace& place : {shared, global}) {
        CHECK(same(alone.who_wrote(place, tick), whole.who_wrote(place, tick)));
        const ElementRef element{place.allocation, place.offset / 4, place.block};
        CHECK(same(alone.history(element, tick, 20), whole.history(element, tick, 20)));
      }
      CHECK(same(alone.accesses_of(thread, tick, 30), whole.accesses_of(thread, tick, 30)));
    }
  }
}
