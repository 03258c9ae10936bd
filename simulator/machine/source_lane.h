#pragma once
#include <cstdint>

#include "simulator/analysis/events.h"
#include "simulator/program/opcodes.h"

namespace wb {

// The source lane of a shuffle, by the hardware's rule: bits of the lane's number above the width stay, and a source outside gives the
// lane its own value.
inline int source_lane(WarpShuffle kind, int lane, int32_t operand, int32_t width) {
  const int outside = (warp_size - width) & 31;  // the bits that number the segment
  const int by = operand & 31, first = lane & outside, last = first | (~outside & 31);
  switch (kind) {
    case WarpShuffle::up: return lane - by >= first ? lane - by : lane;
    case WarpShuffle::down: return lane + by <= last ? lane + by : lane;
    case WarpShuffle::exclusive_or: return (lane ^ by) <= last ? lane ^ by : lane;
    default: {
      const int source = first | (by & ~outside);
      return source <= last ? source : lane;
    }
  }
}

}  // namespace wb
