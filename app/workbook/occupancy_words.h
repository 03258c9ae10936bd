#pragma once
// Occupancy in words, the same for the command line and the window.
#include <string>
#include <vector>

#include "simulator/analysis/occupancy.h"

namespace wb {

// The card whose profiler the counters are compared with (docs/fidelity.md): what stands in where no capability is named.
inline constexpr ComputeCapability default_capability{9, 0};
std::string capability_list();                                     // "5.0, 5.2, ... 12.1"

std::string occupancy_sentence(const Occupancy& o);                // "48 of 64 warps on an SM (75 %), limited by registers"
std::string occupancy_remark(const Occupancy& o);                  // what the figure leaves open, or what the launch needs; may be empty

// Stretches of a curve where nothing changes.
struct CurvePart {
  uint64_t first = 0, last = 0;
  uint32_t warps = 0;
};
std::vector<CurvePart> parts_of(const OccupancyCurve& curve);

// The nearest change of a limiting figure that makes room for more warps: "with at most 32 registers a thread: 64 warps".
std::vector<std::string> ways_to_more_warps(const SmLimits& sm, const BlockNeeds& needs);

}  // namespace wb
