#include "app/gui/editor/line_diff.h"

#include <algorithm>
#include <cstdint>

namespace wb {
namespace {

struct Lines {
  std::vector<std::string_view> text;   // trimmed; empty lines are left out
  std::vector<size_t> number;           // of each, among all lines
  size_t count = 0;                     // of all lines
};

Lines split(std::string_view text) {
  Lines lines;
  for (;;) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos) {
      lines.text.push_back(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
      lines.number.push_back(lines.count);
    }
    ++lines.count;
    if (end == text.size()) return lines;
    text.remove_prefix(end + 1);
  }
}

// Marks the lines of a that belong to a longest common subsequence with b. length[i][j]: of a from i on and b from j on.
//
//     a: x y z        kept: x, z
//     b: x z w
std::vector<bool> common(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  constexpr size_t most_cells = 4'000'000;
  std::vector<bool> kept(a.size());
  if ((a.size() + 1) * (b.size() + 1) > most_cells) {
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) kept[i] = a[i] == b[i];
    return kept;
  }
  const size_t width = b.size() + 1;
  std::vector<uint32_t> length((a.size() + 1) * width);
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      length[i * width + j] = a[i] == b[j] ? length[(i + 1) * width + j + 1] + 1 : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      kept[i] = true;
      ++i, ++j;
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return kept;
}

}  // namespace

std::vector<bool> lines_that_differ(std::string_view text, std::string_view other) {
  const Lines a = split(text), b = split(other);
  const std::vector<bool> kept = common(a.text, b.text);
  std::vector<bool> differs(a.count);
  for (size_t i = 0; i < kept.size(); ++i) differs[a.number[i]] = !kept[i];
  return differs;
}

}  // namespace wb
