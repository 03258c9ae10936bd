#pragma once
// Sets formatted text in a measure: where each piece of each line stands. Pure geometry over a measuring function, so that it can be
// tested without a font.
//
//   RichText -> pieces (text with one style) -> words (pieces with no space between) -> lines -> fragments (neighbours of one style joined)
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/fonts.h"
#include "app/workbook/lesson.h"

namespace wb {

using Measure = std::function<float(Type, std::string_view)>;

// The faces of one body of text: its plain style and what bold, italic and code become in it.
struct TextStyle {
  Type plain = Type::text, italic = Type::text_italic, bold = Type::text_bold, bold_italic = Type::text_bold_italic, code = Type::code_text;
  float line_height = 25;
  float code_padding = 5;      // left and right of a piece of code, inside its chip
};

struct Fragment {
  float x = 0, y = 0, width = 0;   // from the top left of the text; y is the top of the line box; a chip's padding included
  Type type = Type::text;
  bool is_code = false;
  bool starts_chip = false, ends_chip = false;  // a piece of code may be cut by a line's end
  std::string text;                // with the space that follows it, if one does
  std::string target;              // of a link
  std::string shown() const;       // without that space
};

struct LaidText {
  std::vector<Fragment> fragments;
  float width = 0, height = 0;     // of the widest line; of all lines
  int lines = 0;
};

LaidText lay_out(const RichText& text, const TextStyle& style, float measure_width, const Measure& measure);

// The width that the longest unbreakable stretch needs.
float least_width(const RichText& text, const TextStyle& style, const Measure& measure);

// Column widths of a table: each as wide as it needs if all fit, else narrowed in proportion, none below its longest word where possible.
std::vector<float> column_widths(const std::vector<float>& wanted, const std::vector<float>& least, float available, float gap);

}  // namespace wb
