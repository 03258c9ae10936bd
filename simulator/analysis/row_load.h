#pragma once
// A load by all 32 lanes of a warp in two rows: lanes 0 to 15 from `low` on, lanes 16 to 31 from `high` on, each `step` bytes behind the one
// before. What most loads are; told so, it costs no list of addresses.
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

struct RowLoad {
  uint64_t tick = 0;
  uint32_t block = 0, warp = 0, site = 0;
  uint32_t allocation = 0;
  uint32_t low = 0, high = 0;  // bytes within the allocation
  int64_t step = 0;
  Space space{};
  uint8_t bytes = 4;           // per lane
  bool is_volatile = false;
  CompiledAccess compiled{};

  AccessPattern pattern() const {
    if (step == 0 && low == high) return AccessPattern::broadcast;
    return step == bytes && high == low + warp_size / 2 * uint32_t{bytes} ? AccessPattern::contiguous : AccessPattern::rows;
  }
};

}  // namespace wb
