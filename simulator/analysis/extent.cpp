#include "simulator/analysis/extent.h"

#include <algorithm>
#include <bit>

#include "simulator/analysis/wide_loops.h"

namespace wb {
namespace {

// Two loops over plain variables: as one, or over the members, they do not become vector code.
WB_WIDE Extent extent_of_warp(const uint32_t* offset) {
  uint32_t low = offset[0], high = offset[0];
  for (int lane = 0; lane < warp_size; ++lane) low = std::min(low, offset[lane]);
  for (int lane = 0; lane < warp_size; ++lane) high = std::max(high, offset[lane]);
  return {low, high};
}

}  // namespace

Extent extent_of(const uint32_t* offset, LaneMask lanes) {
  if (lanes == ~LaneMask{0}) return extent_of_warp(offset);
  Extent e;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const uint32_t at = offset[std::countr_zero(rest)];
    e.low = std::min(e.low, at);
    e.high = std::max(e.high, at);
  }
  return e;
}

}  // namespace wb
