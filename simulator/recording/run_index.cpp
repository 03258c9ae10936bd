#include "simulator/recording/run_index.h"

#include <algorithm>
#include <bit>

#include "simulator/analysis/checks.h"

namespace wb {
namespace {

// Notes which bytes each stretch of ticks touches, where warps part and where blocks pass barriers.
class IndexWatcher : public RunWatcher {
 public:
  IndexWatcher(RunIndex& index, size_t allocations) : index_(index), allocations_(allocations) {}
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
  void parting(uint32_t block, uint32_t warp, uint64_t tick) override { index_.partings.push_back({tick + 1, block, warp}); }
  void barrier(uint32_t block, uint64_t tick) override { index_.barriers.push_back({tick, block, 0}); }

 private:
  RunIndex& index_;
  size_t allocations_;
};

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

RunIndex index_run(std::shared_ptr<const Program> program, const KernelLaunch& launch, const MachineOptions& options, uint64_t end, std::stop_token stop) {
  RunIndex index;
  Checks checks;
  Machine machine(std::move(program), launch, options, &checks);
  IndexWatcher watcher(index, machine.allocations().size());
  checks.watch(&watcher);
  index.warps_per_block = machine.shape().warps_per_block();
  index.turns_of_warp.resize(machine.shape().block_count() * index.warps_per_block);
  uint32_t block = UINT32_MAX, warp = UINT32_MAX;
  while (machine.tick() < end && !stop.stop_requested()) {
    std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    if (next->block != block || next->warp != warp) {
      block = next->block;
      warp = next->warp;
      index.turns_of_warp[size_t{block} * index.warps_per_block + warp].push_back(static_cast<uint32_t>(index.turns.size()));
      index.turns.push_back({machine.tick(), block, warp, next->pc});
    }
    if (machine.run_turn(end) != MachineStatus::paused) break;
  }
  index.end = machine.tick();
  return index;
}

}  // namespace wb
