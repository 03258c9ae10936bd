#include "app/gui/panels/loops_view.h"

#include "app/gui/paint.h"
#include "app/gui/panels/source_notes.h"

namespace wb {
namespace {

constexpr const char* caption =
    "The same kernel as loops on one core: the grid and the block are for statements. Marked lines come from the line where the run stands.";

}  // namespace

void LoopsView::draw(const Session& session, const Rect& area, Ui& ui) {
  const SourceState* source = session.source();
  if (!source) {
    empty_state(ui, area, {.title = "No source is open", .sentence = "Open a lesson and press Run on one of its cards.", .button_label = {}, .button_id = {}});
    return;
  }
  if (source->loops.text.empty()) {
    const std::string why = source->loops.reason.empty() ? "The kernel has to compile first." : source->loops.reason;
    empty_state(ui, area, {.title = "Not written as loops", .sentence = why, .button_label = {}, .button_id = {}});
    return;
  }
  take_text(*source);
  const CodeMarks notes = marks(session, *source);
  if (notes.current_first && notes.current_first != followed_line_) editor_.reveal_line(notes.current_first);
  followed_line_ = notes.current_first;
  const float caption_height = ui.px(46);
  editor_.draw(ui, {area.x, area.y, area.width, area.height - caption_height}, buffer_, false, notes);
  const std::string late = source->loops_revision != source->revision ? "These are the loops of the last version that compiled. " : "";
  text_wrapped(ui, Type::caption, area.x + ui.px(20), area.bottom() - caption_height + ui.px(4), ui.px(18), area.width - ui.px(36), ui.theme.quiet,
               late + caption);
}

void LoopsView::take_text(const SourceState& source) {
  if (shown_text_ == source.loops.text) return;
  shown_text_ = source.loops.text;
  buffer_.set_text(shown_text_);
}

CodeMarks LoopsView::marks(const Session& session, const SourceState& source) const {
  CodeMarks result;
  const uint32_t line = session.resolved().current_line;
  if (!session.recording() || line == 0 || session.selection().launch != source.name) return result;
  // The printed line that came from the current one; a loop head may stand far above, so the last run of lines is the body's.
  for (uint32_t printed = 1; printed < source.loops.source_line.size(); ++printed) {
    if (source.loops.source_line[printed] != line) continue;
    if (result.current_last + 1 != printed) result.current_first = printed;
    result.current_last = printed;
  }
  return result;
}

}  // namespace wb
