#include "simulator/analysis/launch_grids.h"

#include <algorithm>

#include "simulator/analysis/element_names.h"

namespace wb {

void LaunchGrids::add(const GridBegin& begin) {
  if (places_.size() < begin.grid) places_.resize(begin.grid);
  places_[begin.grid - 1] = begins_.size();
  begins_.push_back(begin);
  shapes_.push_back({begin.extent, begin.block});
}

size_t LaunchGrids::place_of(uint32_t block) const {
  const auto behind = std::upper_bound(begins_.begin(), begins_.end(), block, [](uint32_t b, const GridBegin& begin) { return b < begin.first_block; });
  return static_cast<size_t>(behind - begins_.begin()) - 1;
}

uint32_t LaunchGrids::number_of(uint32_t block) const { return begin_of(block).grid; }
const LaunchShape& LaunchGrids::shape_of(uint32_t block) const { return shapes_[place_of(block)]; }
Index3 LaunchGrids::block_index(uint32_t block) const { return shape_of(block).block_index(block - begin_of(block).first_block); }
std::string LaunchGrids::thread_name(uint32_t block, uint32_t thread) const { return wb::thread_name(shape_of(block), thread_index(block, thread)); }

std::string LaunchGrids::block_name(uint32_t block) const {
  const std::string name = wb::block_name(shape_of(block), block_index(block));
  const GridBegin& begin = begin_of(block);
  return begin.grid ? name + " of child grid " + std::to_string(begin.grid) + " (`" + begin.kernel + "`)" : name;
}

void LaunchGrids::locate(FindingPlace& place, uint32_t block, uint32_t thread) const {
  place.block = block_index(block);
  place.thread = thread_index(block, thread);
  place.grid = number_of(block);
}

// Up from `grid`: the launch that was made in the grid `above`.
const GridBegin* LaunchGrids::launch_below(uint32_t above, uint32_t grid) const {
  while (grid) {
    const GridBegin& begin = begins_[places_[grid - 1]];
    if (begin.parent == above) return &begin;
    grid = begin.parent;
  }
  return nullptr;
}

LaunchGrids::Kinship LaunchGrids::kinship(uint32_t first, uint32_t second) const {
  const uint32_t a = number_of(first), b = number_of(second);
  if (const GridBegin* launch = launch_below(a, b)) return {launch, false};
  return {launch_below(b, a), true};
}

}  // namespace wb
