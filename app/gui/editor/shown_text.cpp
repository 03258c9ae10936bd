#include "app/gui/editor/shown_text.h"

#include <algorithm>
#include <cstddef>

namespace wb {

void ShownText::keep_until(size_t end) {
  const size_t begin = pieces_.empty() ? 0 : pieces_.back().source_end;
  end = std::clamp(end, begin, source_.size());
  pieces_.push_back({begin, end, text_.size(), text_.size() + end - begin, true});
  text_.append(source_, begin, end - begin);
}

void ShownText::replace_until(size_t end, std::string_view shown) {
  const size_t begin = pieces_.empty() ? 0 : pieces_.back().source_end;
  end = std::clamp(end, begin, source_.size());
  pieces_.push_back({begin, end, text_.size(), text_.size() + shown.size(), false});
  text_ += shown;
}

size_t ShownText::shown(size_t source_offset) const {
  for (const Piece& piece : pieces_)
    if (source_offset < piece.source_end) return std::min(piece.shown_begin + (source_offset - piece.source_begin), piece.shown_end);
  return text_.size();
}

// A shown line belongs to the source line in which its first letter stands. What replaces whole lines, or nothing, belongs to none.
std::vector<uint32_t> ShownText::source_lines() const {
  const auto line_of = [&](size_t offset) { return static_cast<uint32_t>(std::count(source_.begin(), source_.begin() + static_cast<ptrdiff_t>(offset), '\n')) + 1; };
  std::vector<uint32_t> lines;
  size_t piece = 0;
  for (size_t begin = 0;;) {
    while (piece + 1 < pieces_.size() && pieces_[piece].shown_end <= begin) ++piece;
    uint32_t line = 0;
    if (!pieces_.empty()) {
      const Piece& p = pieces_[piece];
      const std::string_view replaced = std::string_view(source_).substr(p.source_begin, p.source_end - p.source_begin);
      if (p.is_kept) line = line_of(std::min(p.source_begin + (begin - p.shown_begin), p.source_end));
      else if (!replaced.empty() && replaced.find('\n') == std::string_view::npos) line = line_of(p.source_begin);
    }
    lines.push_back(line);
    const size_t end = text_.find('\n', begin);
    if (end == std::string::npos) return lines;
    begin = end + 1;
  }
}

uint32_t ShownText::source_line(uint32_t shown_line) const {
  const std::vector<uint32_t> lines = source_lines();
  return shown_line >= 1 && shown_line <= lines.size() ? lines[shown_line - 1] : 0;
}

uint32_t ShownText::shown_line(uint32_t source_line) const {
  const std::vector<uint32_t> lines = source_lines();
  const auto found = std::find(lines.begin(), lines.end(), source_line);
  return source_line == 0 || found == lines.end() ? 0 : static_cast<uint32_t>(found - lines.begin()) + 1;
}

}  // namespace wb
