#include "simulator/analysis/extent.h"

#include <algorithm>
#include <bit>

#include "simulator/analysis/wide_loops.h"

namespace wb {
namespace {

WB_WIDE Extent extent_of_warp(const uint32_t* offset) {
  Extent e;
  for (int lane = 0; lane < warp_size; ++lane) {
    e.low = std::min(e.low, offset[lane]);
    e.high = std::max(e.high, offset[lane]);
  }
  return e;
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
