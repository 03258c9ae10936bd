#pragma once
// The lowest and the highest address of a warp's lanes.
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

struct Extent {
  uint32_t low = UINT32_MAX, high = 0;
};
// `offset`: [32], looked at where `lanes` are.
Extent extent_of(const uint32_t* offset, LaneMask lanes);

}  // namespace wb
