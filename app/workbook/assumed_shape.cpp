#include "app/workbook/assumed_shape.h"

#include <algorithm>
#include <cmath>

namespace wb {
namespace {

constexpr uint64_t most_threads = 1024;

// tile[16][17] and tile[18][18] of blocks of 16 x 16: a column against bank conflicts, a border of one.
uint64_t without_border(uint64_t edge) {
  if (edge > 8 && edge % 8 == 1) return edge - 1;
  if (edge > 8 && edge % 8 == 2) return edge - 2;
  return edge;
}

Shape flat_block(const KernelUse& use) {
  uint64_t block = 256;
  bool is_found = false;
  for (const std::vector<uint64_t>& shape : use.shared_arrays) {
    if (shape.empty()) continue;
    const uint64_t edge = without_border(shape.back());
    if (edge < 16 || edge > most_threads || edge % 16) continue;
    block = is_found ? std::min(block, edge) : edge;
    is_found = true;
  }
  if (use.named_threads > block && use.named_threads <= most_threads) return {use.named_threads, 1, 1};
  if (use.max_threads) block = is_found ? std::min<uint64_t>(block, use.max_threads) : use.max_threads;
  return {block, 1, 1};
}

Shape square_block(const KernelUse& use) {
  for (const std::vector<uint64_t>& shape : use.shared_arrays) {
    if (shape.size() < 2) continue;
    const uint64_t width = without_border(shape.back()), height = without_border(shape[shape.size() - 2]);
    if (width > 1 && height > 1 && width * height <= most_threads) return {width, height, 1};
  }
  return {16, 16, 1};
}

}  // namespace

KernelUse use_in(const Program& program, std::string_view source) {
  KernelUse use = use_of(program);
  const auto has = [&](const std::string& word) { return source.find(word) != std::string_view::npos; };
  if (!has("cooperative_groups")) return use;
  for (size_t axis = 1; axis < 3; ++axis) {
    const std::string member(1, "xyz"[axis]);
    use.thread_axis[axis] &= has("threadIdx." + member) || has("thread_index()");
    use.block_axis[axis] &= has("blockIdx." + member) || has("group_index()") || has("block_index()");
  }
  return use;
}

Shape assumed_block(const KernelUse& use) {
  if (use.thread_axis[2]) return {8, 8, 4};
  if (use.thread_axis[1]) return square_block(use);
  return flat_block(use);
}

Shape assumed_grid(const KernelUse& use, const Shape& block, uint64_t elements) {
  const std::array<bool, 3> asked = use.takes_tickets ? std::array<bool, 3>{true} : use.block_axis;
  const auto axes = static_cast<double>(std::count(asked.begin(), asked.end(), true));
  Shape grid{1, 1, 1};
  for (size_t axis = 0; axis < 3; ++axis) grid[axis] = std::max<uint64_t>(use.cluster[axis], 1);
  if (axes == 0) return grid;
  const auto threads = static_cast<double>(block[0] * block[1] * block[2]);
  const double blocks = std::max(std::ceil(static_cast<double>(elements) / threads), axes > 1 ? std::pow(4.0, axes) : 1.0);
  for (size_t axis = 0; axis < 3; ++axis)
    if (asked[axis]) grid[axis] = (static_cast<uint64_t>(std::ceil(std::pow(blocks, 1 / axes) - 1e-9)) + grid[axis] - 1) / grid[axis] * grid[axis];
  return grid;
}

}  // namespace wb
