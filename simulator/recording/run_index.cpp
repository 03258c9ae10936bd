#include "simulator/recording/run_index.h"

#include <algorithm>
#include <bit>

namespace wb {
namespace {

// Notes which bytes each stretch of ticks touches.
class TouchListener : public AccessListener {
 public:
  explicit TouchListener(RunIndex& index, size_t allocations) : index_(index), allocations_(allocations) {}
  void access(const WarpAccess& access) override {
    size_t stretch = access.tick / RunIndex::stretch;
    if (index_.touched.size() <= stretch) index_.touched.resize(stretch + 1);
    auto& of_stretch = index_.touched[stretch];
    if (of_stretch.empty()) of_stretch.resize(allocations_);
    RunIndex::Touched& touched = of_stretch[access.allocation];
    uint64_t low = UINT64_MAX, high = 0;
    if (access.pattern == AccessPattern::contiguous) {
      low = access.offset[0];
      high = low + uint64_t{access.bytes} * warp_size;
    } else {
      for (LaneMask rest = access.active; rest; rest &= rest - 1) {
        uint64_t at = access.offset[std::countr_zero(rest)];
        low = std::min(low, at);
        high = std::max(high, at + access.bytes);
      }
    }
    touched.low = std::min(touched.low, low);
    touched.high = std::max(touched.high, high);
  }

 private:
  RunIndex& index_;
  size_t allocations_;
};

size_t count_at_barrier(const BlockState& block) {
  size_t count = 0;
  for (const WarpState& warp : block.warps)
    for (const Split& split : warp.splits) count += split.at_barrier;
  return count;
}

}  // namespace

size_t RunIndex::turn_at(uint64_t tick) const {
  if (tick >= end) return turns.size();
  auto after = std::upper_bound(turns.begin(), turns.end(), tick, [](uint64_t t, const Turn& turn) { return t < turn.begin; });
  return static_cast<size_t>(after - turns.begin()) - 1;
}

const std::vector<uint32_t>& RunIndex::turns_of(uint32_t block, uint32_t warp) const {
  static const std::vector<uint32_t> none;
  size_t i = size_t{block} * warps_per_block + warp;
  return i < turns_of_warp.size() ? turns_of_warp[i] : none;
}

RunIndex index_run(Machine& machine, uint64_t end) {
  RunIndex index;
  const Program& program = machine.program();
  index.warps_per_block = machine.shape().warps_per_block();
  index.turns_of_warp.resize(machine.shape().block_count() * index.warps_per_block);
  TouchListener listener(index, machine.allocations().size());
  machine.set_listener(&listener);
  uint32_t block = UINT32_MAX, warp = UINT32_MAX;
  while (machine.tick() < end) {
    std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    uint64_t tick = machine.tick();
    if (next->block != block || next->warp != warp) {
      block = next->block;
      warp = next->warp;
      index.turns_of_warp[size_t{block} * index.warps_per_block + warp].push_back(static_cast<uint32_t>(index.turns.size()));
      index.turns.push_back({tick, block, warp, next->pc});
    }
    Opcode op = program.code[next->pc].op;
    if (!is_branch(op) && op != Opcode::barrier) {
      if (machine.run_until(tick + 1) != MachineStatus::paused) break;
      continue;
    }
    const BlockState* before = machine.resident(block);
    size_t splits = before ? before->warps[warp].splits.size() : 0;
    if (machine.run_until(tick + 1) != MachineStatus::paused) break;
    const BlockState* after = machine.resident(block);
    if (!after) continue;
    if (is_branch(op) && after->warps[warp].splits.size() > splits) index.partings.push_back({tick + 1, block, warp});
    if (op == Opcode::barrier && count_at_barrier(*after) == 0) index.barriers.push_back({tick, block, warp});
  }
  index.end = machine.tick();
  machine.set_listener(nullptr);
  return index;
}

}  // namespace wb
