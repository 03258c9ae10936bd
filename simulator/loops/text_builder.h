#pragma once
// Lines of printed C++: indentation, the source line each came from, and end-of-line comments set in a column.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb::loops {

class TextBuilder {
 public:
  struct Line {
    int indent = 0;
    std::string code, comment;
    uint32_t source_line = 0;
    bool is_repeated = false;
    bool is_head = false;       // of a loop
    LoopHead head{};            // its lines are filled in by finish()
  };

  void add(std::string code, uint32_t source_line = 0, std::string comment = {}) {
    lines_.push_back({indent_, std::move(code), std::move(comment), source_line});
  }
  void open() { ++indent_; }
  void close() { --indent_; }
  Line& last() { return lines_.back(); }
  Line& line(size_t at) { return lines_[at]; }
  void mark_head(size_t at, LoopHead::Over over, int axis, std::string variable) {
    lines_[at].is_head = true;
    lines_[at].head = {over, static_cast<uint8_t>(axis), std::move(variable), 0, 0};
  }
  size_t size() const { return lines_.size(); }
  void insert(size_t at, std::vector<Line> lines) { lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(at), lines.begin(), lines.end()); }

  // The text, and what is known of its lines, counted from 1.
  void finish(LoopsText& result) const {
    std::string& text = result.text;
    result.source_line.assign(1, 0);
    result.is_repeated.assign(1, false);
    size_t group_end = 0, column = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      if (i >= group_end) measure_group(i, group_end, column);
      std::string out = line.code.empty() ? "" : std::string(2 * static_cast<size_t>(line.indent), ' ') + line.code;
      if (!line.comment.empty()) out += std::string(out.size() < column ? column - out.size() : 2, ' ') + line.comment;
      text += out + "\n";
      result.source_line.push_back(line.source_line);
      result.is_repeated.push_back(line.is_repeated);
      if (!line.is_head) continue;
      result.heads.push_back(line.head);
      result.heads.back().line = static_cast<uint32_t>(i + 1);
      result.heads.back().last_line = static_cast<uint32_t>(body_end(i));
    }
  }

 private:
  // One behind the last line of a loop: what is set further in than its head, and the closing brace. Heads of nested loops stand at one depth.
  size_t body_end(size_t head) const {
    size_t end = head + 1;
    while (end < lines_.size() && lines_[end].is_head && lines_[end].indent == lines_[head].indent) ++end;
    while (end < lines_.size() && lines_[end].indent > lines_[head].indent) ++end;
    const bool is_closed = end < lines_.size() && lines_[end].indent == lines_[head].indent && lines_[end].code.starts_with("}");
    return is_closed ? end + 1 : end;
  }
  // Comments of neighbouring lines at one depth share a column, as far as it is not too far to the right.
  void measure_group(size_t begin, size_t& end, size_t& column) const {
    column = 0;
    for (end = begin; end < lines_.size() && lines_[end].indent == lines_[begin].indent; ++end) {
      const size_t width = 2 * static_cast<size_t>(lines_[end].indent) + lines_[end].code.size();
      if (!lines_[end].comment.empty() && width < 76) column = std::max(column, width + 2);
    }
  }

  int indent_ = 0;
  std::vector<Line> lines_;
};

}  // namespace wb::loops
