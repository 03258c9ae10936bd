#include "app/gui/panels/loops_view.h"

#include "app/gui/paint.h"
#include "app/gui/panels/source_notes.h"

namespace wb {

void LoopsView::draw(const Session& session, const Rect& area, Ui& ui) {
  const SourceState* source = session.source();
  if (!source) {
    empty_state(ui, area, {.title = ui.say("loops.empty_title"), .sentence = ui.say("loops.empty"), .button_label = {}, .button_id = {}});
    return;
  }
  if (source->loops.text.empty()) {
    const std::string why = source->loops.reason.empty() ? ui.say("loops.compile_first") : source->loops.reason;
    empty_state(ui, area, {.title = ui.say("loops.none_title"), .sentence = why, .button_label = {}, .button_id = {}});
    return;
  }
  take_text(*source);
  moment_.poll();
  if (moment_.is_reading()) ui.widgets.request_frame();
  const CodeMarks notes = marks(session, *source);
  if (notes.current_first && notes.current_first != followed_line_) editor_.reveal_line(notes.current_first);
  followed_line_ = notes.current_first;
  const float head = is_of_shown_run(session, *source) ? ui.px(36) : 0, foot = ui.px(64);
  if (head > 0) draw_scope({area.x, area.y, area.width, head}, ui);
  editor_.draw(ui, {area.x, area.y + head, area.width, area.height - head - foot}, buffer_, false, notes);
  draw_foot(session, *source, {area.x, area.bottom() - foot, area.width, foot}, ui);
}

void LoopsView::take_text(const SourceState& source) {
  if (shown_text_ == source.loops.text) return;
  shown_text_ = source.loops.text;
  buffer_.set_text(shown_text_);
}

bool LoopsView::is_of_shown_run(const Session& session, const SourceState& source) const {
  const RunSlot* slot = session.shown_run();
  return session.recording() && slot && session.selection().launch == source.name && slot->result(EngineKind::simulated);
}

CodeMarks LoopsView::marks(const Session& session, const SourceState& source) {
  CodeMarks result;
  if (!is_of_shown_run(session, source)) return result;
  const auto [first, last] = source.loops.lines_of(session.resolved().current_line);
  result.current_first = first;
  result.current_last = last;
  ask(session, source, last);
  if (!moment_.answer() || moment_.answered()->recording.get() != session.recording()) return result;
  // Another line than the one that was asked about: the heads around it may be others, so nothing is said before the answer is there.
  if (moment_.answer()->line != session.resolved().current_line) return result;
  result.notes_come_first = true;   // the heads are all alike; where they stand is what is looked for
  for (const auto& [line, text] : loop_notes(source.loops, last, session.recording()->shape(), *moment_.answer(), scope_)) result.notes[line] = text;
  return result;
}

void LoopsView::ask(const Session& session, const SourceState& source, uint32_t printed_line) {
  LoopQuestion question{session.kept_recording(), session.selection().tick, session.selection().thread, session.resolved().current_line, {}};
  for (const LoopHead& head : source.loops.heads_around(printed_line))
    if (head.over == LoopHead::Over::own && !head.variable.empty()) question.counters.push_back(head.variable);
  moment_.ask(question);
}

// How much of the loops is looked at: one thread, one warp, or all.
float LoopsView::draw_scope(const Rect& row, Ui& ui) {
  static constexpr std::pair<LoopScope, const char*> scopes[] = {{LoopScope::thread, "thread"}, {LoopScope::warp, "warp"}, {LoopScope::all, "every"}};
  float x = row.x + ui.px(14);
  const float y = row.y + (row.height - button_height(ui)) / 2;
  for (const auto& [scope, key] : scopes) {
    const std::string id = std::string("loops/scope/") + key;
    const Button made{.label = ui.say(std::string("loops.") + key), .id = id, .style = ButtonStyle::quiet, .checked = scope_ == scope};
    if (button(ui, x, y, made)) scope_ = scope;
    x += button_width(ui, made) + ui.px(4);
  }
  return x;
}

void LoopsView::draw_foot(const Session& session, const SourceState& source, const Rect& area, Ui& ui) {
  const float x = area.x + ui.px(20), width = area.width - ui.px(36), row = ui.px(18);
  float y = area.y + ui.px(4);
  const bool is_known = is_of_shown_run(session, source) && moment_.answer() && moment_.answered()->recording.get() == session.recording();
  if (source.loops_revision != source.revision) y += text_wrapped(ui, Type::caption, x, y, row, width, ui.theme.quiet, ui.say("loops.late"));
  if (is_known) text_wrapped(ui, Type::caption, x, y, row, width, ui.theme.ink, loop_sentence(ui.catalogue, session.recording()->shape(), *moment_.answer(), scope_));
  else text_wrapped(ui, Type::caption, x, y, row, width, ui.theme.quiet, ui.say("loops.caption"));
}

}  // namespace wb
