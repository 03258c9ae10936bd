#include "app/gui/panels/transport_panel.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/story_model.h"
#include "app/gui/panels/transport_model.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

std::string name_to_run(const Session& session) {
  return session.source() ? session.source()->name : session.selection().launch;
}

void step(Ui& ui, StepKind kind, Direction direction) { ui.commands.send(Step{kind, direction}); }

// As a debugger's key: held on its way to a breakpoint, the run goes on; else it begins.
void run_or_go_on(const Session& session, const std::string& name, Ui& ui) {
  const RunSlot* slot = session.slot(name);
  const bool is_shown = session.recording() && session.selection().launch == name && slot && !slot->is_stale && !slot->is_running();
  if (is_shown && !session.breakpoints(name).empty() && session.selection().tick < session.recording()->end()) ui.commands.send(Continue{Direction::forwards});
  else ui.commands.send(RunLaunch{name});
}

// While the story of a race is replayed, its steps stand in for the findings.
const RaceStory* replayed_story(const Session& session) {
  const auto& replay = session.replay();
  const StoryWork* work = replay && !replay->is_elsewhere ? session.story(replay->finding) : nullptr;
  return work ? work->story.get() : nullptr;
}

void go_to_finding(const Session& session, Ui& ui, Direction direction) {
  const Recording* recording = session.recording();
  if (!recording) return;
  if (const RaceStory* story = replayed_story(session)) {
    const int at = step_at(*story, session.selection().tick, session.replay()->step);
    return ui.commands.send(ShowStoryStep{session.replay()->finding, at + (direction == Direction::forwards ? 1 : -1)});
  }
  const int step = direction == Direction::forwards ? 1 : -1;
  if (session.replay()) return ui.commands.send(SelectFinding{std::clamp(session.replay()->finding + step, 0, static_cast<int>(session.findings().size()) - 1)});
  if (const auto next = next_finding(recording->findings(), session.selection().tick, session.selection().finding, direction))
    ui.commands.send(SelectFinding{*next});
}

// In a narrow window the first two are icons alone, and the last one is left out.
struct StepButton {
  const char* label;
  const char* id;
  Icon icon;
  bool icon_after;
  StepKind kind;
  Direction direction;
  const char* tooltip;
};
constexpr StepButton step_buttons[] = {
    {"back", "transport/back", Icon::back, false, StepKind::line, Direction::backwards, "Back one line (Shift+F10)"},
    {"step", "transport/step", Icon::forward, true, StepKind::line, Direction::forwards, "One line, for the whole warp (F10). One instruction: F11"},
    {"to barrier", "transport/barrier", Icon::none, false, StepKind::barrier, Direction::forwards, "On to the next barrier (F4), back with Shift"},
};

}  // namespace

void TransportPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.ground);
  line(ui, area.x, area.y, area.right(), area.y, ui.theme.line);
  line(ui, area.x, area.bottom() - 1, area.right(), area.bottom() - 1, ui.theme.line);
  handle_keys(session, ui);
  const float left = draw_buttons(session, area, ui);
  const float right = draw_schedule(session, area, ui);
  const Rect middle{left + ui.px(14), area.y, std::max(0.0f, right - left - ui.px(28)), area.height};
  const RunSlot* slot = session.shown_run();
  if (slot && slot->engine(EngineKind::simulated).state == EngineRun::State::running) draw_progress(*slot, middle, ui);
  else if (session.searching()) draw_search(*session.searching(), middle, ui);
  else if (session.recording()) draw_scrubber(session, middle, ui);
  else text_cut(ui, Type::caption, middle.x, middle.y, middle.height, middle.width, ui.theme.quiet, "Run it, then step through it both ways.");
}

void TransportPanel::handle_keys(const Session& session, Ui& ui) const {
  WidgetRegistry& w = ui.widgets;
  const std::string name = name_to_run(session);
  if (w.take_key(Key::f5) && !name.empty()) run_or_go_on(session, name, ui);
  if (w.take_key(Key::f5, false, true)) ui.commands.send(StopRun{});
  if (!session.recording()) return;
  if (w.take_key(Key::f5, false, false, true)) ui.commands.send(Continue{Direction::backwards});
  static constexpr std::pair<Key, StepKind> keys[] = {{Key::f10, StepKind::line}, {Key::f11, StepKind::instruction}, {Key::f4, StepKind::barrier},
                                                         {Key::f6, StepKind::access}, {Key::f7, StepKind::divergence}, {Key::f12, StepKind::block}};
  for (const auto& [key, kind] : keys) {
    while (w.take_key(key)) step(ui, kind, Direction::forwards);
    while (w.take_key(key, false, true)) step(ui, kind, Direction::backwards);
    while (w.take_key(key, false, false, true)) step(ui, kind, Direction::backwards);
  }
  if (w.take_key(Key::f8)) go_to_finding(session, ui, Direction::forwards);
  if (w.take_key(Key::f8, false, true)) go_to_finding(session, ui, Direction::backwards);
}

float TransportPanel::draw_buttons(const Session& session, const Rect& area, Ui& ui) const {
  const float y = area.y + (area.height - button_height(ui)) / 2, gap = ui.px(6);
  float x = area.x + ui.px(14);
  const std::string name = name_to_run(session);
  const RunSlot* slot = session.slot(name);
  const bool is_running = slot && slot->is_running();
  const Button run{.label = is_running ? "Stop" : slot && slot->is_stale ? "Run again" : "Run", .id = "transport/run", .style = ButtonStyle::primary,
                   .icon = is_running ? Icon::stop : Icon::play, .enabled = !name.empty(), .tooltip = is_running ? "Stop (Shift+F5)" : "Run on every engine (F5)"};
  if (button(ui, x, y, run)) {
    if (is_running) ui.commands.send(StopRun{});
    else ui.commands.send(RunLaunch{name});
  }
  x += button_width(ui, run) + gap;
  const bool can_step = session.recording() != nullptr;
  const bool is_narrow = area.width < ui.px(760), is_very_narrow = area.width < ui.px(600);
  const RunResult* result = session.shown_run() ? session.shown_run()->result(EngineKind::simulated) : nullptr;
  const bool has_barrier = result && result->counters.barriers > 0;
  for (const StepButton& b : step_buttons) {
    const bool is_barrier = b.kind == StepKind::barrier;
    if (is_very_narrow && is_barrier) continue;
    const Button one{.label = b.label, .id = b.id, .icon = b.icon, .icon_after = b.icon_after && !is_narrow, .icon_only = is_narrow && b.icon != Icon::none,
                     .enabled = can_step && (!is_barrier || has_barrier),
                     .tooltip = is_barrier && can_step && !has_barrier ? "This run meets no barrier" : b.tooltip};
    if (button(ui, x, y, one)) step(ui, b.kind, b.direction);
    x += button_width(ui, one) + gap;
  }
  const bool is_replay = replayed_story(session) != nullptr;
  const bool has_findings = can_step && !finding_marks(session.recording()->findings(), std::max<Tick>(1, session.recording()->end()), 100).empty();
  if (is_very_narrow) return x;
  const std::string next_step = ui.say("transport.next_step"), next_step_tip = ui.say("transport.next_step_tip");
  const Button find{.label = is_replay ? std::string_view(next_step) : "next finding", .id = "transport/finding", .enabled = is_replay || has_findings,
                    .tooltip = is_replay ? std::string_view(next_step_tip) : has_findings ? "On to the next finding (F8), back with Shift" : "This run has no finding"};
  if (button(ui, x, y, find)) go_to_finding(session, ui, ui.widgets.input().shift ? Direction::backwards : Direction::forwards);
  return x + button_width(ui, find);
}

// A schedule to choose; while a story is replayed, which has its own, the way back to the run.
float TransportPanel::draw_schedule(const Session& session, const Rect& area, Ui& ui) {
  const float y = area.y + (area.height - button_height(ui)) / 2;
  if (session.replay()) {
    const std::string label = ui.say("story.back"), tip = ui.say(session.replay()->is_elsewhere ? "race.elsewhere_shown" : "story.replaying");
    const Button back{.label = label, .id = "transport/leave-story", .icon = Icon::undo, .tooltip = tip};
    const float x = area.right() - ui.px(14) - button_width(ui, back);
    if (button(ui, x, y, back)) ui.commands.send(LeaveStory{});
    return draw_step_words(session, area, x, ui);
  }
  std::vector<std::string> names;
  int current = 0;
  for (size_t i = 0; i < std::size(schedules); ++i) {
    names.push_back(schedule_words(schedules[i]));
    if (schedules[i] == session.schedule()) current = static_cast<int>(i);
  }
  const float width = ui.px(112);
  float x = area.right() - ui.px(14) - width;
  if (const auto chosen = drop_down(ui, x, y, "transport/schedule", names[static_cast<size_t>(current)], names, current, schedule_menu_, width))
    ui.commands.send(SetSchedule{schedules[static_cast<size_t>(*chosen)], session.seed()});
  if (has_seed(session.schedule())) {
    const std::string label = "seed " + std::to_string(session.seed());
    const Button seed{.label = label, .id = "transport/seed", .tooltip = "Another seed is another order. The same seed gives the same run."};
    x -= button_width(ui, seed) + ui.px(6);
    if (button(ui, x, y, seed)) {
      const uint64_t back = ui.widgets.input().shift ? 1 : 0;
      ui.commands.send(SetSchedule{session.schedule(), back ? session.seed() - std::min<uint64_t>(1, session.seed()) : session.seed() + 1});
    }
  }
  return draw_step_words(session, area, x, ui);
}

// "step 41 of 2,048" to the left of `x`; returns where it begins.
float TransportPanel::draw_step_words(const Session& session, const Rect& area, float x, Ui& ui) const {
  if (!session.recording()) return x;
  const Tick end = session.recording()->end();
  const std::string words = step_words(session.selection().tick, end);
  const float room = text_width(ui, Type::ui, step_words(end, end));
  if (area.width < ui.px(560)) return x;
  x -= room + ui.px(12);
  text_right(ui, Type::ui, x + room, area.y, area.height, ui.theme.quiet, words);
  return x;
}

void TransportPanel::draw_scrubber(const Session& session, const Rect& area, Ui& ui) {
  const Tick end = session.recording()->end();
  if (area.width < ui.px(30) || end == 0) return;
  const float knob = ui.px(7), y = area.y + area.height / 2;
  const Rect track{area.x + knob, y - ui.px(1.5f), area.width - 2 * knob, ui.px(3)};
  const Tick tick = std::min(session.selection().tick, end);
  const Interaction mouse = ui.widgets.add({.role = Role::slider, .label = "step", .id = "transport/scrub", .rect = {area.x, y - ui.px(14), area.width, ui.px(28)},
                                            .value = step_words(tick, end)});
  const float share = static_cast<float>(static_cast<double>(tick) / static_cast<double>(end));
  fill(ui, track, ui.theme.line, ui.px(1.5f));
  fill(ui, {track.x, track.y, track.width * share, track.height}, with_alpha(ui.theme.accent, 0.45f), ui.px(1.5f));
  draw_marks(session, track, ui);
  const float x = track.x + track.width * share;
  disc(ui, x, y, knob + ui.px(1.5f), ui.theme.paper);
  ring(ui, x, y, knob + ui.px(1.5f), ui.theme.line, 1);
  disc(ui, x, y, knob - ui.px(1.5f), ui.theme.accent);
  focus_ring(ui, {x - knob - ui.px(3), y - knob - ui.px(3), 2 * knob + ui.px(6), 2 * knob + ui.px(6)}, "transport/scrub", knob);
  if (mouse.held || mouse.pressed) {
    const double at = std::clamp((ui.widgets.input().mouse_x - track.x) / track.width, 0.0f, 1.0f);
    const Tick wanted = static_cast<Tick>(std::llround(at * static_cast<double>(end)));
    if (wanted != tick) ui.commands.send(Seek{wanted});
  }
  if (!mouse.focused) return;
  if (ui.widgets.take_key(Key::left, false, false, false, "transport/scrub") && tick > 0) ui.commands.send(Seek{tick - 1});
  if (ui.widgets.take_key(Key::right, false, false, false, "transport/scrub") && tick < end) ui.commands.send(Seek{tick + 1});
  if (ui.widgets.take_key(Key::home, false, false, false, "transport/scrub")) ui.commands.send(Seek{0});
  if (ui.widgets.take_key(Key::end, false, false, false, "transport/scrub")) ui.commands.send(Seek{end});
}

void TransportPanel::draw_marks(const Session& session, const Rect& track, Ui& ui) const {
  const Recording& recording = *session.recording();
  const float y = track.y + track.height / 2;
  const auto place_of = [&](Tick tick) {
    const float share = static_cast<float>(static_cast<double>(tick) / static_cast<double>(std::max<Tick>(1, recording.end())));
    return track.x + std::clamp(share, 0.0f, 1.0f) * track.width;
  };
  if (const RaceStory* story = replayed_story(session)) {
    for (const StoryStep& step : story->steps) draw_party_mark(ui, step.party, place_of(step.tick), y - ui.px(12), ui.px(7.5f));
    return;
  }
  const int selected = session.selection().finding;
  const bool is_elsewhere = session.replay().has_value();  // its recording has findings of its own, which nobody counts
  if (is_elsewhere && selected >= 0) {
    const Finding& finding = session.findings()[static_cast<size_t>(selected)];
    for (size_t p = 0; p < std::min<size_t>(2, finding.places.size()); ++p)
      draw_party_mark(ui, static_cast<uint32_t>(p), place_of(finding.places[p].tick), y - ui.px(12), ui.px(7.5f));
  }
  if (is_elsewhere) return;
  for (const FindingMark& mark : finding_marks(recording.findings(), recording.end(), track.width)) {
    const float x = track.x + mark.share * track.width;
    const Colour colour = mark.severity == Severity::error ? ui.theme.bad : ui.theme.current_line_edge;
    fill(ui, {x - ui.px(1.5f), y - ui.px(6), ui.px(3), ui.px(12)}, colour, ui.px(1));
    if (mark.count > 1) fill(ui, {x + ui.px(3), y - ui.px(6), ui.px(3), ui.px(12)}, colour, ui.px(1));
  }
  // Both parties of the selected finding.
  if (selected < 0 || static_cast<size_t>(selected) >= recording.findings().size()) return;
  const Finding& finding = recording.findings()[static_cast<size_t>(selected)];
  for (size_t p = 0; p < std::min<size_t>(2, finding.places.size()); ++p)
    draw_party_mark(ui, static_cast<uint32_t>(p), place_of(finding.places[p].tick), y - ui.px(12), ui.px(7.5f));
}

void TransportPanel::draw_progress(const RunSlot& slot, const Rect& area, Ui& ui) const {
  const EngineRun& run = slot.engine(EngineKind::simulated);
  std::string words = "Simulating";
  if (run.progress > 0) words += ", " + std::to_string(static_cast<int>(run.progress * 100)) + " %";
  if (run.progress > 0.05 && run.seconds > 1)
    words += ", " + with_thousands(static_cast<uint64_t>(std::ceil(run.seconds / run.progress - run.seconds))) + " s left";
  draw_bar(words, run.progress, area, ui);
}

// Short searches are over before anybody could read of them.
void TransportPanel::draw_search(const BreakWork& work, const Rect& area, Ui& ui) const {
  if (work.seconds < 0.3) return;
  draw_bar(ui.say("break.searching", {std::to_string(static_cast<int>(work.progress * 100))}), work.progress, area, ui);
  if (ui.widgets.take_key(Key::escape)) ui.commands.send(StopSearching{});
}

void TransportPanel::draw_bar(const std::string& words, double done, const Rect& area, Ui& ui) const {
  const float wide = text_width(ui, Type::ui, words);
  text_cut(ui, Type::ui, area.x, area.y, area.height, area.width, ui.theme.quiet, words);
  const Rect track{area.x + wide + ui.px(12), area.y + area.height / 2 - ui.px(2), area.width - wide - ui.px(12), ui.px(4)};
  if (track.width < ui.px(20)) return;
  fill(ui, track, ui.theme.line, ui.px(2));
  fill(ui, {track.x, track.y, track.width * static_cast<float>(std::clamp(done, 0.02, 1.0)), track.height}, ui.theme.accent, ui.px(2));
}

}  // namespace wb
