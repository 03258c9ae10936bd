#pragma once
// A program with blanks as it is shown: a field in place of each blank's marks, as wide as its content needs, and the comment at the end
// of the line where it was.
#include <vector>

#include "app/gui/editor/shown_text.h"

namespace wb {

struct ShownField {
  size_t begin = 0, end = 0;    // of the field, in the shown text
  uint32_t line = 1;            // shown lines are the text's own
  std::string content;
};

struct BlanksShown {
  ShownText text;
  std::vector<ShownField> fields;
};
// A text that can be read (see blanks_in); `start`: the lesson's, whose comments say in which columns they stand.
BlanksShown show_blanks(const std::string& text, const std::string& start);

}  // namespace wb
