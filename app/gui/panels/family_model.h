#pragma once
// The grids of a launch in words, and which of them fit what was typed. Pure.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/grid_words.h"

namespace wb {

// Who launched a grid, as the pieces of a sentence.
struct LauncherWords {
  std::string thread, block, grid, line;   // "(3, 7)", "2", "0", "12"; `line` "0": not in the main file
};
LauncherWords launcher_words(const GridFamily& family, const LaunchedGrid& grid, const SourceMap& sources);

// The numbers of those that fit every word: a number (1213, 1,213) is the beginning of the grid's own, a name is a part of its kernel's (ASCII letters
// without case); the very number stands first. Words in `passed_over` say nothing: "grid 12" is 12. At most `limit`.
std::vector<uint32_t> matching_grids(std::span<const LaunchedGrid> grids, std::string_view typed, std::span<const std::string> passed_over = {}, size_t limit = SIZE_MAX);
// Those words, of a sentence such as "open grid {0}".
std::vector<std::string> words_of_phrase(std::string_view phrase);

// The finding that shows in each grid that has one: the most severe, by its index.
std::map<uint32_t, int> findings_by_grid(std::span<const Finding> findings);

}  // namespace wb
