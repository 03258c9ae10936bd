#pragma once
// The limits that CUDA sets to a launch (source/limits.h), checked before anything runs. Shared memory: as much as a launch gets without
// asking for more by an attribute.
#include <cstdint>
#include <optional>

#include "simulator/analysis/finding.h"

namespace wb {

struct SharedNeeds {
  uint64_t declared = 0, at_launch = 0;  // bytes
  uint64_t opt_in = 0;                   // what the host allowed the kernel at a launch, cudaFuncAttributeMaxDynamicSharedMemorySize; 0: nothing beyond 48 KiB in all
};

// A launch.invalid finding for the first limit that is broken (CUDA Programming Guide, "Compute Capabilities": technical specifications).
std::optional<Finding> check_launch_limits(Index3 grid, Index3 block, const SharedNeeds& shared);
// A launch.invalid finding for another reason: `what` is a clause without a full stop.
Finding invalid_launch(std::string what, std::string hint);

}  // namespace wb
