#pragma once
// The explicit loops as text: the same kernel, written as plain C++ loops. Lines that come from the current source line are marked.
#include "app/gui/editor/text_editor.h"

namespace wb {

class LoopsView {
 public:
  void draw(const Session& session, const Rect& area, Ui& ui);

 private:
  void take_text(const SourceState& source);
  CodeMarks marks(const Session& session, const SourceState& source) const;

  TextBuffer buffer_;
  TextEditor editor_{"source/loops"};
  std::string shown_text_;
  uint32_t followed_line_ = 0;
};

}  // namespace wb
