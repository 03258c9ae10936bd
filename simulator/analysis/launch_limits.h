#pragma once
// The limits that CUDA sets to a launch (compute capability 7.0 to 9.0), checked before anything runs.
#include <cstdint>
#include <optional>

#include "simulator/analysis/finding.h"

namespace wb {

inline constexpr uint64_t max_threads_per_block = 1024;
inline constexpr Index3 max_block{1024, 1024, 64};
inline constexpr Index3 max_grid{2147483647, 65535, 65535};
inline constexpr uint64_t max_shared_bytes = 48 * 1024;  // without opting in to more

// A launch.invalid finding for the first limit that is broken.
std::optional<Finding> check_launch_limits(Index3 grid, Index3 block, uint64_t static_shared_bytes, uint64_t dynamic_shared_bytes);
// A launch.invalid finding for another reason: `what` is a clause without a full stop.
Finding invalid_launch(std::string what, std::string hint);

}  // namespace wb
