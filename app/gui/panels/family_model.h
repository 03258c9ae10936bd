#pragma once
// The grids of a launch in words, and which of them fit what was typed. Pure.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/grid_words.h"

namespace wb {

// Who launched a grid, as the pieces of a sentence.
struct LauncherWords {
  std::string thread, block, grid, line;   // "thread 0", "block 2", "0", "12"; `line` "0": not in the main file
};
LauncherWords launcher_words(const GridFamily& family, const LaunchedGrid& grid, const SourceMap& sources);

// The numbers of those that fit every word: a number is the beginning of the grid's own, a name is a part of its kernel's (ASCII letters without case).
std::vector<uint32_t> matching_grids(std::span<const LaunchedGrid> grids, std::string_view typed);

}  // namespace wb
