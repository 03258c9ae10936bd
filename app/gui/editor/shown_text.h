#pragma once
// A text that is not shown letter by letter: most of it is, and pieces of it are replaced by something else, such as the marks of a blank
// by a field, and the cards of a tray by an empty line. What is known by its place in the text (lines, diagnostics) is found by its place
// on the screen, and the other way.
//
//     source   int i = /*blank*/ threadIdx.x /*end*/;          shown   int i =  threadIdx.x   ;
//                      ^ kept    ^ replaced          ^ kept
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

class ShownText {
 public:
  explicit ShownText(std::string source = {}) : source_(std::move(source)) {}

  // Pieces are given in order, from the first letter to the last.
  void keep_until(size_t end);                             // of the source
  void replace_until(size_t end, std::string_view shown);

  const std::string& text() const { return text_; }
  // An offset inside of what was replaced leads as far into the replacement, at most to its end.
  size_t shown(size_t source_offset) const;
  // Lines count from 1. 0: that line is not shown, or does not stand in the source.
  uint32_t shown_line(uint32_t source_line) const;
  uint32_t source_line(uint32_t shown_line) const;
  uint32_t line_count() const { return static_cast<uint32_t>(source_lines().size()); }

 private:
  struct Piece {
    size_t source_begin = 0, source_end = 0, shown_begin = 0, shown_end = 0;
    bool is_kept = false;
  };
  std::vector<uint32_t> source_lines() const;              // by shown line

  std::string source_, text_;
  std::vector<Piece> pieces_;
};

}  // namespace wb
