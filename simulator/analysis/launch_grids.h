#pragma once
// The grids of a launch: its own, and those that device code launched (events.h, GridBegin). Blocks are numbered through over all of them; findings name each
// by its place in its own grid.
#include <string>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/launch_shape.h"

namespace wb {

class LaunchGrids {
 public:
  LaunchGrids() = default;
  explicit LaunchGrids(const LaunchShape& own) : shapes_{own}, begins_(1) {}

  void add(const GridBegin& begin);
  bool has_children() const { return begins_.size() > 1; }
  uint32_t first_block() const { return begins_.empty() ? 0 : begins_.back().first_block; }  // of the grid at work
  uint32_t threads_per_block() const { return shapes_.back().threads_per_block(); }          // likewise

  uint32_t number_of(uint32_t block) const;  // of the block's grid
  const LaunchShape& shape_of(uint32_t block) const;
  Index3 block_index(uint32_t block) const;
  Index3 thread_index(uint32_t block, uint32_t thread) const { return shape_of(block).thread_index(thread); }
  std::string thread_name(uint32_t block, uint32_t thread) const;  // "thread 3"
  std::string block_name(uint32_t block) const;                    // "block 2", "block 2 of child grid 1 (`child`)"
  void locate(FindingPlace& place, uint32_t block, uint32_t thread) const;

  // How two blocks of different grids are related. `launch`: the one that leads from the grid of `ancestor` to that of the other; null: neither is above the other.
  struct Kinship {
    const GridBegin* launch = nullptr;
    bool is_second_above = false;  // the second block's grid is the one above
  };
  Kinship kinship(uint32_t first, uint32_t second) const;
  const GridBegin& begin_of(uint32_t block) const { return begins_[place_of(block)]; }

 private:
  size_t place_of(uint32_t block) const;           // in the order in which they began
  const GridBegin* launch_below(uint32_t above, uint32_t grid) const;

  std::vector<LaunchShape> shapes_;                // as they began
  std::vector<GridBegin> begins_;                  // likewise; the first is nobody's
  std::vector<size_t> places_;                     // by grid number - 1
};

}  // namespace wb
