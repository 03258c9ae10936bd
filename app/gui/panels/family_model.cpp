#include "app/gui/panels/family_model.h"

#include <algorithm>
#include <cctype>

#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"
#include "app/session/family.h"

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

bool is_number(std::string_view word) {
  return std::isdigit(static_cast<unsigned char>(word.front())) && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) || c == ','; });
}

// "1,213" is 1213.
std::string digits_of(std::string word) {
  std::erase(word, ',');
  return word;
}

bool is_in(std::string_view word, std::string_view name) {
  const auto same = [](char a, char b) { return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b))); };
  return std::search(name.begin(), name.end(), word.begin(), word.end(), [&](char b, char a) { return same(a, b); }) != name.end();
}

}  // namespace

LauncherWords launcher_words(const GridFamily& family, const LaunchedGrid& grid, const SourceMap& sources) {
  const LaunchShape& shape = family.grid(grid.parent).shape;
  return {format_index(shape.thread_index(grid.by.thread), shape.block), format_index(shape.block_index(grid.by.block), shape.grid), std::to_string(grid.parent), std::to_string(main_line(sources, grid.span))};
}

std::vector<std::string> words_of_phrase(std::string_view phrase) {
  std::vector<std::string> words = lowered_words(phrase);
  std::erase_if(words, [](const std::string& word) { return word.find('{') != std::string::npos; });
  return words;
}

std::vector<uint32_t> matching_grids(std::span<const LaunchedGrid> grids, std::string_view typed, std::span<const std::string> passed_over, size_t limit) {
  std::vector<std::string> words = lowered_words(typed);
  std::erase_if(words, [&](const std::string& word) { return std::find(passed_over.begin(), passed_over.end(), word) != passed_over.end(); });
  std::vector<std::string> numbers;
  for (const std::string& word : words)
    if (is_number(word)) numbers.push_back(digits_of(word));
  std::erase_if(words, is_number);
  const auto fits = [&](const LaunchedGrid& grid) {
    const std::string number = numbers.empty() ? "" : std::to_string(grid.number);
    return std::all_of(numbers.begin(), numbers.end(), [&](const std::string& n) { return number.starts_with(n); }) &&
           std::all_of(words.begin(), words.end(), [&](const std::string& word) { return is_in(word, grid.kernel); });
  };
  std::vector<uint32_t> found;   // grids stand by their numbers, and of those with one beginning the shortest is that number itself
  for (const LaunchedGrid& grid : grids) {
    if (found.size() >= limit) break;
    if (fits(grid)) found.push_back(grid.number);
  }
  return found;
}

std::map<uint32_t, int> findings_by_grid(std::span<const Finding> findings) {
  std::map<uint32_t, int> by_grid;
  for (size_t i = 0; i < findings.size(); ++i) {
    const std::optional<uint32_t> grid = findings[i].severity == Severity::note || findings[i].only_under ? std::nullopt : grid_of(findings[i]);
    if (!grid) continue;
    const auto [kept, is_first] = by_grid.try_emplace(*grid, static_cast<int>(i));
    if (!is_first && findings[i].severity > findings[static_cast<size_t>(kept->second)].severity) kept->second = static_cast<int>(i);
  }
  return by_grid;
}

}  // namespace wb
