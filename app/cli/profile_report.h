#pragma once
// Counters by warp and over time, as JSON (columns of those that anything was counted for) and as lines of text.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simulator/analysis/counters.h"
#include "simulator/analysis/launch_shape.h"

namespace wb {

nlohmann::ordered_json warp_counters_json(const WarpCounters& warps);
nlohmann::ordered_json counters_over_time_json(const CountersOverTime& time);

// How far the warps are apart in what was counted, with the warp that has most; empty where there is nothing to compare.
std::vector<std::string> warp_lines(const WarpCounters& warps, const LaunchShape& shape);
// A line for each counter that says something about time: its course as a row of bars.
std::vector<std::string> time_lines(const CountersOverTime& time);

}  // namespace wb
