#include "app/gui/panels/results_panel.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/console_view.h"
#include "app/gui/panels/counters_view.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/occupancy_view.h"
#include "app/gui/panels/wording.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

bool has_nothing(const RunSlot* slot) {
  if (!slot || !slot->problem.empty()) return true;
  return std::none_of(slot->engines.begin(), slot->engines.end(), [](const EngineRun& e) { return e.result || e.state == EngineRun::State::running; });
}

// The recording of a grid may know the moment of a finding's first party, where the run does not.
const Finding& as_known(const Session& session, int selected, const Finding& of_run) {
  const auto known = session.recording()->findings();
  const auto index = static_cast<size_t>(selected);
  return session.replay() || session.grid() == 0 || index >= known.size() ? of_run : known[index];
}

}  // namespace

void ResultsPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  Clip clip(ui, area);
  const RunSlot* slot = session.shown_run();
  if (has_nothing(slot) || !slot->launch) {
    const bool failed = slot && !slot->problem.empty();
    const std::string why = failed ? as_sentence(slot->problem) + (slot->problem.find("compile") != std::string::npos ? " " + ui.say("results.see_editor") : "") : "";
    const bool is_running = slot && !failed && slot->is_running();
    empty_state(ui, area, {.title = ui.say(failed ? "results.failed_title" : is_running ? "results.running_title" : "results.empty_title"),
                           .sentence = failed ? std::string_view(why) : ui.say(is_running ? "results.running" : "results.empty"),
                           .button_label = {}, .button_id = {}});
    return;
  }
  if (session.held_stop()) {  // results of the whole run would answer the question that the run is held for
    empty_state(ui, area, {.title = ui.say("results.held_title"),
                           .sentence = ui.say("results.held"),
                           .button_label = {}, .button_id = {}});
    return;
  }
  if (scrolled_run_ != slot->name || (session.selection().finding != carded_finding_ && session.selection().finding >= 0)) scroll_ = 0;
  scrolled_run_ = slot->name;
  carded_finding_ = session.selection().finding;
  const float before = content_height_;
  {
    ScrollView scroll(ui, "results/scroll", area, scroll_, content_height_);
    draw_columns(session, *slot, {area.x, area.y - scroll_, area.width, area.height}, ui);
  }
  if (before != content_height_) ui.widgets.request_frame();   // the bar was drawn for the height before
}

void ResultsPanel::draw_columns(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui) {
  const float margin = ui.px(16), gap = ui.px(24);
  const bool is_wide = area.width > ui.px(640);
  const float side = is_wide ? std::clamp(area.width * 0.32f, ui.px(240), ui.px(340)) : area.width - 2 * margin;
  const float main = is_wide ? area.width - 2 * margin - gap - side : side;
  float y = area.y + margin;
  y += draw_status(slot, {area.x + margin, y, area.width - 2 * margin, 0}, ui);
  y += draw_card(session, *session.normal_run(), {area.x + margin, y, area.width - 2 * margin, 0}, ui);
  const Rect window{area.x, area.y + scroll_, area.width, area.height};
  float left = draw_main(session, slot, {area.x + margin, y, main, area.height}, ui);
  if (is_wide) left += draw_details(session, *session.normal_run(), {area.x + margin, y + left, main, area.height}, window, ui);
  const float side_x = is_wide ? area.x + margin + main + gap : area.x + margin, side_y = is_wide ? y : y + left + ui.px(16);
  float right = draw_side(session, *session.normal_run(), {side_x, side_y, side, area.height}, ui);
  if (!is_wide) right += draw_details(session, *session.normal_run(), {side_x, side_y + right, side, area.height}, window, ui);
  content_height_ = std::max(y + left, side_y + right) - area.y + margin;
  if (const auto answers = race_.reveal(); answers && session.selection().finding >= 0)
    scroll_ = std::clamp(*answers - area.y - ui.px(6), 0.0f, std::max(0.0f, content_height_ - area.height));
}

// Above everything: why it is not what one expects to see.
float ResultsPanel::draw_status(const RunSlot& slot, const Rect& area, Ui& ui) const {
  std::string words;
  Colour colour = ui.theme.quiet;
  const RunResult* sim = slot.result(EngineKind::simulated);
  if (sim && sim->status == RunStatus::failed) {
    words = as_sentence(sim->reason.empty() ? "the simulated run failed" : sim->reason);
    colour = ui.theme.bad;
  } else if (slot.is_stale && !slot.is_running()) {
    words = ui.say("results.stale");
  }
  if (words.empty()) return 0;
  const float inner = area.width - ui.px(28), high = wrapped_height(ui.fonts, Type::caption, ui.px(18), inner, words) + ui.px(14);
  fill(ui, {area.x, area.y, area.width, high}, with_alpha(colour, 0.10f), ui.px(6));
  text_wrapped(ui, Type::caption, area.x + ui.px(14), area.y + ui.px(7), ui.px(18), inner, colour == ui.theme.bad ? colour : ui.theme.ink, words);
  return high + ui.px(12);
}

// The selected finding, over the whole width: it is what one came for.
float ResultsPanel::draw_card(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui) {
  const RunResult* sim = slot.result(EngineKind::simulated);
  const int selected = session.selection().finding;
  if (!sim || !session.recording() || selected < 0 || static_cast<size_t>(selected) >= sim->findings.size()) return 0;
  const Finding& finding = as_known(session, selected, sim->findings[static_cast<size_t>(selected)]);
  const FindingWords words = in_language(ui, finding_words(finding, selected, session.family(), sim->sources.get(), session.recording()->shape()));
  const float height = is_race(finding) ? race_.draw(session, finding, words, area.x, area.y, area.width, ui) : findings_.draw_card(session, words, area.x, area.y, area.width, ui);
  return height + ui.px(16);
}

float ResultsPanel::draw_main(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui) {
  float y = area.y;
  const RunResult* sim = slot.result(EngineKind::simulated);
  y += images_.draw(session, slot, {area.x, y, area.width, area.height}, ui);
  if (const float trust = draw_trust(slot, session.is_bare_file(), area.x, y + ui.px(12), std::min(area.width, ui.px(560)), ui); trust > 0) y += trust + ui.px(12);
  if (sim && !sim->console.empty()) {
    y += ui.px(16);
    y += draw_console(sim->console, area.x, y, area.width, ui);
  }
  return y - area.y;
}

// Native code of a course from elsewhere runs only once a person has said so.
float ResultsPanel::draw_trust(const RunSlot& slot, bool is_file, float x, float y, float width, Ui& ui) const {
  const bool waits = std::any_of(slot.engines.begin(), slot.engines.end(), [](const EngineRun& run) {
    return run.state == EngineRun::State::done && run.result && run.result->status == RunStatus::absent && run.result->reason.find("not trusted") != std::string::npos;
  });
  if (!waits) return 0;
  const float top = y;
  y += text_wrapped(ui, Type::caption, x, y, ui.px(18), width, ui.theme.quiet,
                    ui.say(is_file ? "results.trust_file_why" : "results.trust_why"));
  y += ui.px(6);
  if (button(ui, x, y, {.label = ui.say(is_file ? "results.trust_file" : "results.trust"), .id = "results/trust"})) {
    ui.commands.send(TrustCourse{});
    ui.commands.send(RunLaunch{slot.name});
  }
  return y + button_height(ui) - top;
}

float ResultsPanel::draw_side(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui) {
  const RunResult* sim = slot.result(EngineKind::simulated);
  float y = area.y;
  const bool has_hazard = sim && std::any_of(sim->findings.begin(), sim->findings.end(), [](const Finding& f) { return f.severity != Severity::note; });
  const auto findings = [&] {
    if (sim) y += findings_.draw_list(session, *sim, area.x, y, area.width, ui) + ui.px(12);
  };
  if (has_hazard) findings();   // what is wrong comes before how long it took
  const float times = draw_timings(time_chart(sim, slot.result(EngineKind::loops), slot.result(EngineKind::cuda)), area.x, y, area.width, ui);
  y += times + (times > 0 ? ui.px(12) : 0);
  if (!has_hazard) findings();
  if (sim && sim->ran()) {
    const LaunchShape shape{slot.launch->device.grid, slot.launch->device.block};
    y += draw_counters(counter_rows(sim->counters, shape.thread_count()), has_compiled_away(sim->accesses), area.x, y, area.width, ui);
  }
  return y - area.y;
}

// What the counters are made of, and what else limits the launch.
float ResultsPanel::draw_details(const Session& session, const RunSlot& slot, const Rect& area, const Rect& window, Ui& ui) {
  const RunResult* sim = slot.result(EngineKind::simulated);
  if (!sim || !sim->ran()) return 0;
  float y = area.y;
  if (const float accesses = accesses_.draw(session, *sim, {area.x, y + ui.px(20), area.width, 0}, window, ui); accesses > 0) y += accesses + ui.px(20);
  if (const float occupancy = draw_occupancy(occupancy_words(*slot.launch, *sim), area.x, y + ui.px(20), area.width, ui); occupancy > 0) y += occupancy + ui.px(20);
  return y - area.y;
}

}  // namespace wb
