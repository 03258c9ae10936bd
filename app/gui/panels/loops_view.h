#pragma once
// The explicit loops as text: the same kernel, written as plain C++ loops, with a cursor in step with the grid. The line that does what
// the kernel's current line does is marked; beside the heads of the loops stands which pass of each is at work.
#include "app/gui/editor/text_editor.h"
#include "app/gui/panels/loops_cursor.h"
#include "app/session/question.h"

namespace wb {

class LoopsView {
 public:
  void draw(const Session& session, const Rect& area, Ui& ui);

 private:
  void take_text(const SourceState& source);
  bool is_of_shown_run(const Session& session, const SourceState& source) const;
  CodeMarks marks(const Session& session, const SourceState& source);
  void ask(const Session& session, const SourceState& source, uint32_t printed_line);
  float draw_scope(const Rect& row, Ui& ui);
  void draw_foot(const Session& session, const SourceState& source, const Rect& area, Ui& ui);

  TextBuffer buffer_;
  TextEditor editor_{"source/loops"};
  std::string shown_text_;
  uint32_t followed_line_ = 0;
  LoopScope scope_ = LoopScope::thread;
  Question<LoopQuestion, LoopMoment> moment_{read_loop_moment};
};

}  // namespace wb
