#pragma once
// The real Recording: snapshots of the machine, and replay between them. The machine is deterministic, so "at tick t" is the nearest
// snapshot before t, loaded and run on to t; a step back is a step of the same code.
//
//   snapshots   0 ......... 4096 ......... 8192 ......... 12288
//   seek(9000)                              load -> run 808 ticks
//   previous stop before 9000: an index of the run says in which ticks the followed warp was at work; those are looked at again, last first
//
// The index is made in the background, by one more run, as soon as there is a recording.
// Safe to use from several threads: one query runs at a time.
#include <functional>
#include <future>
#include <mutex>
#include <stop_token>

#include "simulator/recording/recorder.h"
#include "simulator/recording/recording.h"
#include "simulator/recording/run_index.h"

namespace wb {

// All that a run depends on, and what it brought.
struct RecordedRun {
  std::shared_ptr<const Program> program;
  KernelLaunch launch;             // with the buffers as they were before the run
  MachineOptions options;
  std::vector<Snapshot> snapshots; // the first one at tick 0
  uint64_t end = 0;                // the tick at which the run ended or was stopped
  std::vector<Finding> findings;
};

class Replay : public Recording {
 public:
  explicit Replay(RecordedRun run);
  // Races across blocks name a party whose moment the checks no longer knew: looks it up, in these findings and in its own.
  void complete(std::vector<Finding>& findings);
  ~Replay() override;

  const LaunchShape& shape() const override { return shape_; }
  const SourceMap& sources() const override { return *run_.program->module->sources; }
  std::span<const AllocationInfo> allocations() const override { return allocations_; }
  std::span<const Finding> findings() const override { return run_.findings; }
  Tick end() const override { return run_.end; }

  std::optional<Instruction> instruction(Tick tick) const override;
  std::vector<LaneView> lanes(Tick tick, uint32_t block) const override;
  std::vector<LaneState> blocks(Tick tick) const override;
  std::vector<VariableView> variables(Tick tick, ThreadRef thread) const override;
  std::array<std::string, warp_size> values(Tick tick, ThreadRef thread, std::string_view variable) const override;
  MemoryView memory(Tick tick, uint32_t allocation, uint32_t block) const override;
  std::string console(Tick tick) const override;
  std::vector<AccessRecord> accesses(Tick tick) const override;
  std::optional<Tick> step(Tick tick, StepKind kind, Direction direction, Follow follow) const override;
  std::optional<Tick> find_line(Tick from, ThreadRef thread, uint32_t line, uint32_t pass) const override;
  std::vector<AccessRecord> history(ElementRef element, Tick until, size_t limit) const override;
  std::vector<AccessRecord> accesses_of(ThreadRef thread, size_t limit) const override;
  std::vector<WarpSlice> timeline(Tick begin, Tick end, size_t resolution) const override;

 private:
  struct Warp {
    uint32_t block = 0, warp = 0;
  };
  // What stands at a tick: enough to tell one stop from the next.
  struct Stand {
    uint32_t line = 0;
    bool is_access = false;
    LaneMask lanes = 0;
  };

  // All of these are called with the mutex held.
  Machine& seek(Tick tick) const;
  const RunIndex& index() const;
  std::vector<Stand> stands(Tick begin, Tick end) const;
  uint32_t line_of(const Span& span) const;
  std::optional<Tick> step_in_warp(Tick tick, StepKind kind, Direction direction, Warp warp) const;
  std::optional<Tick> step_anywhere(Tick tick, StepKind kind, Direction direction) const;
  std::optional<Tick> last_line_start(Tick before, Warp warp) const;
  std::vector<VariableView> variables_with_changes(Tick tick, ThreadRef thread) const;
  std::optional<AccessRecord> last_access(const Finding& finding, const FindingPlace& place) const;
  void each_access(Tick begin, Tick end, const std::function<void(const AccessRecord&)>& visit) const;

  RecordedRun run_;
  LaunchShape shape_;
  std::vector<AllocationInfo> allocations_;
  std::vector<Tick> finding_ticks_;  // ascending, each once
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Machine> machine_;
  mutable std::unique_ptr<RunIndex> index_;           // taken over from the indexer when it is first needed
  mutable std::vector<Snapshot> recent_;  // states on the way to what was looked at last, the newest at the end
  mutable std::future<RunIndex> coming_index_;
  mutable std::stop_source stop_indexing_;
};

}  // namespace wb
