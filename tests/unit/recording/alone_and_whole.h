#pragma once
// One run, recorded twice: with snapshots close together, from which all blocks are replayed (`whole`), and with a journal, by which those that are asked about are
// replayed alone (`alone`). Both show and answer the same.
#include <algorithm>
#include <memory>
#include <random>
#include <tuple>

#include "../analysis/kernel_run.h"
#include "simulator/analysis/checks.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/run_journal.h"

namespace wb::test {

struct AloneAndWhole {
  std::unique_ptr<Replay> whole, alone;
  Tick end = 0;
  AloneAndWhole(const KernelRun& kernel, Schedule schedule, uint64_t seed, uint64_t distance) : AloneAndWhole(compile("k.cu", kernel.source, ""), kernel.launch, {schedule, seed, {}}, distance) {}
  AloneAndWhole(const CompileResult& compiled, const KernelLaunch& launch, const MachineOptions& options, uint64_t distance) {
    REQUIRE(compiled.ok());
    whole = replay(compiled, launch, options, 50, false);
    alone = replay(compiled, launch, options, distance, true);
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

inline bool same(const LaneView& a, const LaneView& b) { return a.state == b.state && a.span == b.span; }
inline bool same(const VariableView& a, const VariableView& b) { return a.name == b.name && a.value == b.value && a.is_poisoned == b.is_poisoned && a.changed == b.changed; }
inline bool same(const AccessRecord& a, const AccessRecord& b) {
  return a.tick == b.tick && a.thread == b.thread && a.kind == b.kind && a.allocation == b.allocation && a.offset == b.offset && a.value == b.value && a.old_value == b.old_value && a.owner == b.owner;
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return same(x, y); });
}
inline bool same(const std::optional<AccessRecord>& a, const std::optional<AccessRecord>& b) { return a.has_value() == b.has_value() && (!a || same(*a, *b)); }

inline void check_moment(const AloneAndWhole& run, Tick tick, ThreadRef thread, std::initializer_list<uint32_t> allocations) {
  CAPTURE(tick);
  CAPTURE(thread.block);
  CHECK(run.alone->blocks(tick) == run.whole->blocks(tick));
  CHECK(same(run.alone->lanes(tick, thread.block), run.whole->lanes(tick, thread.block)));
  CHECK(same(run.alone->variables(tick, thread), run.whole->variables(tick, thread)));
  for (const uint32_t allocation : allocations) {
    const MemoryView a = run.alone->memory(tick, allocation, thread.block), b = run.whole->memory(tick, allocation, thread.block);
    CHECK(a.bytes == b.bytes);
    CHECK(a.defined == b.defined);
  }
  CHECK(same(run.alone->accesses(tick), run.whole->accesses(tick)));
  const auto i = run.alone->instruction(tick), j = run.whole->instruction(tick);
  REQUIRE(i.has_value() == j.has_value());
  if (i) CHECK(std::tuple(i->block, i->warp, i->active, i->text) == std::tuple(j->block, j->warp, j->active, j->text));
}

inline void check_steps(const AloneAndWhole& run, Tick tick, const Follow& follow) {
  CAPTURE(tick);
  for (const Direction way : {Direction::forwards, Direction::backwards})
    for (const StepKind kind : {StepKind::instruction, StepKind::access, StepKind::line, StepKind::warp, StepKind::barrier, StepKind::divergence, StepKind::block}) {
      CAPTURE(static_cast<int>(kind));
      CHECK(run.alone->step(tick, kind, way, follow) == run.whole->step(tick, kind, way, follow));
    }
}

inline void check_questions(const AloneAndWhole& run, Tick tick, ThreadRef thread, ThreadRef second, std::initializer_list<MemoryPlace> places, std::initializer_list<const char*> names) {
  CAPTURE(tick);
  const Replay &whole = *run.whole, &alone = *run.alone;
  for (const Direction way : {Direction::forwards, Direction::backwards}) {
    for (const MemoryPlace& place : places) CHECK(same(alone.value_change(place, tick, way), whole.value_change(place, tick, way)));
    for (const char* name : names) CHECK(alone.variable_change(thread, name, tick, way) == whole.variable_change(thread, name, tick, way));
    const auto met = alone.meeting(thread, second, tick, way), expected = whole.meeting(thread, second, tick, way);
    REQUIRE(met.has_value() == expected.has_value());
    if (met) CHECK((same(met->earlier, expected->earlier) && same(met->later, expected->later)));
  }
  for (const MemoryPlace& place : places) {
    CAPTURE(place.allocation);
    CHECK(same(alone.who_wrote(place, tick), whole.who_wrote(place, tick)));
    CHECK(same(alone.history({place.allocation, place.offset / 4, place.block}, tick, 20), whole.history({place.allocation, place.offset / 4, place.block}, tick, 20)));
  }
  CHECK(same(alone.accesses_of(thread, tick, 30), whole.accesses_of(thread, tick, 30)));
}

}  // namespace wb::test
