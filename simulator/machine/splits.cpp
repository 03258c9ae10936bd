// Which lanes of a warp run next. See machine.h.
#include <algorithm>
#include <cstddef>

#include "simulator/machine/run_context.h"

namespace wb {
namespace {

bool may_merge(const Split& a, const Split& b, uint64_t tick) {
  return a.pc == b.pc && a.depth == b.depth && a.at_barrier == b.at_barrier && a.waits_for == b.waits_for && a.gives_up == b.gives_up && a.apart_until <= tick && b.apart_until <= tick;
}

}  // namespace

bool choose_among_splits(WarpState& warp, uint64_t tick) {
  std::vector<Split>& splits = warp.splits;
  const LaneMask at_work = warp.current < splits.size() ? splits[warp.current].lanes : 0;
  for (size_t i = 0; i < splits.size(); ++i)
    for (size_t k = splits.size(); k-- > i + 1;)
      if (may_merge(splits[i], splits[k], tick)) {
        splits[i].lanes |= splits[k].lanes;
        splits[i].laps = std::max(splits[i].laps, splits[k].laps);
        splits.erase(splits.begin() + static_cast<std::ptrdiff_t>(k));
      }
  if (splits.size() == 1) splits[0].laps = 0;
  // Those that are awake come first, then those with the fewest laps, then the deepest, then the lowest pc.
  const Split* best = nullptr;
  uint64_t best_laps = 0, best_place = 0;
  for (const Split& split : splits) {
    if (!can_run(split)) continue;
    const uint64_t laps = uint64_t{split.apart_until > tick} << 32 | split.laps, place = uint64_t{~split.depth} << 32 | split.pc;
    if (best && (laps != best_laps ? laps > best_laps : place >= best_place)) continue;
    best = &split;
    best_laps = laps;
    best_place = place;
  }
  if (!best || !(best->lanes & at_work)) warp.back_jumps = 0;
  if (!best) return false;
  warp.current = static_cast<uint32_t>(best - splits.data());
  return true;
}

void add_split(WarpState& warp, const Split& fresh, uint64_t tick) {
  for (size_t i = 0; i < warp.splits.size(); ++i)
    if (i != warp.current && may_merge(warp.splits[i], fresh, tick)) {
      warp.splits[i].lanes |= fresh.lanes;
      return;
    }
  warp.splits.push_back(fresh);
}

Others other_splits(const WarpState& warp) {
  Others others;
  const Pc pc = warp.splits[warp.current].pc;
  const uint32_t depth = warp.splits[warp.current].depth;
  bool are_elsewhere = false;
  for (size_t i = 0; i < warp.splits.size(); ++i) {
    if (i == warp.current || !can_run(warp.splits[i])) continue;
    if (warp.splits[i].depth != depth) {
      are_elsewhere = true;
      continue;
    }
    others.lowest = std::min(others.lowest, warp.splits[i].pc);
    if (warp.splits[i].pc > pc) others.next = std::min(others.next, warp.splits[i].pc);
  }
  if (are_elsewhere && others.lowest == ~0u) others.lowest = others.next = ~0u - 1;
  return others;
}

}  // namespace wb
