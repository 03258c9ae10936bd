#pragma once
// work(lane) for each lane of a mask, the lowest first.
#include <bit>

#include "simulator/analysis/events.h"

namespace wb {

// static: the linker must not share it between files that were compiled for different processors.
template <class Work>
static inline void for_each_lane(LaneMask lanes, Work&& work) {
  for (; lanes; lanes &= lanes - 1) work(static_cast<uint32_t>(std::countr_zero(lanes)));
}

}  // namespace wb
