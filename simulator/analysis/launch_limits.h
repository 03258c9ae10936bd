#pragma once
// The limits that CUDA sets to a launch (source/limits.h), checked before anything runs. Shared memory: as much as a launch gets without
// asking for more by an attribute.
#include <cstdint>
#include <optional>

#include "simulator/analysis/finding.h"

namespace wb {

// A launch.invalid finding for the first limit that is broken.
std::optional<Finding> check_launch_limits(Index3 grid, Index3 block, uint64_t static_shared_bytes, uint64_t dynamic_shared_bytes);
// A launch.invalid finding for another reason: `what` is a clause without a full stop.
Finding invalid_launch(std::string what, std::string hint);

}  // namespace wb
