#pragma once
// A recording written down by hand, for tests of views: plain data, everything else follows from it. Fill the fields, then use it as a
// Recording. Instructions are the run; a thread stands before the next instruction of its warp that has its lane, and is done after the
// last one.
#include <map>
#include <tuple>

#include "simulator/recording/recording.h"

namespace wb {

class HandMadeRecording : public Recording {
 public:
  struct Step {
    Instruction instruction;
    bool is_barrier = false;
    bool parts_warp = false;
    std::vector<AccessRecord> accesses;  // tick and span are filled in from the step where they are empty
  };
  // The value of a variable from a tick on.
  struct Value {
    Tick from = 0;
    ThreadRef thread;
    VariableView view;
  };

  LaunchShape launch_shape;
  SourceMap source_map;
  std::vector<AllocationInfo> allocation_list;
  std::vector<Finding> finding_list;
  std::vector<Step> steps;                                     // one a tick
  std::vector<Value> variable_values;                          // in order of `from`
  std::map<std::pair<uint32_t, uint32_t>, MemoryView> memory_at_start;  // by allocation and block (0 unless shared)

  const LaunchShape& shape() const override { return launch_shape; }
  const SourceMap& sources() const override { return source_map; }
  std::span<const AllocationInfo> allocations() const override { return allocation_list; }
  std::span<const Finding> findings() const override { return finding_list; }
  Tick end() const override { return steps.size(); }
  std::optional<Instruction> instruction(Tick tick) const override;
  std::vector<LaneView> lanes(Tick tick, uint32_t block) const override;
  std::vector<LaneState> blocks(Tick tick) const override;
  std::vector<VariableView> variables(Tick tick, ThreadRef thread) const override;
  std::array<std::string, warp_size> values(Tick tick, ThreadRef thread, std::string_view variable) const override;
  MemoryView memory(Tick tick, uint32_t allocation, uint32_t block) const override;
  std::vector<AccessRecord> accesses(Tick tick) const override;
  std::optional<Tick> step(Tick tick, StepKind kind, Direction direction, Follow follow) const override;
  std::optional<Tick> find_line(Tick from, ThreadRef thread, uint32_t line, uint32_t pass) const override;
  std::vector<LineArrival> arrivals(std::span<const uint32_t> lines, Tick begin, Tick end) const override;
  std::vector<AccessRecord> history(ElementRef element, Tick until, size_t limit) const override;
  std::optional<AccessRecord> who_wrote(const MemoryPlace& place, Tick before) const override;
  std::optional<AccessRecord> value_change(const MemoryPlace& place, Tick tick, Direction direction) const override;
  std::optional<Tick> variable_change(ThreadRef thread, std::string_view variable, Tick tick, Direction direction) const override;
  std::vector<AccessRecord> accesses_of(ThreadRef thread, Tick from, size_t limit) const override;
  std::optional<ThreadMeeting> meeting(ThreadRef a, ThreadRef b, Tick tick, Direction direction) const override;
  std::vector<WarpSlice> timeline(Tick begin, Tick end, size_t resolution) const override;
  std::vector<WarpStep> steps_between(Tick begin, Tick end) const override;
  std::vector<WarpStep> steps_of(uint32_t block, uint32_t warp, Tick tick, size_t before, size_t after) const override;
  std::vector<RunStretch> stretches(Tick begin, Tick end) const override;

 private:
  std::optional<AccessRecord> write_at(Tick tick, const MemoryPlace& place) const;
  bool is_stop(Tick tick, StepKind kind, Follow follow) const;
  uint32_t line_at(Tick tick) const;
};

}  // namespace wb
