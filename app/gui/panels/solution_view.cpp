#include "app/gui/panels/solution_view.h"

#include "app/gui/editor/line_diff.h"
#include "app/gui/paint.h"
#include "app/session/session.h"
#include "app/workbook/lesson.h"

namespace wb {

const std::string* solution_to_show(const Session& session) {
  const SourceState* source = session.source();
  const Lesson* lesson = session.lesson();
  if (!source || !lesson || !source->is_editable || !session.exercise(source->name).is_passed) return nullptr;
  const ExerciseSpec* exercise = lesson->exercise(source->name);
  if (!exercise) return nullptr;
  const auto found = lesson->sources.find(exercise->solution);
  return found == lesson->sources.end() ? nullptr : &found->second;
}

void SolutionView::draw(const Session& session, const std::string& solution, const Rect& area, Ui& ui) {
  const SourceState& source = *session.source();
  if (solution_ != solution || yours_ != source.text) {
    if (solution_ != solution) buffer_.set_text(solution);
    solution_ = solution;
    yours_ = source.text;
    differing_.clear();
    uint32_t number = 0;
    for (bool differs : lines_that_differ(solution_, yours_))
      if (++number; differs) differing_.insert(number);
  }
  CodeMarks marks;
  marks.differing = differing_;
  const float caption_height = ui.px(46);
  editor_.draw(ui, {area.x, area.y, area.width, area.height - caption_height}, buffer_, false, marks);
  const std::string words = differing_.empty() ? ui.say("solution.same") : ui.say("solution.differs", {std::to_string(differing_.size())});
  text_wrapped(ui, Type::caption, area.x + ui.px(20), area.bottom() - caption_height + ui.px(4), ui.px(18), area.width - ui.px(36), ui.theme.quiet, words);
}

}  // namespace wb
