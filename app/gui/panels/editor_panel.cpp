#include "app/gui/panels/editor_panel.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"
#include "app/session/lane_values.h"
#include "app/workbook/lesson.h"
#include "simulator/source/render.h"

namespace wb {
namespace {

// The run that is shown, if it ran the very text that is open.
const RunSlot* run_of(const Session& session, const SourceState& source) {
  const RunSlot* slot = session.shown_run();
  return slot && session.selection().launch == source.name && slot->revision == source.revision ? slot : nullptr;
}

std::vector<Squiggle> squiggles_of(const SourceState& source) {
  std::vector<Squiggle> squiggles;
  if (!source.sources) return squiggles;
  for (const Diagnostic& diagnostic : source.diagnostics) {
    if (diagnostic.span.file.v >= source.sources->file_count()) continue;
    const Span span = source.sources->outermost(diagnostic.span);
    if (source.sources->is_included(span.file) || source.sources->name(span.file) != source.file_name) continue;
    squiggles.push_back({span.begin, span.end, diagnostic.severity, as_sentence(message_of(diagnostic)), as_sentence(label_of(diagnostic)), as_sentence(hint_of(diagnostic))});
  }
  return squiggles;
}

// As one edit, so that undo brings back what stood there.
void take_from_outside(TextBuffer& buffer, const std::string& text) {
  if (buffer.text().empty() || text.empty()) return buffer.set_text(text);
  const size_t cursor = buffer.cursor();
  buffer.change_to(text);
  buffer.set_cursor(cursor, false);
}

ExerciseStyle style_of(const Session& session, const std::string& name) {
  const ExerciseSpec* exercise = session.lesson() ? session.lesson()->exercise(name) : nullptr;
  return exercise ? exercise->style : ExerciseStyle::code;
}

const char* state_key(const SourceState& source) {
  if (source.was_changed_below) return "source.changed_below";
  return source.is_edited() ? "source.kept" : "source.yours";
}

// Where the run stands when no instruction is next: before the first, at its end, or where it could not go on.
std::string standstill_words(const Ui& ui, Tick tick, const RunResult* result) {
  if (tick == 0) return ui.say("source.before");
  const bool is_cut_short = result && result->status == RunStatus::failed && !result->reason.empty();
  return is_cut_short ? ui.say("source.stopped", {result->reason}) : ui.say("source.over");
}

}  // namespace

void EditorPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  const float tabs = draw_tabs(session, area, ui);
  const Rect content{area.x, area.y + tabs, area.width, area.height - tabs};
  Clip clip(ui, content);
  if (shows_solution_) solution_.draw(session, *solution_to_show(session), content, ui);
  else if (session.shows_loops()) loops_.draw(session, content, ui);
  else draw_kernel(session, content, ui);
}

float EditorPanel::draw_tabs(const Session& session, const Rect& area, Ui& ui) {
  const SourceState* source = session.source();
  std::string name = source ? source->file_name : session.unread_text().empty() ? "source" : session.lesson_id();
  if (const size_t slash = name.rfind('/'); slash != std::string::npos) name.erase(0, slash + 1);
  const std::string whole = session.file_path().empty() ? name : session.file_path();
  name = cut_in_middle(ui, Type::ui_bold, name, std::max(ui.px(140), area.width * 0.5f));
  if (source && source->is_edited()) name = ui.say("source.edited_tab", {name});
  std::vector<Tab> tabs{{.label = name, .tooltip = whole.ends_with(name) && session.file_path().empty() ? "" : whole}, {.label = ui.say("source.loops_tab")}};
  if (solution_to_show(session)) tabs.push_back({.label = ui.say("solution.tab")});
  else shows_solution_ = false;
  const int current = shows_solution_ ? 2 : session.shows_loops() ? 1 : 0;
  const float height = tab_rows_height(ui, area.width, tabs, current);
  const int chosen = tab_row(ui, {area.x, area.y, area.width, height}, "source/tabs", tabs, current);
  if (chosen == current) return height;
  shows_solution_ = chosen == 2;
  if (!shows_solution_) ui.commands.send(ShowLoops{chosen == 1});
  return height;
}

EditorPanel::Open& EditorPanel::open(const SourceState& source) {
  Open& open = open_[source.name + '\n' + source.file_name + '\n' + source.original];
  if (open.from_session != source.text || (open.buffer.text().empty() && !source.text.empty())) {
    // Changed from outside (opened, reset, reloaded): what the person types here comes back equal.
    if (open.buffer.text() != source.text) take_from_outside(open.buffer, source.text);
    open.from_session = source.text;
  }
  return open;
}

void EditorPanel::draw_kernel(const Session& session, const Rect& area, Ui& ui) {
  const SourceState* source = session.source();
  if (!source && !session.unread_text().empty()) {   // to look at: there is nothing in it that runs
    if (unread_.text() != session.unread_text()) unread_.set_text(session.unread_text());
    editor_.draw(ui, area, unread_, false, {});
    return;
  }
  if (!source) {
    empty_state(ui, area, {.title = ui.say("source.empty_title"), .sentence = ui.say("source.empty"), .button_label = {}, .button_id = {}});
    return;
  }
  way_ = way_of(style_of(session, source->name), source->original, source->text, session.layout().edits_as_text);
  if (seen_open_request_ != session.open_source_request()) {
    if (seen_open_request_ != 0 && source->is_editable) take_keyboard();
    seen_open_request_ = session.open_source_request();
  }
  const float words = std::min(ui.px(source->is_editable ? 88 : 58), area.height * 0.4f);   // with large text the code comes first
  const float caption_height = words + break_strip_.height(session, *source, ui);
  const Rect code{area.x, area.y, area.width, std::max(ui.theme.code_line * 2, area.height - caption_height)};
  const float content = draw_text(session, *source, code, ui);
  const float caption_y = area.y + std::min(code.height, content + ui.px(8));
  draw_caption(session, *source, {area.x, caption_y, area.width, area.bottom() - caption_y}, ui);
}

// The text in its form: as it is, as cards, or with fields. Returns how high it is.
float EditorPanel::draw_text(const Session& session, const SourceState& source, const Rect& area, Ui& ui) {
  Open& opened = open(source);
  const CodeMarks notes = marks(session, source, ui);
  handle_keys(session, source, opened.buffer, ui);
  uint32_t reveal = 0;
  if (notes.current_first && (notes.current_first != followed_line_ || source.name != followed_source_)) reveal = notes.current_first;
  if (notes.pinned_line && notes.pinned_line != pinned_line_) reveal = notes.pinned_line;
  pinned_line_ = notes.pinned_line;
  followed_line_ = notes.current_first;
  followed_source_ = source.name;
  switch (way_.form) {
    case ExerciseWay::Form::cards:
      take_edit(cards_.draw(ui, area, *way_.cards, source.text, notes, reveal), session, source, opened, ui);
      return cards_.height();
    case ExerciseWay::Form::blanks:
      take_edit(blanks_.draw(ui, area, source.original, source.text, notes, reveal), session, source, opened, ui);
      return blanks_.content_height(ui);
    case ExerciseWay::Form::text: break;
  }
  if (reveal) editor_.reveal_line(reveal);
  send_events(editor_.draw(ui, area, opened.buffer, source.is_editable, notes), session, source, opened, ui);
  return editor_.content_height(ui, opened.buffer);
}

void EditorPanel::take_keyboard() {
  if (way_.form == ExerciseWay::Form::cards) cards_.take_keyboard();
  else if (way_.form == ExerciseWay::Form::blanks) blanks_.take_keyboard();
  else editor_.take_keyboard();
}

// Cards and fields are edits of the text, and share its history.
void EditorPanel::take_edit(const SourceEdit& edit, const Session& session, const SourceState& source, Open& opened, Ui& ui) {
  if (edit.text) opened.buffer.change_to(*edit.text);
  if (edit.undoes) opened.buffer.undo();
  if (edit.redoes) opened.buffer.redo();
  EditorEvents events = edit.events;
  events.changed = opened.buffer.text() != source.text;
  send_events(events, session, source, opened, ui);
  if (edit.checks) ui.commands.send(CheckExercise{source.name});
}

// F9: at the caret, or, while another view has the keyboard, at the line where the run stands.
void EditorPanel::handle_keys(const Session& session, const SourceState& source, const TextBuffer& buffer, Ui& ui) {
  const uint32_t caret = static_cast<uint32_t>(buffer.line_of(buffer.cursor())) + 1, now = session.resolved().current_line;
  const bool is_at_caret = way_.form == ExerciseWay::Form::text && editor_.has_keyboard(ui);
  const uint32_t line = is_at_caret || now == 0 ? caret : now;
  if (ui.widgets.take_key(Key::f9)) toggle_breakpoint(session, source, line, ui);
}

void EditorPanel::toggle_breakpoint(const Session& session, const SourceState& source, uint32_t line, Ui& ui) {
  const bool is_set = breakpoint_at(session.breakpoints(source.name), line) != nullptr;
  break_strip_.show(is_set ? 0 : source.code_lines.empty() ? line : line_with_code(source.code_lines, line));
  ui.commands.send(ToggleBreakpoint{source.name, line});
}

CodeMarks EditorPanel::marks(const Session& session, const SourceState& source, const Ui& ui) {
  CodeMarks result;
  result.squiggles = squiggles_of(source);
  result.pinned_line = session.selection().line;
  for (const Breakpoint& b : session.breakpoints(source.name)) {
    result.breakpoints[b.line] = {b.is_on, source.code_lines.empty() || source.code_lines.contains(b.line), b.condition};
    if (!b.condition.empty()) result.notes[b.line] = ui.say("break.note", {b.condition});
  }
  const RunSlot* run = run_of(session, source);
  const Recording* recording = session.recording();
  if (!run || !recording) return result;
  const ResolvedSelection& now = session.resolved();
  result.selected_finding = session.selection().finding;
  result.findings = findings_by_line(recording->sources(), std::vector<Finding>(session.findings().begin(), session.findings().end()));
  result.current_first = result.current_last = now.current_line;
  if (now.instruction && main_line(recording->sources(), now.instruction->span) == now.current_line) {
    const Span seen = recording->sources().outermost(now.instruction->span);
    result.current_last = std::clamp(recording->sources().end(seen).line, now.current_line, now.current_line + 6);
  }
  if (now.instruction && (lanes_tick_ != now.tick || lanes_of_ != recording)) {
    lanes_ = lanes_by_line(*recording, recording->lanes(now.tick, now.instruction->block), now.instruction->warp);
    lanes_tick_ = now.tick;
    lanes_of_ = recording;
  }
  if (now.instruction) result.lanes = lanes_;
  if (now.thread)
    for (const VariableView& variable : now.variables)
      result.values[variable.name] = variable_words(*recording, variable, now.thread->thread);
  return result;
}

void EditorPanel::send_events(const EditorEvents& events, const Session& session, const SourceState& source, Open& opened, Ui& ui) {
  if (events.changed) {
    opened.from_session = opened.buffer.text();
    ui.commands.send(EditSource{source.name, opened.buffer.text()});
  }
  if (events.marked_number) ui.commands.send(SelectLine{events.marked_number});
  if (events.clicked_number) toggle_breakpoint(session, source, events.clicked_number, ui);
  send_watch(events.clicked_words, session, source, ui);
  if (events.clicked_finding >= 0) ui.commands.send(SelectFinding{events.clicked_finding});
  if (events.hovered_line) {
    if (session.selection().hover.line != events.hovered_line) ui.commands.send(SetHover{{.thread = {}, .element = {}, .line = events.hovered_line}});
  } else if (hovers_line_) {
    ui.commands.send(SetHover{{}});
  }
  hovers_line_ = events.hovered_line != 0;
}

// A name of the kernel that was clicked, or an expression that was marked, is what the Warp view shows in all lanes.
void EditorPanel::send_watch(const std::string& words, const Session& session, const SourceState& source, Ui& ui) const {
  const RunSlot* run = run_of(session, source);
  const Recording* recording = session.recording();
  if (words.empty() || words.size() > 200 || words.find('\n') != std::string::npos || !run || !recording) return;
  const bool is_name = names_of(words).size() == 1 && words.find_first_of(" ([+*/") == std::string::npos;
  if (!is_name || words.find('.') != std::string::npos) return ui.commands.send(Watch{words});
  const auto& now = session.resolved();
  const std::optional<ThreadRef> thread = now.thread        ? now.thread
                                          : now.instruction ? std::optional(ThreadRef{now.instruction->block, now.instruction->warp * warp_size})
                                                            : std::nullopt;
  if (!thread) return;
  const std::vector<VariableView> known = recording->variables(now.tick, *thread);
  if (std::any_of(known.begin(), known.end(), [&](const VariableView& v) { return v.name == words; })) ui.commands.send(Watch{words});
}

// Under the code: what went wrong in it, or what the run does at this line.
void EditorPanel::draw_caption(const Session& session, const SourceState& source, const Rect& area, Ui& ui) {
  const float x = area.x + number_column(ui, 10), width = area.right() - x - ui.px(16);
  float y = area.y + break_strip_.draw(session, source, {x, area.y, width, area.height}, ui);
  const auto sentence = [&](Type type, Colour colour, const std::string& words) {
    if (!words.empty()) y += text_wrapped(ui, type, x, y, ui.px(19), width, colour, words);
  };
  const auto error = std::find_if(source.diagnostics.begin(), source.diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
  const RunSlot* run = run_of(session, source);
  const Recording* recording = session.recording();
  if (way_.has_left_form) sentence(Type::caption, ui.theme.ink, ui.say(way_.is_for_cards ? "form.left_cards" : "form.left_blanks"));
  if (error != source.diagnostics.end()) {
    const uint32_t line = source.sources && error->span.file.v < source.sources->file_count() ? main_line(*source.sources, error->span) : 0;
    sentence(Type::caption, ui.theme.bad, (line ? ui.say("source.line", {std::to_string(line)}) + " " : "") + as_sentence(message_of(*error)));
    sentence(Type::caption, ui.theme.quiet, as_sentence(hint_of(*error)));
  } else if (run && recording) {
    const ResolvedSelection& now = session.resolved();
    if (now.instruction) sentence(Type::caption, ui.theme.quiet, ui.phrase(instruction_words(*recording, *now.instruction, now.current_line)));
    const RunResult* result = run->result(EngineKind::simulated);
    if (!now.instruction) sentence(Type::caption, ui.theme.quiet, standstill_words(ui, now.tick, result));
    if (result && now.instruction) sentence(Type::caption, ui.theme.ink, ui.phrase(line_traffic_words(*result, now.current_line)));
  } else if (session.slot(source.name) && source.is_editable) {
    sentence(Type::caption, ui.theme.quiet, ui.say("source.edited_since"));
  } else {
    sentence(Type::caption, ui.theme.quiet, ui.say("source.not_run"));
  }
  const float row = std::max(y + ui.px(6), area.y + ui.px(20));
  const bool has_buttons = source.is_edited() || way_.has_other_form;   // without them the row says only that the text may be changed
  if (source.is_editable && (has_buttons || row + button_height(ui) <= area.bottom())) draw_edit_row(session, source, x, row, width, ui);
}

void EditorPanel::draw_edit_row(const Session& session, const SourceState& source, float x, float y, float width, Ui& ui) {
  const float height = button_height(ui);
  float at = x;
  if (source.is_edited()) {
    const std::string label = ui.say("source.reset"), tip = ui.say("source.reset_tip");
    const Button reset{.label = label, .id = "source/reset", .style = ButtonStyle::quiet, .icon = Icon::undo, .tooltip = tip};
    if (button(ui, at, y, reset)) ui.commands.send(ResetSource{source.name});
    at += button_width(ui, reset) + ui.px(10);
  }
  if (way_.has_other_form && !way_.has_left_form) at += draw_form_switch(session, at, y, ui) + ui.px(10);
  const std::string& state = ui.say(state_key(source));
  if (source.was_changed_below || text_width(ui, Type::caption, state) <= x + width - at) text_cut(ui, Type::caption, at, y, height, x + width - at, ui.theme.quiet, state);
}

// For those who would sooner type.
float EditorPanel::draw_form_switch(const Session& session, float x, float y, Ui& ui) {
  const bool is_text = session.layout().edits_as_text;
  const char* key = !is_text ? "form.as_text" : way_.is_for_cards ? "form.as_cards" : "form.as_blanks";
  const Button made{.label = ui.say(key), .id = "source/form", .style = ButtonStyle::quiet, .tooltip = ui.say("form.help")};
  if (button(ui, x, y, made)) ui.commands.send(EditAsText{!is_text});
  return button_width(ui, made);
}

}  // namespace wb
