#pragma once
// Where a lane stands, but for what it holds.
#include "simulator/machine/machine.h"

namespace wb {

struct LaneStand {
  Pc pc = 0;
  uint32_t depth = 0;
  LaneMask waits_for = 0;
  bool is_live = false, at_barrier = false, gives_up = false;
  bool has_arrived = false, may_pass = false;  // at the barrier of the cluster
  friend bool operator==(const LaneStand&, const LaneStand&) = default;
};

inline LaneStand stand_of(const WarpState& warp, uint32_t lane) {
  const auto has_lane = [&](LaneMask lanes) { return (lanes >> lane & 1) != 0; };
  for (const Split& split : warp.splits)
    if (has_lane(split.lanes))
      return {split.pc, split.depth, split.waits_for, true, split.at_barrier, split.gives_up, has_lane(warp.arrived), has_lane(warp.may_pass)};
  return {};
}

}  // namespace wb
