#include "app/gui/panels/transport_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

// The session leads to the question that waits; here it is said why nothing else happens.
void tell_of_question(Ui& ui) { ui.commands.send(Tell{ui.say("run.question_first")}); }

void step(const Session& session, Ui& ui, StepKind kind, Direction direction) {
  if (direction == Direction::forwards && session.is_held_by_question()) tell_of_question(ui);
  ui.commands.send(Step{kind, direction});
}

void run(const Session& session, const std::string& name, Ui& ui) {
  if (session.question_before_run(name)) tell_of_question(ui);
  ui.commands.send(RunLaunch{name});
}

// As a debugger's key: held on its way to a breakpoint, the run goes on; else it begins.
void run_or_go_on(const Session& session, const std::string& name, Ui& ui) {
  const RunSlot* slot = session.slot(name);
  const bool is_shown = session.recording() && session.selection().launch == name && slot && !slot->is_stale && !slot->is_running();
  if (is_shown && !session.breakpoints(name).empty() && session.selection().tick < session.recording()->end()) ui.commands.send(Continue{Direction::forwards});
  else run(session, name, ui);
}

// While the story of a race is replayed, its steps stand in for the findings.
const RaceStory* replayed_story(const Session& session) {
  const auto& replay = session.replay();
  const StoryWork* work = replay && !replay->is_elsewhere ? session.story(replay->finding) : nullptr;
  return work ? work->story.get() : nullptr;
}

// Of the run; where a grid is recorded by itself, with the steps as that knows them.
std::vector<Finding> findings_here(const Session& session) {
  const auto all = session.findings(), known = session.recording()->findings();
  std::vector<Finding> here(all.begin(), all.end());
  std::copy_n(known.begin(), std::min(known.size(), here.size()), here.begin());
  return here;
}

// Where there is none that way it begins again at the other end, and that is said: the key of the sentence, or null.
const char* go_to_finding(const Session& session, Ui& ui, Direction direction) {
  const Recording* recording = session.recording();
  if (!recording) return nullptr;
  const bool is_forwards = direction == Direction::forwards;
  if (session.is_held_by_question()) {
    tell_of_question(ui);
    ui.commands.send(SelectFinding{std::max(0, session.selection().finding)});   // leads to the question
    return nullptr;
  }
  if (const RaceStory* story = replayed_story(session)) {
    const int at = step_at(*story, session.selection().tick, session.replay()->step);
    ui.commands.send(ShowStoryStep{session.replay()->finding, at + (is_forwards ? 1 : -1)});
    return nullptr;
  }
  if (session.replay()) {
    ui.commands.send(SelectFinding{std::clamp(session.replay()->finding + (is_forwards ? 1 : -1), 0, static_cast<int>(session.findings().size()) - 1)});
    return nullptr;
  }
  const std::vector<Finding> findings = findings_here(session);
  const int selected = session.selection().finding;
  const bool is_on_its_way = session.opening_grid() && selected >= 0 && static_cast<size_t>(selected) < findings.size();
  const Tick tick = is_on_its_way ? findings[static_cast<size_t>(selected)].tick : recording->first_tick() + session.selection().tick;
  const auto next = next_finding(findings, tick, selected, direction);
  if (!next) return "transport.no_finding";
  ui.commands.send(SelectFinding{*next});
  if (*next == selected && is_at_finding(findings, tick, selected)) return "transport.only_finding";
  if (!is_round_the_end(findings, tick, selected, *next, direction)) return nullptr;
  return is_forwards ? "transport.first_finding" : "transport.last_finding";
}

struct StepButton {
  const char* id;
  Icon icon;
  bool icon_after;
  StepKind kind;
  Direction direction;
  const char* label;      // keys of the catalogue
  const char* tooltip;
};
constexpr StepButton line_buttons[] = {
    {"transport/back", Icon::back, false, StepKind::line, Direction::backwards, "transport.back", "transport.back_tip"},
    {"transport/step", Icon::forward, true, StepKind::line, Direction::forwards, "transport.step", "transport.step_tip"},
};
constexpr StepButton barrier_button{"transport/barrier", Icon::none, false, StepKind::barrier, Direction::forwards, "transport.barrier", "transport.barrier_tip"};

constexpr float margin = 14, gap = 6, least_scrubber = 110;   // design pixels

Button step_button(const StepButton& b, const std::string& label, bool icons_only) {
  return {.label = label, .id = b.id, .icon = b.icon, .icon_after = b.icon_after && !icons_only, .icon_only = icons_only && b.icon != Icon::none};
}

std::string said_of(const char* key) { return key ? key : ""; }

std::string moment_words(const Ui& ui, Tick tick, Tick end) { return ui.say("transport.moment", {with_thousands(tick), with_thousands(end)}); }

}  // namespace

void TransportPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.ground);
  line(ui, area.x, area.y, area.right(), area.y, ui.theme.line);
  line(ui, area.x, area.bottom() - 1, area.right(), area.bottom() - 1, ui.theme.line);
  handle_keys(session, ui);
  hear(session);
  const Fit fit = this->fit(session, area.width, ui);
  const float left = draw_buttons(session, area, fit, ui);
  const float right = draw_schedule(session, area, fit, ui);
  const Rect middle{left + ui.px(margin), area.y, std::max(0.0f, right - left - ui.px(2 * margin)), area.height};
  const RunSlot* slot = session.shown_run();
  if (slot && slot->engine(EngineKind::simulated).state == EngineRun::State::running) draw_progress(*slot, middle, ui);
  else if (session.searching()) draw_search(*session.searching(), middle, ui);
  else if (session.recording()) draw_scrubber(session, middle, ui);
  else if (text_width(ui, Type::caption, ui.say("transport.hint")) <= middle.width) text(ui, Type::caption, middle.x, middle.y, middle.height, ui.theme.quiet, ui.say("transport.hint"));
  if (said_.empty()) return;
  const std::string words = ui.say(said_);
  const TooltipLine lines[] = {{words, Type::caption, {}}};
  tooltip(ui, middle.x - ui.px(12), area.bottom() - ui.px(6), lines);
}

// What a leap did that one would not expect, or what is to be expected of those that come: until the next press or key.
void TransportPanel::hear(const Session& session) {
  const auto& missed = session.missed_break();
  if (missed && missed->number != heard_) said_ = missed->direction == Direction::forwards ? "transport.no_later_break" : "transport.no_earlier_break";
  heard_ = missed ? missed->number : 0;
  if (std::exchange(heard_of_, session.recording()) != session.recording() && session.recording() && session.recording()->long_way()) said_ = "transport.long_way";
}

void TransportPanel::handle_keys(const Session& session, Ui& ui) {
  WidgetRegistry& w = ui.widgets;
  if (w.input().pressed || !w.input().keys.empty()) said_.clear();   // read by now
  const std::string name = name_to_run(session);
  if (w.take_key(Key::f5) && !name.empty()) run_or_go_on(session, name, ui);
  if (w.take_key(Key::f5, false, true)) ui.commands.send(StopRun{});
  if (!session.recording()) return;
  if (w.take_key(Key::f5, false, false, true)) ui.commands.send(Continue{Direction::backwards});
  static constexpr std::pair<Key, StepKind> keys[] = {{Key::f10, StepKind::line}, {Key::f11, StepKind::instruction}, {Key::f4, StepKind::barrier},
                                                         {Key::f6, StepKind::access}, {Key::f7, StepKind::divergence}, {Key::f12, StepKind::block}};
  for (const auto& [key, kind] : keys) {
    while (w.take_key(key)) step(session, ui, kind, Direction::forwards);
    while (w.take_key(key, false, true)) step(session, ui, kind, Direction::backwards);
    while (w.take_key(key, false, false, true)) step(session, ui, kind, Direction::backwards);
  }
  if (w.take_key(Key::f8)) said_ = said_of(go_to_finding(session, ui, Direction::forwards));
  if (w.take_key(Key::f8, false, true)) said_ = said_of(go_to_finding(session, ui, Direction::backwards));
}

// Room gives way in this order: the words on what has an icon, the two leaps (they fold into a menu), where the run stands.
TransportPanel::Fit TransportPanel::fit(const Session& session, float width, const Ui& ui) const {
  Fit fit;
  const auto needed = [&] {
    float x = ui.px(2 * margin + 2 * margin + least_scrubber) + run_width(ui);
    for (const StepButton& b : line_buttons) x += ui.px(gap) + button_width(ui, step_button(b, ui.say(b.label), fit.icons_only));
    if (fit.folds_leaps) x += ui.px(gap) + button_width(ui, {.label = ui.say("transport.more"), .icon = Icon::caret_down});
    else
      for (const char* key : {"transport.barrier", "transport.finding"}) x += ui.px(gap) + button_width(ui, {.label = ui.say(key)});
    x += schedule_width(ui) + (has_seed(session.schedule()) ? ui.px(gap) + button_width(ui, {.label = seed_words(session, ui)}) : 0);
    if (fit.shows_moment && session.recording()) x += moment_width(session, ui);
    return x;
  };
  if (needed() > width) fit.icons_only = true;
  if (needed() > width) fit.folds_leaps = true;
  if (needed() > width) fit.shows_moment = false;
  return fit;
}

float TransportPanel::run_width(const Ui& ui) const {
  float width = 0;
  for (const char* key : {"transport.run", "transport.run_again", "transport.stop"})
    width = std::max(width, button_width(ui, {.label = ui.say(key), .style = ButtonStyle::primary, .icon = Icon::play}));
  return width;
}

float TransportPanel::schedule_width(const Ui& ui) const {
  float width = ui.px(112);
  for (Schedule schedule : schedules)
    width = std::max(width, button_width(ui, {.label = ui.say(std::string("schedule.") + schedule_name(schedule)), .icon = Icon::caret_down}));
  return width;
}

std::string TransportPanel::seed_words(const Session& session, const Ui& ui) const { return ui.say("transport.seed", {std::to_string(session.seed())}); }

float TransportPanel::moment_width(const Session& session, const Ui& ui) const {
  const Tick end = session.recording()->end();
  return text_width(ui, Type::ui, moment_words(ui, end, end)) + ui.px(12);
}

float TransportPanel::draw_buttons(const Session& session, const Rect& area, const Fit& fit, Ui& ui) {
  const float y = area.y + (area.height - button_height(ui)) / 2;
  float x = area.x + ui.px(margin);
  const std::string name = name_to_run(session);
  const RunSlot* slot = session.slot(name);
  const bool is_running = slot && slot->is_running();
  const std::string label = ui.say(is_running ? "transport.stop" : slot && slot->is_stale ? "transport.run_again" : "transport.run");
  const std::string tip = ui.say(is_running ? "transport.stop_tip" : "transport.run_tip");
  const Button run_button{.label = label, .id = "transport/run", .style = ButtonStyle::primary, .icon = is_running ? Icon::stop : Icon::play, .enabled = !name.empty(), .tooltip = tip};
  if (button(ui, x, y, run_button)) {
    if (is_running) ui.commands.send(StopRun{});
    else run(session, name, ui);
  }
  x += button_width(ui, run_button) + ui.px(gap);
  for (const StepButton& b : line_buttons) {
    const bool waits = b.direction == Direction::forwards && session.is_held_by_question();
    const std::string words = ui.say(b.label), help = ui.say(waits ? "run.question_first" : b.tooltip);
    Button one = step_button(b, words, fit.icons_only);
    one.enabled = session.recording() != nullptr && !waits;
    one.tooltip = help;
    if (button(ui, x, y, one)) step(session, ui, b.kind, b.direction);
    x += button_width(ui, one) + ui.px(gap);
  }
  return fit.folds_leaps ? draw_leap_menu(session, x, y, ui) : draw_leaps(session, x, y, ui);
}

// Over many lines at once: to the barrier, to the next finding.
float TransportPanel::draw_leaps(const Session& session, float x, float y, Ui& ui) {
  const bool waits = session.is_held_by_question(), can_step = session.recording() != nullptr && !waits;
  const RunResult* result = session.shown_run() ? session.shown_run()->result(EngineKind::simulated) : nullptr;
  const bool has_barrier = result && result->counters.barriers > 0;
  const std::string words = ui.say(barrier_button.label), help = ui.say(waits ? "run.question_first" : can_step && !has_barrier ? "transport.no_barrier" : barrier_button.tooltip);
  const Button barrier{.label = words, .id = barrier_button.id, .enabled = can_step && has_barrier, .tooltip = help};
  if (button(ui, x, y, barrier)) step(session, ui, barrier_button.kind, barrier_button.direction);
  x += button_width(ui, barrier) + ui.px(gap);
  const bool is_replay = replayed_story(session) != nullptr;
  const bool has_findings = can_step && next_finding(session.findings(), 0, -1, Direction::forwards).has_value();
  const std::string find_words = ui.say(is_replay ? "transport.next_step" : "transport.finding");
  const std::string find_help = ui.say(is_replay ? "transport.next_step_tip" : has_findings ? "transport.finding_tip" : "transport.no_finding");
  const Button find{.label = find_words, .id = "transport/finding", .enabled = is_replay || has_findings, .tooltip = find_help};
  if (button(ui, x, y, find)) said_ = said_of(go_to_finding(session, ui, ui.widgets.input().shift ? Direction::backwards : Direction::forwards));
  return x + button_width(ui, find);
}

float TransportPanel::draw_leap_menu(const Session& session, float x, float y, Ui& ui) {
  const std::vector<std::string> entries{ui.say("transport.barrier"), ui.say(replayed_story(session) ? "transport.next_step" : "transport.finding")};
  const std::string& label = ui.say("transport.more");
  const auto chosen = drop_down(ui, x, y, "transport/more", label, entries, -1, leap_menu_);
  if (chosen == 0) step(session, ui, barrier_button.kind, barrier_button.direction);
  if (chosen == 1) said_ = said_of(go_to_finding(session, ui, Direction::forwards));
  return x + button_width(ui, {.label = label, .icon = Icon::caret_down});
}

// A schedule to choose; while a story is replayed, which has its own, the way back to the run.
float TransportPanel::draw_schedule(const Session& session, const Rect& area, const Fit& fit, Ui& ui) {
  const float y = area.y + (area.height - button_height(ui)) / 2;
  if (session.replay()) {
    const std::string label = ui.say("story.back"), tip = ui.say(session.replay()->is_elsewhere ? "race.elsewhere_shown" : "story.replaying");
    const Button back{.label = label, .id = "transport/leave-story", .icon = Icon::undo, .tooltip = tip};
    const float x = area.right() - ui.px(14) - button_width(ui, back);
    if (button(ui, x, y, back)) ui.commands.send(LeaveStory{});
    return fit.shows_moment ? draw_moment(session, area, x, ui) : x;
  }
  std::vector<std::string> names;
  int current = 0;
  for (size_t i = 0; i < std::size(schedules); ++i) {
    names.push_back(ui.say(std::string("schedule.") + schedule_name(schedules[i])));
    if (schedules[i] == session.schedule()) current = static_cast<int>(i);
  }
  const float width = schedule_width(ui);
  float x = area.right() - ui.px(margin) - width;
  if (const auto chosen = drop_down(ui, x, y, "transport/schedule", names[static_cast<size_t>(current)], names, current, schedule_menu_, width))
    ui.commands.send(SetSchedule{schedules[static_cast<size_t>(*chosen)], session.seed()});
  if (has_seed(session.schedule())) {
    const std::string label = seed_words(session, ui), tip = ui.say("transport.seed_tip");
    const Button seed{.label = label, .id = "transport/seed", .tooltip = tip};
    x -= button_width(ui, seed) + ui.px(gap);
    if (button(ui, x, y, seed)) {
      const uint64_t back = ui.widgets.input().shift ? 1 : 0;
      ui.commands.send(SetSchedule{session.schedule(), back ? session.seed() - std::min<uint64_t>(1, session.seed()) : session.seed() + 1});
    }
  }
  return fit.shows_moment ? draw_moment(session, area, x, ui) : x;
}

// "step 41 of 2,048" to the left of `x`; returns where it begins.
float TransportPanel::draw_moment(const Session& session, const Rect& area, float x, Ui& ui) const {
  if (!session.recording()) return x;
  text_right(ui, Type::ui, x - ui.px(12), area.y, area.height, ui.theme.quiet, moment_words(ui, session.selection().tick, session.recording()->end()));
  return x - moment_width(session, ui);
}

void TransportPanel::draw_scrubber(const Session& session, const Rect& area, Ui& ui) {
  const Tick end = session.recording()->end();
  if (area.width < ui.px(30) || end == 0) return;
  const float knob = ui.px(7), y = area.y + area.height / 2;
  const Rect track{area.x + knob, y - ui.px(1.5f), area.width - 2 * knob, ui.px(3)};
  const Tick tick = std::min(session.selection().tick, end);
  const Interaction mouse = ui.widgets.add({.role = Role::slider, .label = ui.say("transport.scrub"), .id = "transport/scrub", .rect = {area.x, y - ui.px(14), area.width, ui.px(28)},
                                            .value = moment_words(ui, tick, end)});
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
  const auto draw_parties = [&](const Finding& finding) {
    for (size_t p = 0; p < std::min<size_t>(2, finding.places.size()); ++p)
      if (const auto tick = moment_of(recording, finding.places[p])) draw_party_mark(ui, static_cast<uint32_t>(p), place_of(*tick), y - ui.px(12), ui.px(7.5f));
  };
  if (const RaceStory* story = replayed_story(session)) {
    if (session.grid() != grid_of(session.findings()[static_cast<size_t>(session.replay()->finding)])) return;
    for (const StoryStep& step : story->steps) draw_party_mark(ui, step.party, place_of(step.tick), y - ui.px(12), ui.px(7.5f));
    return;
  }
  const int selected = session.selection().finding;
  const bool is_elsewhere = session.replay().has_value();  // its recording has findings of its own, which nobody counts
  if (is_elsewhere && selected >= 0) draw_parties(session.findings()[static_cast<size_t>(selected)]);
  if (is_elsewhere) return;
  for (const FindingMark& mark : finding_marks(recording, track.width)) {
    const float x = track.x + mark.share * track.width;
    const Colour colour = mark.severity == Severity::error ? ui.theme.bad : ui.theme.current_line_edge;
    fill(ui, {x - ui.px(1.5f), y - ui.px(6), ui.px(3), ui.px(12)}, colour, ui.px(1));
    if (mark.count > 1) fill(ui, {x + ui.px(3), y - ui.px(6), ui.px(3), ui.px(12)}, colour, ui.px(1));
  }
  // Both parties of the selected finding.
  if (selected < 0 || static_cast<size_t>(selected) >= recording.findings().size()) return;
  draw_parties(recording.findings()[static_cast<size_t>(selected)]);
}

void TransportPanel::draw_progress(const RunSlot& slot, const Rect& area, Ui& ui) const {
  const EngineRun& run = slot.engine(EngineKind::simulated);
  std::string words = ui.say("transport.simulating");
  if (run.progress > 0) words += ", " + std::to_string(static_cast<int>(run.progress * 100)) + " %";
  if (run.progress > 0.05 && run.seconds > 1)
    words += ", " + ui.say("transport.left", {with_thousands(static_cast<uint64_t>(std::ceil(run.seconds / run.progress - run.seconds)))});
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
