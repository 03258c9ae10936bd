#include "simulator/analysis/warp_order.h"

#include <algorithm>
#include <bit>

namespace wb {

void WarpOrder::join(Known& into, const Known& from) {
  for (uint32_t w = 0; w < most_warps; ++w) into[w] = std::max(into[w], from[w]);
}

WarpOrder::Clock& WarpOrder::clock_of(uint32_t warp) {
  if (clocks_.size() <= warp) clocks_.resize(warp + 1);
  return clocks_[warp];
}

void WarpOrder::arrive(uint32_t number, uint32_t warp, bool is_whole) {
  if (brought_.size() <= number) brought_.resize(number + 1);
  Clock& clock = clock_of(warp);
  join(brought_[number], clock.known);
  ++clock.time;
  if (is_whole) brought_[number][warp] = std::max(brought_[number][warp], clock.time);
}

void WarpOrder::complete(uint32_t number, std::span<const WarpLanes> waiting) {
  if (brought_.size() <= number) return;
  for (const WarpLanes& who : waiting) join(clock_of(who.warp).known, brought_[number]);
  brought_[number] = {};
}

bool WarpOrder::are_past(uint32_t warp, uint32_t warps, uint32_t time) const {
  if (warp >= clocks_.size()) return warps == 0;
  for (; warps; warps &= warps - 1)
    if (clocks_[warp].known[static_cast<size_t>(std::countr_zero(warps))] <= time) return false;
  return true;
}

}  // namespace wb
