#pragma once
// Where a recorded run meets a breakpoint: the next time from a moment on, or the last time before it.
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/backends/engine.h"
#include "app/session/breakpoints.h"
#include "app/session/lane_values.h"
#include "simulator/recording/recording.h"

namespace wb {

struct BreakHit {
  LineArrival arrival;       // `lanes`: those for which the condition holds, of those that come to the line
  // The condition could not be worked out there, so the run is held for the person to see why: as LaneValues.
  std::string problem, problem_detail;
};

class BreakSearch {
 public:
  BreakSearch(const Recording& recording, Breakpoints points);
  // Forwards: at `tick` or later. Backwards: before it. None: no more of them that way, or stopped. Any warp's arrival counts. Takes time in
  // proportion to the way, and to the arrivals whose condition does not hold; `progress` says how far it is.
  std::optional<BreakHit> find(Tick tick, Direction direction, Progress& progress, std::stop_token stop);

 private:
  std::optional<BreakHit> judge(const LineArrival& arrival);
  LaneMask lanes_where(const std::string& condition, const LineArrival& arrival, BreakHit& hit);

  const Recording& recording_;
  Breakpoints points_;
  std::vector<uint32_t> lines_;
  LaneEvaluator evaluator_;
  std::map<uint32_t, std::vector<VariableView>> scopes_;   // by line
  // Conditions on indices alone hold for a warp once and for all.
  std::map<std::tuple<std::string, uint32_t, uint32_t>, LaneMask> of_warps_;
};

}  // namespace wb
