#pragma once
// A program with blanks: the code is the lesson's and stays as it is, each blank is a field to type into.
#include <vector>

#include "app/gui/panels/blanks_shown.h"
#include "app/gui/panels/source_edit.h"

namespace wb {

class BlanksView {
 public:
  // `start`: the lesson's text; `text` and `marks` as the source has them; `reveal`: a line to bring into view, 0 for none.
  SourceEdit draw(Ui& ui, const Rect& area, const std::string& start, const std::string& text, const CodeMarks& marks, uint32_t reveal);
  void take_keyboard() { wants_keyboard_ = true; }
  float content_height(const Ui& ui) const { return editor_.content_height(ui, buffer_); }

 private:
  void take_text(const std::string& start, const std::string& text);
  void draw_field(Ui& ui, const Rect& area, size_t index, const CodeMarks& marks, SourceEdit& edit);

  std::string text_;
  BlanksShown shown_;
  TextBuffer buffer_;                    // what is shown
  TextEditor editor_{"source/code"};
  std::vector<TextBoxState> boxes_;      // by field
  bool wants_keyboard_ = false;
};

}  // namespace wb
