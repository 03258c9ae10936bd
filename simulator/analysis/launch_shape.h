#pragma once
// The shape of a launch, and the ways between linear and three-dimensional indices: x runs fastest.
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

struct LaunchShape {
  Index3 grid{1, 1, 1}, block{1, 1, 1};
  Index3 cluster{1, 1, 1};  // blocks of one; divides the grid
  uint32_t threads_per_block() const { return block.x * block.y * block.z; }
  uint32_t warps_per_block() const { return (threads_per_block() + warp_size - 1) / warp_size; }
  uint64_t block_count() const { return uint64_t{grid.x} * grid.y * grid.z; }
  uint64_t thread_count() const { return block_count() * threads_per_block(); }
  Index3 block_index(uint32_t linear) const { return {linear % grid.x, linear / grid.x % grid.y, linear / grid.x / grid.y}; }
  Index3 thread_index(uint32_t linear) const { return {linear % block.x, linear / block.x % block.y, linear / block.x / block.y}; }
  uint32_t linear_block(Index3 i) const { return (i.z * grid.y + i.y) * grid.x + i.x; }
  // A cluster is a box of neighbouring blocks; clusters, and the blocks in each, are numbered as blocks are.
  uint32_t cluster_size() const { return cluster.x * cluster.y * cluster.z; }
  uint32_t cluster_of(uint32_t linear) const {
    const Index3 i = block_index(linear);
    return ((i.z / cluster.z) * (grid.y / cluster.y) + i.y / cluster.y) * (grid.x / cluster.x) + i.x / cluster.x;
  }
  uint32_t cluster_rank(uint32_t linear) const {
    const Index3 i = block_index(linear);
    return ((i.z % cluster.z) * cluster.y + i.y % cluster.y) * cluster.x + i.x % cluster.x;
  }
  uint32_t block_of_cluster(uint32_t number, uint32_t rank) const {
    const uint32_t across = grid.x / cluster.x, down = grid.y / cluster.y;
    return linear_block({number % across * cluster.x + rank % cluster.x, number / across % down * cluster.y + rank / cluster.x % cluster.y,
                         number / across / down * cluster.z + rank / cluster.x / cluster.y});
  }
  uint32_t linear_thread(Index3 i) const { return (i.z * block.y + i.y) * block.x + i.x; }
};

}  // namespace wb
