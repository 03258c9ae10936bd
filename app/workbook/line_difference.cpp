// The longest common subsequence of lines, after equal beginnings and ends are set aside.
#include <algorithm>

#include "app/workbook/progress_store.h"

namespace wb {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

std::vector<DiffLine> line_difference(const std::string& old_text, const std::string& new_text) {
  std::vector<std::string> a = lines_of(old_text), b = lines_of(new_text);
  std::vector<DiffLine> result;
  size_t begin = 0, a_end = a.size(), b_end = b.size();
  while (begin < a_end && begin < b_end && a[begin] == b[begin]) ++begin;
  while (a_end > begin && b_end > begin && a[a_end - 1] == b[b_end - 1]) --a_end, --b_end;
  for (size_t i = 0; i < begin; ++i) result.push_back({' ', a[i]});

  size_t rows = a_end - begin, columns = b_end - begin;
  constexpr size_t most_cells = 4'000'000;
  if (rows * columns > most_cells) {  // too different to line up: all old, then all new
    for (size_t i = begin; i < a_end; ++i) result.push_back({'-', a[i]});
    for (size_t j = begin; j < b_end; ++j) result.push_back({'+', b[j]});
  } else {
    std::vector<uint32_t> common((rows + 1) * (columns + 1));  // of the rests from (i, j) on
    auto cell = [&](size_t i, size_t j) -> uint32_t& { return common[i * (columns + 1) + j]; };
    for (size_t i = rows; i-- > 0;)
      for (size_t j = columns; j-- > 0;) cell(i, j) = a[begin + i] == b[begin + j] ? cell(i + 1, j + 1) + 1 : std::max(cell(i + 1, j), cell(i, j + 1));
    for (size_t i = 0, j = 0; i < rows || j < columns;) {
      if (i < rows && j < columns && a[begin + i] == b[begin + j]) result.push_back({' ', a[begin + i]}), ++i, ++j;
      else if (i < rows && (j == columns || cell(i + 1, j) >= cell(i, j + 1))) result.push_back({'-', a[begin + i++]});
      else result.push_back({'+', b[begin + j++]});
    }
  }
  for (size_t i = a_end; i < a.size(); ++i) result.push_back({' ', a[i]});
  return result;
}

}  // namespace wb
