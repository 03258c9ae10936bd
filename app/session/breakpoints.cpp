#include "app/session/breakpoints.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace wb {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t begin = 0;;) {
    const size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return lines;
    begin = end + 1;
  }
}

auto place_of(Breakpoints& all, uint32_t line) {
  return std::lower_bound(all.begin(), all.end(), line, [](const Breakpoint& b, uint32_t l) { return b.line < l; });
}

}  // namespace

const Breakpoint* breakpoint_at(const Breakpoints& all, uint32_t line) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Breakpoint& b) { return b.line == line; });
  return found == all.end() ? nullptr : &*found;
}

void put_breakpoint(Breakpoints& all, Breakpoint one) {
  const auto at = place_of(all, one.line);
  if (at != all.end() && at->line == one.line) *at = std::move(one);
  else all.insert(at, std::move(one));
}

void drop_breakpoint(Breakpoints& all, uint32_t line) {
  std::erase_if(all, [&](const Breakpoint& b) { return b.line == line; });
}

uint32_t line_with_code(const std::set<uint32_t>& lines, uint32_t line) {
  const auto found = lines.lower_bound(line);
  return found == lines.end() ? 0 : *found;
}

// Edits are local: what the two texts share at their ends has only moved.
void follow_edit(Breakpoints& all, const std::string& before, const std::string& after) {
  if (all.empty()) return;
  const auto old_lines = lines_of(before), new_lines = lines_of(after);
  const size_t shorter = std::min(old_lines.size(), new_lines.size());
  size_t head = 0, tail = 0;
  while (head < shorter && old_lines[head] == new_lines[head]) ++head;
  while (tail < shorter - head && old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail]) ++tail;
  const Breakpoints was = std::exchange(all, {});
  for (Breakpoint one : was) {
    const size_t index = one.line - 1;
    if (index >= old_lines.size() - tail) one.line = static_cast<uint32_t>(one.line + new_lines.size() - old_lines.size());
    else if (index >= head) one.line = static_cast<uint32_t>(std::min(index, std::max(head + 1, new_lines.size() - tail) - 1) + 1);
    if (one.line >= 1 && one.line <= new_lines.size()) put_breakpoint(all, std::move(one));
  }
}

}  // namespace wb
