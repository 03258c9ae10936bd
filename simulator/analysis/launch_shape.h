#pragma once
// The shape of a launch, and the ways between linear and three-dimensional indices: x runs fastest.
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

struct LaunchShape {
  Index3 grid{1, 1, 1}, block{1, 1, 1};
 
}  // namespace wb
