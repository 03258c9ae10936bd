#include "app/gui/panels/code_rows.h"

#include <algorithm>

namespace wb {
namespace {

// A row that goes on stands this much deeper than its line, where there is room for that.
constexpr size_t hanging = 4;

// Where to break [begin, begin + room): before a comment that would not fit whole, else behind the last space or comma, else anywhere.
size_t break_at(std::string_view code, size_t begin, size_t room) {
  const std::string_view row = code.substr(begin, room);
  if (const size_t comment = code.find("//", begin); comment != std::string_view::npos && comment > begin && comment < begin + room) return comment;
  const size_t space = row.find_last_of(" ,");
  return space == std::string_view::npos || space < room / 3 ? begin + room : begin + space + 1;
}

}  // namespace

std::vector<CodeRow> code_rows(std::string_view code, size_t columns) {
  std::vector<CodeRow> rows;
  columns = std::max<size_t>(columns, 12);
  for (size_t begin = 0, line = 0;; ++line) {
    const size_t newline = code.find('\n', begin), end = std::min(newline, code.size());
    const size_t spaces = std::min(code.find_first_not_of(' ', begin), end) - begin;
    size_t indent = 0;
    for (size_t at = begin; at < end || at == begin;) {
      const size_t room = columns - indent;
      const size_t stop = end - at <= room ? end : break_at(code, at, room);
      rows.push_back({line, at, stop, indent});
      at = std::max(stop, at + 1);
      while (at < end && code[at] == ' ') ++at;
      indent = std::min(spaces + hanging, columns / 2);
      if (stop >= end) break;
    }
    if (newline == std::string_view::npos) return rows;
    begin = newline + 1;
  }
}

}  // namespace wb
