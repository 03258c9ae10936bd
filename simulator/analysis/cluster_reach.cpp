#include "simulator/analysis/cluster_reach.h"

#include <bit>

namespace wb {

void ClusterReach::reach(uint32_t arrivals, const WarpFault& access) {
  Access& last = of_block_[access.owner][{access.site, access.allocation}];
  if (last.count && last.arrivals > arrivals) return;
  const bool is_first = !last.count || last.arrivals < arrivals;
  const auto lanes = static_cast<uint64_t>(std::popcount(access.lanes));
  if (!is_first) return void(last.count += lanes);
  const int lane = std::countr_zero(access.lanes);
  last = {arrivals, lanes, access, access.offset[lane]};
  last.first.lanes = LaneMask{1} << lane;
}

void ClusterReach::leave(uint32_t block, uint32_t waits, FaultGroups& faults) {
  const auto found = of_block_.find(block);
  if (found == of_block_.end()) return;
  for (auto& [key, access] : found->second) {
    if (access.arrivals < waits) continue;
    int64_t offsets[warp_size] = {};
    offsets[std::countr_zero(access.first.lanes)] = access.offset;
    access.first.offset = offsets;
    access.first.value = nullptr;
    faults.add(access.first, access.count);
  }
  of_block_.erase(found);
}

}  // namespace wb
