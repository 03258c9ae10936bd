// The cards that do something: run a launch, show a figure, work on an exercise or a bug, write an explanation.
#include <algorithm>
#include <cmath>

#include "app/gui/numbers.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/page_pen.h"
#include "app/gui/widgets/button_row.h"

namespace wb {
namespace {

CardFrame::Look card_look(const Theme& theme) { return {.background = mix(theme.paper, theme.ground, 0.6f), .border = theme.line}; }

void caption(Pen& pen, const RichText& text) {
  if (text.empty()) return;
  pen.rich(text, pen.prose(), pen.ui.theme.ink);
  pen.gap(10);
}

// A locked card says what it waits for; nothing in it can be pressed.
void draw_lock(Pen& pen, const char* key = "card.locked") {
  icon(pen.ui, Icon::lock, pen.x + pen.px(6), pen.y + pen.px(10), pen.px(12), pen.ui.theme.quiet);
  const float indent = pen.px(20);
  pen.x += indent;
  pen.width -= indent;
  pen.plain(Type::caption, pen.px(20), pen.ui.theme.quiet, pen.ui.say(key));
  pen.x -= indent;
  pen.width += indent;
}

struct Mark {
  Icon icon = Icon::none;
  Colour colour = 0;
  std::string words;
};

// What came of a run that has ended, in one line.
Mark ended(const Pen& pen, RunStatus status, const std::string& reason, uint64_t findings, uint64_t notes, const std::optional<uint64_t>& steps) {
  const Theme& theme = pen.ui.theme;
  if (status == RunStatus::failed || status == RunStatus::absent) return {Icon::warning, theme.bad, reason};
  if (status == RunStatus::cancelled) return {Icon::info, theme.quiet, pen.ui.say("run.cancelled")};
  const std::string shown = steps ? with_separators(*steps) : std::string();
  if (findings == 0 && notes && steps) return {Icon::tick, theme.good, pen.ui.say("run.clean_notes", {shown, count_words(pen.ui, 0, notes)})};
  if (findings == 0) return {Icon::tick, theme.good, steps ? pen.ui.say("run.clean_steps", {shown}) : pen.ui.say("run.clean")};
  return {Icon::warning, theme.bad, findings == 1 ? pen.ui.say("run.one_finding", {shown}) : pen.ui.say("run.findings", {std::to_string(findings), shown})};
}

// Of a card that ran before another one of its launch.
Mark kept_outcome(const Pen& pen, const CardOutcome& kept) {
  if (!kept.problem.empty()) return {Icon::warning, pen.ui.theme.bad, kept.problem};
  if (kept.is_stale) return {Icon::info, pen.ui.theme.quiet, pen.ui.say("run.stale")};
  return ended(pen, kept.status, kept.reason, kept.findings, kept.notes, kept.steps);
}

Mark outcome(const Pen& pen, const RunSlot& slot) {
  const Theme& theme = pen.ui.theme;
  const EngineRun& sim = slot.engine(EngineKind::simulated);
  if (sim.state == EngineRun::State::running) {
    const int percent = static_cast<int>(sim.progress * 100);
    return {Icon::none, theme.quiet, sim.seconds < 0.3 ? pen.ui.say("run.running") : pen.ui.say("run.running_percent", {std::to_string(percent)})};
  }
  if (!sim.result) return {};
  const RunResult& result = *sim.result;
  if (!slot.problem.empty()) return {Icon::warning, theme.bad, slot.problem};
  if (slot.is_stale && result.ran()) return {Icon::info, theme.quiet, pen.ui.say("run.stale")};
  const auto& held = pen.session.held_stop();
  if (held && result.recording && pen.session.selection().launch == slot.name)
    return {Icon::pause, theme.current_line_edge, pen.ui.say("run.held", {with_separators(held->tick), with_separators(result.recording->end())})};
  uint64_t grave = 0, notes = 0;
  for (const Finding& finding : result.findings) ++(finding.severity == Severity::note ? notes : grave);
  return ended(pen, result.status, result.reason, grave, notes, result.recording ? std::optional(result.recording->end()) : std::nullopt);
}

// The run of this card: another one of the same launch may have run since.
const RunSlot* slot_of(const Pen& pen, const std::string& name, int card) {
  return pen.session.is_run_of(name, card) ? pen.session.slot(name) : nullptr;
}

void draw_outcome(Pen& pen, const std::string& name, int card) {
  const RunSlot* slot = slot_of(pen, name, card);
  const CardOutcome* kept = slot ? nullptr : pen.session.outcome(card);
  const Mark mark = slot ? outcome(pen, *slot) : kept ? kept_outcome(pen, *kept) : Mark{};
  if (mark.words.empty()) return;
  pen.gap(8);
  const float indent = mark.icon == Icon::none ? 0 : std::round(pen.px(20));
  if (mark.icon != Icon::none) icon(pen.ui, mark.icon, pen.x + pen.px(6), pen.y + pen.px(10), pen.px(11), mark.colour);
  pen.x += indent;
  pen.width -= indent;
  pen.plain(Type::caption, pen.px(20), mark.icon == Icon::none ? pen.ui.theme.quiet : mix(mark.colour, pen.ui.theme.ink, 0.25f), mark.words);
  pen.x -= indent;
  pen.width += indent;
}

// Sliders of a launch: name, track, value.
void draw_sliders(Pen& pen, const std::string& launch, const std::string& owner, int card) {
  const LaunchSpec* spec = pen.session.lesson()->stage_of(launch);
  if (!spec) return;
  for (const ValueSpec& value : spec->values) {
    if (!value.slider) continue;
    const double now = pen.session.value(launch, value.name, card);
    const std::string shown = value_text(now), id = owner + "/value/" + value.name;
    const float row = std::round(pen.px(28)), name_width = std::round(pen.px(110)), value_width = std::round(pen.px(56));
    text_cut(pen.ui, Type::code_small, pen.x, pen.y, row, name_width - pen.px(8), pen.ui.theme.ink, value.name);
    const SliderControl control{.label = value.name, .id = id, .min = value.slider->min, .max = value.slider->max, .step = value.slider->step, .value = now,
                                .enabled = true, .shown_value = shown};
    const auto moved = slider(pen.ui, {pen.x + name_width, pen.y, pen.width - name_width - value_width, row}, control);
    text_right(pen.ui, Type::code_small, pen.x + pen.width, pen.y, row, pen.ui.theme.ink, shown);
    if (moved) pen.ui.commands.send(SetValue{launch, value.name, *moved, card});
    pen.y += row;
  }
  pen.gap(4);
}

std::string schedule_words(const Pen& pen, const RunCard& card) {
  if (card.schedule == Schedule::in_order) return {};
  const std::string name = pen.ui.say(std::string("schedule.") + schedule_name(card.schedule));
  return card.schedule == Schedule::random || card.schedule == Schedule::adversarial ? pen.ui.say("run.under_seed", {name, std::to_string(card.seed)})
                                                                                     : pen.ui.say("run.under", {name});
}

// A stop that holds the transport (or did): where it holds, its question, and the way on.
void draw_stop(Pen& pen, const RunCard& card, int block, int index) {
  const Stop& stop = card.stops[static_cast<size_t>(index)];
  const auto& held = pen.session.held_stop();
  const bool is_held = held && held->run_block == block && held->stop == index;
  const PredictState& state = pen.session.stop_answer(block, index);
  pen.gap(14);
  const Colour amber = pen.ui.theme.current_line_edge;
  const float rule_top = pen.y;
  const float indent = std::round(pen.px(14));
  pen.x += indent;
  pen.width -= indent;
  const std::string line_text = std::to_string(stop.line), where = stop.when.text;
  pen.label(where.empty() ? pen.ui.say("stop.label", {line_text}) : pen.ui.say("stop.label_when", {line_text, where}), mix(amber, pen.ui.theme.ink, 0.35f));
  if (!stop.caption.empty()) {
    pen.rich(stop.caption, pen.prose(), pen.ui.theme.ink);
    pen.gap(8);
  }
  if (stop.predict) {
    const Answered given = draw_question(pen, {*stop.predict, state, "page/stop/" + stop.predict->id});
    if (given.is_given) pen.ui.commands.send(AnswerStop{block, index, given.choice, given.typed});
  }
  if (is_held && (state.is_answered || !stop.predict)) {
    pen.gap(10);
    const std::string id = "page/run/" + std::to_string(block) + "/go-on/" + std::to_string(index);
    if (button(pen.ui, pen.x, pen.y, {.label = pen.ui.say("stop.go_on"), .id = id, .style = ButtonStyle::primary, .icon = Icon::play})) {
      pen.ui.commands.send(AnswerStop{block, index, -1, ""});
      pen.ui.commands.send(Step{StepKind::finish, Direction::forwards});
    }
    pen.y += button_height(pen.ui);
  }
  pen.x -= indent;
  pen.width += indent;
  if (is_held) {
    pen.memory.held_top = rule_top;
    pen.memory.held_bottom = pen.y;
  }
  fill(pen.ui, {pen.x, rule_top, pen.px(3), pen.y - rule_top}, is_held ? amber : mix(pen.ui.theme.line, amber, 0.35f), pen.px(1.5f));
}

TextStyle finding_style(const Pen& pen) {
  TextStyle style = pen.small();
  style.plain = Type::caption;
  style.line_height = std::round(pen.px(20));
  return style;
}

void draw_finding_lines(Pen& pen, const std::string& name, int card) {
  const RunSlot* slot = slot_of(pen, name, card);
  const RunResult* result = slot ? slot->result(EngineKind::simulated) : nullptr;
  if (!result || slot->is_stale) return;
  const size_t most = 3;
  for (size_t i = 0; i < std::min(most, result->findings.size()); ++i) {
    const Finding& finding = result->findings[i];
    pen.gap(6);
    const std::string label = finding_name(finding.kind);
    const float indent = std::round(pen.px(20));
    const TextStyle style = finding_style(pen);
    const LaidText laid = lay_out(with_code(finding.message), style, pen.width - indent, [&](Type type, std::string_view part) { return pen.ui.fonts.width(type, part); });
    const Rect row{pen.x, pen.y, pen.width, laid.height};
    const std::string id = "page/finding/" + name + "/" + std::to_string(i);
    const Interaction use = pen.ui.widgets.add({.role = Role::link, .label = label, .id = id, .rect = row, .value = finding.message});
    if (use.hovered) fill(pen.ui, {row.x - pen.px(6), row.y - 2, row.width + pen.px(12), row.height + 4}, with_alpha(pen.ui.theme.ink, 0.05f), pen.px(5));
    draw_finding_icon(pen.ui, icon_of(finding.kind), row.x + pen.px(6), row.y + style.line_height / 2, pen.px(13), severity_colour(pen.ui.theme, finding.severity));
    pen.draw_laid(laid, style, pen.ui.theme.ink, row.x + indent, row.y);
    focus_ring(pen.ui, row, id);
    pen.y = row.bottom();
    if (use.activated) {
      if (pen.session.selection().launch != name) pen.ui.commands.send(RunLaunch{name, card});
      pen.ui.commands.send(SelectFinding{static_cast<int>(i)});
      pen.ui.commands.send(ShowPart{"results"});
    }
  }
  if (result->findings.size() > most) {
    pen.gap(4);
    pen.plain(Type::caption, pen.px(19), pen.ui.theme.quiet, pen.ui.say("bug.more_findings", {std::to_string(result->findings.size() - most)}));
  }
}

// ---- exercises

void draw_hints(Pen& pen, const ExerciseSpec& spec, const ExerciseView& view) {
  for (int i = 0; i < std::min<int>(view.hints_shown, static_cast<int>(spec.hints.size())); ++i) {
    pen.gap(8);
    const float indent = std::round(pen.px(58));
    wb::text(pen.ui, Type::caption_bold, pen.x, pen.y, pen.px(21), pen.ui.theme.quiet, pen.ui.say("exercise.hint_number", {std::to_string(i + 1)}));
    pen.x += indent;
    pen.width -= indent;
    pen.rich(spec.hints[static_cast<size_t>(i)], pen.small(), pen.ui.theme.ink);
    pen.x -= indent;
    pen.width += indent;
  }
}

void draw_check_line(Pen& pen, const CheckLine& check) {
  const Theme& theme = pen.ui.theme;
  const float row = std::round(pen.px(21)), indent = std::round(pen.px(22)), middle = pen.y + row / 2;
  pen.gap(3);
  switch (check.state) {
    case CheckLine::State::passed: icon(pen.ui, Icon::tick, pen.x + pen.px(7), middle + pen.px(3), pen.px(11), theme.good); break;
    case CheckLine::State::failed: icon(pen.ui, Icon::cross, pen.x + pen.px(7), middle + pen.px(3), pen.px(11), theme.bad); break;
    case CheckLine::State::not_run: fill(pen.ui, {pen.x + pen.px(2), middle + pen.px(2), pen.px(10), pen.px(2)}, theme.quiet); break;
    case CheckLine::State::waiting: ring(pen.ui, pen.x + pen.px(7), middle + pen.px(3), pen.px(4), theme.quiet, 1.4f); break;
  }
  const char* states[] = {"", "check.passed", "check.failed", "check.not_run"};
  const float begun = pen.y;
  const std::string words = pen.ui.say(check.text, {check.argument});
  pen.ui.widgets.add({.role = Role::row, .label = words, .id = "page/check/" + check.text + "/" + std::to_string(static_cast<int>(pen.y)), .rect = {pen.x, begun, pen.width, row},
                      .checked = check.state == CheckLine::State::passed, .value = pen.ui.say(states[static_cast<size_t>(check.state)]), .focusable = false});
  pen.x += indent;
  pen.width -= indent;
  pen.plain(Type::ui, row, theme.ink, words);
  if (!check.detail.empty() && check.state != CheckLine::State::passed) pen.sentence(check.detail, finding_style(pen), mix(theme.quiet, theme.ink, 0.25f));
  pen.x -= indent;
  pen.width += indent;
}

void draw_verdict(Pen& pen, const ExerciseSpec& spec, const ExerciseView& view) {
  if (!view.problem.empty()) {
    pen.gap(10);
    icon(pen.ui, Icon::warning, pen.x + pen.px(6), pen.y + pen.px(10), pen.px(12), pen.ui.theme.bad);
    pen.x += pen.px(20), pen.width -= pen.px(20);
    pen.plain(Type::ui, pen.px(21), pen.ui.theme.ink, pen.ui.say(view.problem));
    pen.x -= pen.px(20), pen.width += pen.px(20);
  }
  if (!view.checks.empty()) pen.gap(10);
  for (const CheckLine& check : view.checks) draw_check_line(pen, check);
  if (view.is_stale && !view.checks.empty()) {
    pen.gap(6);
    pen.plain(Type::caption, pen.px(19), pen.ui.theme.quiet, pen.ui.say("exercise.stale"));
  }
  if (!view.is_passed) return;
  pen.gap(12);
  const float begun = pen.y, indent = std::round(pen.px(14));
  pen.x += indent, pen.width -= indent;
  icon(pen.ui, Icon::tick, pen.x + pen.px(6), pen.y + pen.px(12), pen.px(12), pen.ui.theme.good);
  wb::text(pen.ui, Type::subheading, pen.x + pen.px(20), pen.y, pen.px(24), pen.ui.theme.good, pen.ui.say("exercise.passed"));
  pen.y += std::round(pen.px(26));
  if (!spec.after.empty()) pen.rich(spec.after, pen.prose(), pen.ui.theme.ink);
  pen.x -= indent, pen.width += indent;
  fill(pen.ui, {pen.x, begun, pen.px(3), pen.y - begun}, pen.ui.theme.good, pen.px(1.5f));
}

void draw_not_yet(Pen& pen, const std::string& words) {
  icon(pen.ui, Icon::cross, pen.x + pen.px(6), pen.y + pen.px(10), pen.px(11), pen.ui.theme.bad);
  const float indent = std::round(pen.px(20));
  pen.x += indent, pen.width -= indent;
  pen.plain(Type::ui, std::round(pen.px(21)), pen.ui.theme.ink, words);
  pen.x -= indent, pen.width += indent;
  pen.gap(6);
}

void draw_workbench(Pen& pen, const ExerciseSpec& spec, const std::string& name, bool is_bug, int card) {
  const ExerciseView& view = pen.session.exercise(name);
  const SourceState* open = pen.session.source();
  const RunSlot* slot = pen.session.slot(name);
  const std::string id = "page/exercise/" + name;
  const bool is_open = open && open->name == name;
  ButtonRow row(pen.ui, pen.x, pen.y, pen.width);
  const std::string open_id = id + "/open", check_id = id + "/check", run_id = id + "/run", hint_id = id + "/hint";
  const std::string_view open_key = is_bug ? "bug.open" : "exercise.open";
  if (!is_open && row.add({.label = pen.ui.say(open_key), .id = open_id, .style = ButtonStyle::primary})) pen.ui.commands.send(OpenSource{name});
  const Button run{.label = pen.ui.say("run.button"), .id = run_id, .icon = Icon::play, .enabled = !(slot && slot->is_running())};
  if (row.add(run)) {
    pen.ui.commands.send(OpenSource{name});
    pen.ui.commands.send(RunLaunch{name, card});
  }
  const std::string_view check_key = view.is_checking ? "exercise.checking" : is_bug ? "bug.check" : "exercise.check";
  if (row.add({.label = pen.ui.say(check_key), .id = check_id, .style = is_open ? ButtonStyle::primary : ButtonStyle::plain, .enabled = !view.is_checking}))
    pen.ui.commands.send(CheckExercise{name});
  const int hints = static_cast<int>(spec.hints.size());
  if (view.hints_shown < hints && !view.is_passed) {
    const std::string label = pen.ui.say("exercise.hint", {std::to_string(view.hints_shown + 1), std::to_string(hints)});
    if (row.add({.label = label, .id = hint_id, .style = ButtonStyle::quiet})) pen.ui.commands.send(ShowHint{name});
  }
  pen.y = row.bottom();
  draw_hints(pen, spec, view);
  draw_verdict(pen, spec, view);
}

// An exercise that is answered: its question, one hint after the other, and why it is so.
void draw_answer_bench(Pen& pen, const ExerciseSpec& spec, const Predict& question) {
  const ExerciseView& view = pen.session.exercise(spec.name);
  const std::string id = "page/exercise/" + spec.name;
  PredictState state;
  state.is_answered = state.is_right = view.is_passed;
  state.typed = view.typed;
  for (size_t i = 0; i < question.choices.size(); ++i)
    if (view.is_passed && question.choices[i].is_right) state.choice = static_cast<int>(i);
  const Answered given = draw_question(pen, {question, state, id, &view.wrong_choices});
  if (given.is_given) pen.ui.commands.send(AnswerExercise{spec.name, given.choice, given.typed});
  if (!view.is_passed && !view.typed.empty() && view.problem.empty()) draw_not_yet(pen, pen.ui.say("exercise.not_this_number", {view.typed}));
  if (!view.problem.empty()) draw_not_yet(pen, pen.ui.say(view.problem));
  const int hints = static_cast<int>(spec.hints.size());
  if (view.hints_shown < hints && !view.is_passed) {
    const std::string label = pen.ui.say("exercise.hint", {std::to_string(view.hints_shown + 1), std::to_string(hints)});
    if (button(pen.ui, pen.x, pen.y, {.label = label, .id = id + "/hint", .style = ButtonStyle::quiet})) pen.ui.commands.send(ShowHint{spec.name});
    pen.y += button_height(pen.ui);
  }
  draw_hints(pen, spec, view);
  ExerciseView verdict = view;
  verdict.problem.clear();
  draw_verdict(pen, spec, verdict);
}

}  // namespace

// ---- run

void draw_run_card(Pen& pen, const RunCard& card, int block) {
  const bool is_locked = block >= 0 && pen.session.is_locked(block);
  const RunSlot* slot = slot_of(pen, card.launch, block);
  const std::string id = "page/run/" + card.launch + "/" + std::to_string(block);
  CardFrame frame_around(pen, card_look(pen.ui.theme));
  const std::string words = schedule_words(pen, card);
  pen.label(words.empty() ? pen.ui.say("run.label", {card.launch}) : pen.ui.say("run.label", {card.launch}) + "  \xC2\xB7  " + words,
            is_locked ? pen.ui.theme.quiet : pen.ui.theme.link);
  caption(pen, card.caption);
  if (is_locked) return draw_lock(pen);
  draw_sliders(pen, card.launch, id, block);
  ButtonRow row(pen.ui, pen.x, pen.y, pen.width);
  const bool is_running = slot && slot->engine(EngineKind::simulated).state == EngineRun::State::running;
  const bool is_shown = slot && pen.session.recording() && pen.session.selection().launch == card.launch;
  const std::string run_id = id + "/run", step_id = id + "/step", stop_id = id + "/stop";
  const Button run{.label = pen.ui.say(is_shown ? "run.again" : "run.button"), .id = run_id, .style = ButtonStyle::primary, .icon = Icon::play, .enabled = !is_running && block >= 0};
  if (row.add(run)) pen.ui.commands.send(RunCardBlock{block});
  if (is_running && row.add({.label = pen.ui.say("run.stop"), .id = stop_id, .icon = Icon::stop})) pen.ui.commands.send(StopRun{});
  if (is_shown && row.add({.label = pen.ui.say("run.from_start"), .id = step_id, .style = ButtonStyle::quiet, .icon = Icon::to_start})) pen.ui.commands.send(Seek{0});
  pen.y = row.bottom();
  draw_outcome(pen, card.launch, block);
  for (int i = 0; i < static_cast<int>(card.stops.size()); ++i)
    if (pen.session.is_stop_reached(block, i)) draw_stop(pen, card, block, i);
}

void draw_figure(Pen& pen, const ViewFigure& figure, int block) {
  const Theme& theme = pen.ui.theme;
  CardFrame frame_around(pen, {.background = theme.paper, .border = theme.line, .padding = 14});
  if (pen.session.open_stops_before(block)) return draw_lock(pen, "card.locked_figure");
  if (!figure.caption.empty()) {
    pen.rich(figure.caption, pen.small(), mix(theme.quiet, theme.ink, 0.5f));
    pen.gap(10);
  }
  const std::string id = "page/figure/" + std::to_string(block);
  const std::string label = pen.ui.say("figure.show", {pen.ui.say("view." + figure.view)});
  if (button(pen.ui, pen.x, pen.y, {.label = label, .id = id, .icon = Icon::eye, .enabled = block >= 0})) pen.ui.commands.send(ShowFigure{block});
  pen.y += button_height(pen.ui);
}

void draw_exercise_card(Pen& pen, const ExerciseCard& card, int block) {
  const ExerciseSpec* spec = pen.session.lesson()->exercise(card.exercise);
  const bool is_locked = block >= 0 && pen.session.is_locked(block);
  CardFrame frame_around(pen, card_look(pen.ui.theme));
  pen.label(pen.ui.say("exercise.label"), is_locked ? pen.ui.theme.quiet : pen.ui.theme.link);
  caption(pen, card.caption);
  if (is_locked) return draw_lock(pen);
  if (spec && card.question) draw_answer_bench(pen, *spec, *card.question);
  else if (spec) draw_workbench(pen, *spec, card.exercise, false, block);
}

void draw_bug_card(Pen& pen, const BugCard& card, int block) {
  const Lesson& lesson = *pen.session.lesson();
  const BugSpec* bug = lesson.bug(card.bug);
  const bool is_locked = block >= 0 && pen.session.is_locked(block);
  CardFrame frame_around(pen, card_look(pen.ui.theme));
  pen.label(pen.ui.say("bug.label"), is_locked ? pen.ui.theme.quiet : pen.ui.theme.link);
  caption(pen, card.caption);
  if (is_locked) return draw_lock(pen);
  draw_sliders(pen, card.bug, "page/bug/" + card.bug, block);
  if (bug && bug->repair) {
    draw_workbench(pen, *bug->repair, card.bug, true, block);
  } else {
    const SourceState* open = pen.session.source();
    const RunSlot* slot = pen.session.slot(card.bug);
    ButtonRow row(pen.ui, pen.x, pen.y, pen.width);
    const std::string open_id = "page/bug/" + card.bug + "/open", run_id = "page/bug/" + card.bug + "/run";
    if (row.add({.label = pen.ui.say("run.button"), .id = run_id, .style = ButtonStyle::primary, .icon = Icon::play, .enabled = !(slot && slot->is_running())})) {
      pen.ui.commands.send(OpenSource{card.bug});
      pen.ui.commands.send(RunLaunch{card.bug, block});
    }
    if (!(open && open->name == card.bug) && row.add({.label = pen.ui.say("bug.open"), .id = open_id})) pen.ui.commands.send(OpenSource{card.bug});
    pen.y = row.bottom();
  }
  draw_outcome(pen, card.bug, block);
  draw_finding_lines(pen, card.bug, block);
}

void draw_explain(Pen& pen, const Explain& explain, int block) {
  CardFrame frame_around(pen, card_look(pen.ui.theme));
  pen.label(pen.ui.say("explain.label"), pen.ui.theme.link);
  if (!explain.prompt.empty()) {
    pen.rich(explain.prompt, pen.prose(), pen.ui.theme.ink);
    pen.gap(8);
  }
  const std::string id = "page/explain/" + explain.id;
  const std::string& kept = pen.session.explanation(block);
  auto [typed, is_new] = pen.memory.typed.try_emplace(id, kept);
  const float height = std::round(pen.px(14) + pen.ui.theme.text_line * 4);
  const TextBox box{.id = id, .label = pen.ui.say("explain.box"), .hint = pen.ui.say("explain.hint"), .multi_line = true};
  if (text_box(pen.ui, {pen.x, pen.y, pen.width, height}, box, typed->second, pen.memory.boxes[id]) && block >= 0)
    pen.ui.commands.send(WriteExplanation{block, typed->second});
  pen.y += height;
  if (explain.model_answer.empty()) return;
  bool& is_shown = pen.memory.shows_model[id];
  pen.gap(10);
  const std::string button_id = id + "/model";
  const bool has_written = typed->second.size() >= 12;  // a sentence of one's own comes first
  if (!is_shown) {
    if (button(pen.ui, pen.x, pen.y, {.label = pen.ui.say("explain.show_model"), .id = button_id, .enabled = has_written})) is_shown = true;
    pen.y += button_height(pen.ui);
    if (!has_written) {
      pen.gap(4);
      pen.plain(Type::caption, pen.px(19), pen.ui.theme.quiet, pen.ui.say("explain.write_first"));
    }
    return;
  }
  wb::text(pen.ui, Type::caption_bold, pen.x, pen.y, pen.px(20), pen.ui.theme.quiet, pen.ui.say("explain.model"));
  pen.y += std::round(pen.px(22));
  pen.rich(explain.model_answer, pen.prose(), pen.ui.theme.ink);
}

}  // namespace wb
