#pragma once
// The lesson's solution beside what the student wrote, once that has passed: lines that the student's text lacks are tinted.
#include "app/gui/editor/text_editor.h"

namespace wb {

// The solution of the exercise whose source is open; null: there is none, or it has not been passed yet.
const std::string* solution_to_show(const Session& session);

class SolutionView {
 public:
  void draw(const Session& session, const std::string& solution, const Rect& area, Ui& ui);

 private:
  TextBuffer buffer_;
  TextEditor editor_{"source/solution"};
  std::string solution_, yours_;   // what `differing_` was worked out from
  std::set<uint32_t> differing_;
};

}  // namespace wb
