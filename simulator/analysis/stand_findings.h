#pragma once
// Where threads stand when something is wrong with that: at a barrier that others do not reach, at a `_sync` that its mask's lanes do not share, or
// at the end of a launch that cannot go on.
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/race_findings.h"

namespace wb {

struct EndlessLanes;

struct StandGroup {
  uint64_t count = 0;
  uint64_t tick = 0;
  uint32_t block = 0;
  std::vector<BarrierStand> stands;
  std::vector<uint32_t> left;  // blocks that it waits for, and that have left
  std::vector<LackingBarrier> lacking;
};

class StandGroups {
 public:
  void add(FindingKind kind, uint32_t block, uint64_t tick, std::span<const BarrierStand> now_stand, const std::vector<Site>& sites);
  // The end of the launch, by a deadlock or by its budget; the first is kept.
  void stop(FindingKind kind, StandGroup group);
  // Those of a later part of the launch, that began at the tick `start`: as if it had been one run.
  void absorb(const StandGroups& later, uint64_t start);
  // `last_poll`: what a loop looked at when the budget was at its end; null: not known.
  std::vector<Finding> findings(const FindingContext& context, const EndlessLanes* last_poll) const;

 private:
  std::map<std::tuple<FindingKind, uint32_t, uint32_t>, StandGroup> groups_;  // by kind, the first barrier and the first other place
};

}  // namespace wb
