#pragma once
// Lines of printed C++: indentation, the source line each came from, and end-of-line comments set in a column.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace wb::loops {

class TextBuilder {
 public:
  struct Line {
    int indent = 0;
    std::string code, comment;
    uint32_t source_line = 0;
  };

  void add(std::string code, uint32_t source_line = 0, std::string comment = {}) {
    lines_.push_back({indent_, std::move(code), std::move(comment), source_line});
  }
  void open() { ++indent_; }
  void close() { --indent_; }
  Line& last() { return lines_.back(); }
  size_t size() const { return lines_.size(); }
  void insert(size_t at, std::vector<Line> lines) { lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(at), lines.begin(), lines.end()); }

  // The text; source_line[n] belongs to its n-th line, counted from 1.
  std::string finish(std::vector<uint32_t>& source_line) const {
    std::string text;
    source_line.assign(1, 0);
    size_t group_end = 0, column = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      if (i >= group_end) measure_group(i, group_end, column);
      std::string out = line.code.empty() ? "" : std::string(2 * static_cast<size_t>(line.indent), ' ') + line.code;
      if (!line.comment.empty()) out += std::string(out.size() < column ? column - out.size() : 2, ' ') + line.comment;
      text += out + "\n";
      source_line.push_back(line.source_line);
    }
    return text;
  }

 private:
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
