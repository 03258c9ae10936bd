#include "app/gui/panels/family_model.h"

#include <algorithm>
#include <cctype>

#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

std::vector<std::string> lowered_words(std::string_view typed) {
  std::vector<std::string> words(1);
  for (const char c : typed) {
    if (c == ' ' && !words.back().empty()) words.emplace_back();
    if (c != ' ') words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_number(std::string_view word) { return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); }); }

bool is_in(std::string_view word, std::string_view name) {
  const auto same = [](char a, char b) { return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b))); };
  return std::search(name.begin(), name.end(), word.begin(), word.end(), [&](char b, char a) { return same(a, b); }) != name.end();
}

}  // namespace

LauncherWords launcher_words(const GridFamily& family, const LaunchedGrid& grid, const SourceMap& sources) {
  const LaunchShape& shape = family.grid(grid.parent).shape;
  return {thread_words(shape, grid.by.thread), block_words(shape, grid.by.block), std::to_string(grid.parent), std::to_string(main_line(sources, grid.span))};
}

std::vector<uint32_t> matching_grids(std::span<const LaunchedGrid> grids, std::string_view typed) {
  const std::vector<std::string> words = lowered_words(typed);
  std::vector<uint32_t> found;
  for (const LaunchedGrid& grid : grids) {
    const auto fits = [&](const std::string& word) { return is_number(word) ? std::to_string(grid.number).starts_with(word) : is_in(word, grid.kernel); };
    if (std::all_of(words.begin(), words.end(), fits)) found.push_back(grid.number);
  }
  return found;
}

}  // namespace wb
