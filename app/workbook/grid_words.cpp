#include "app/workbook/grid_words.h"

namespace wb {
namespace {

std::string extent_words(Index3 e) {
  if (e.y <= 1 && e.z <= 1) return std::to_string(e.x);
  return "(" + std::to_string(e.x) + ", " + std::to_string(e.y) + (e.z > 1 ? ", " + std::to_string(e.z) : "") + ")";
}

}  // namespace

std::string launch_words(const LaunchedGrid& grid) { return grid.kernel + "<<<" + extent_words(grid.shape.grid) + ", " + extent_words(grid.shape.block) + ">>>"; }

}  // namespace wb
