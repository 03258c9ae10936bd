#pragma once
// The shape of a launch, and the ways between linear and three-dimensional indices: x runs fastest.
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

struct LaunchShape {
  Index3 grid{1, 1, 1}, block{1, 1, 1};
  uint32_t threads_per_block() const { return block.x * block.y * block.z; }
  uint32_t warps_per_block() const { return (threads_per_block() + warp_size - 1) / warp_size; }
  uint64_t block_count() const { return uint64_t{grid.x} * grid.y * grid.z; }
  uint64_t thread_count() const { return block_count() * threads_per_block(); }
  Index3 block_index(uint32_t linear) const { return {linear % grid.x, linear / grid.x % grid.y, linear / grid.x / grid.y}; }
  Index3 thread_index(uint32_t linear) const { return {linear % block.x, linear / block.x % block.y, linear / block.x / block.y}; }
  uint32_t linear_block(Index3 i) const { return (i.z * grid.y + i.y) * grid.x + i.x; }
  uint32_t linear_thread(Index3 i) const { return (i.z * block.y + i.y) * block.x + i.x; }
};

}  // namespace wb
