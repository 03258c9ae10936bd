#include "app/gui/panels/story_view.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/story_model.h"
#include "app/gui/panels/wording.h"
#include "app/gui/widgets/button_row.h"

namespace wb {
namespace {

struct Scene {
  const Session& session;
  const StoryWork& work;
  const StoryWords& words;
  int finding;
  int current;              // the step at which the window stands; -1: none, or the normal run is shown
};

float draw_search(const StoryWork& work, int finding, float x, float y, float width, Ui& ui) {
  const float top = y;
  text_cut(ui, Type::caption, x, y, ui.px(20), width, ui.theme.quiet, ui.say("story.searching", {std::to_string(static_cast<int>(work.seconds))}));
  y += ui.px(24);
  draw_progress_bar(ui, {x, y, width, ui.px(4)}, work.progress);
  y += ui.px(12);
  const std::string label = ui.say("story.stop");
  if (button(ui, x, y, {.label = label, .id = "story/stop", .icon = Icon::stop})) ui.commands.send(StopExplaining{finding});
  return y + button_height(ui) - top;
}

float draw_stopped(int finding, float x, float y, float width, Ui& ui) {
  const float top = y;
  y += text_wrapped(ui, Type::caption, x, y, ui.px(19), width, ui.theme.quiet, ui.say("story.stopped")) + ui.px(6);
  const std::string label = ui.say("story.again");
  if (button(ui, x, y, {.label = label, .id = "story/again"})) ui.commands.send(ExplainFinding{finding});
  return y + button_height(ui) - top;
}

float draw_step(const Scene& scene, size_t index, float x, float y, float width, Ui& ui) {
  const StoryRow& row = scene.words.rows[index];
  const std::string words = ui.say(row.words), line_words = row.line ? ui.say("story.line", {std::to_string(row.line)}) : "";
  const float left = ui.px(46), right = text_width(ui, Type::caption, line_words) + ui.px(14), line_height = ui.px(19);
  const float measure = std::max(ui.px(60), width - left - right);
  const float high = wrapped_height(ui.fonts, Type::caption, line_height, measure, words) + ui.px(7);
  const Rect area{x, y, width, high};
  const std::string id = "story/step/" + std::to_string(index);
  const bool is_current = scene.current == static_cast<int>(index);
  const Interaction use = ui.widgets.add({.role = Role::list_item, .label = words, .id = id, .rect = area, .enabled = scene.work.can_replay(), .checked = is_current, .value = line_words});
  if (is_current) fill(ui, area, with_alpha(party_colour(ui.theme, row.party), 0.16f), ui.px(5));
  else if (use.hovered) fill(ui, area, with_alpha(ui.theme.accent, 0.08f), ui.px(5));
  const float top = y + ui.px(3.5f), middle = top + line_height / 2;
  text_right(ui, Type::caption, x + ui.px(20), top, line_height, ui.theme.quiet, std::to_string(index + 1));
  draw_party_mark(ui, row.party, x + ui.px(33), middle, ui.px(9));
  text_wrapped(ui, Type::caption, x + left, top, line_height, measure, row.is_stop ? ui.theme.quiet : ui.theme.ink, words);
  text_right(ui, Type::caption, x + width - ui.px(8), top, line_height, ui.theme.quiet, line_words);
  focus_ring(ui, area, id);
  if (use.activated) ui.commands.send(ShowStoryStep{scene.finding, static_cast<int>(index)});
  return high;
}

float draw_way_back(const Scene& scene, float x, float y, float width, Ui& ui) {
  const float top = y;
  if (!scene.session.replay() || scene.session.replay()->is_elsewhere) {
    const std::string key = scene.work.can_replay() ? "story.press" : "story.not_recorded";
    return text_wrapped(ui, Type::caption, x, y, ui.px(19), width, ui.theme.quiet, ui.say(key)) + ui.px(2);
  }
  y += text_wrapped(ui, Type::caption_bold, x, y, ui.px(19), width, ui.theme.ink, ui.say("story.replaying")) + ui.px(6);
  const int last = static_cast<int>(scene.words.rows.size()) - 1;
  const std::string back = ui.say("story.back"), previous = ui.say("story.previous"), next = ui.say("story.next");
  ButtonRow row(ui, x, y, width);
  if (row.add({.label = back, .id = "story/back", .style = ButtonStyle::primary, .icon = Icon::undo})) ui.commands.send(LeaveStory{});
  if (row.add({.label = previous, .id = "story/previous", .icon = Icon::back, .enabled = scene.current > 0})) ui.commands.send(ShowStoryStep{scene.finding, scene.current - 1});
  if (row.add({.label = next, .id = "story/next", .icon = Icon::forward, .enabled = scene.current < last})) ui.commands.send(ShowStoryStep{scene.finding, scene.current + 1});
  return row.bottom() - top;
}

float draw_steps(const Scene& scene, float x, float y, float width, Ui& ui) {
  const float top = y;
  const auto say = [&](const std::optional<Said>& said) { return said ? " " + ui.say(*said) : std::string(); };
  y += draw_sentence(ui, ui.say(scene.words.lead) + say(scene.words.first_blocks) + say(scene.words.grid), x, y, width, ui.theme.ink) + ui.px(6);
  for (size_t i = 0; i < scene.words.rows.size(); ++i) y += draw_step(scene, i, x, y, width, ui);
  if (scene.words.left_out) y += text_wrapped(ui, Type::caption, x, y + ui.px(2), ui.px(19), width, ui.theme.quiet, ui.say(*scene.words.left_out)) + ui.px(2);
  y += ui.px(8);
  y += draw_sentence(ui, scene.words.message, x, y, width, ui.theme.ink, true) + ui.px(3);
  if (scene.words.effect) y += draw_sentence(ui, ui.say(*scene.words.effect), x, y, width, ui.theme.quiet);
  y += ui.px(8);
  return y + draw_way_back(scene, x, y, width, ui) - top;
}

}  // namespace

float draw_story(const Session& session, int finding, float x, float y, float width, Ui& ui) {
  const StoryWork* work = session.story(finding);
  if (!work) return 0;
  const float top = y;
  text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.say("story.title"));
  y += ui.px(27);
  if (work->state == WorkState::running) return y + draw_search(*work, finding, x, y, width, ui) - top;
  if (work->state == WorkState::stopped || !work->story) return y + draw_stopped(finding, x, y, width, ui) - top;
  const RunSlot* run = session.normal_run();
  const RunResult* result = run ? run->result(EngineKind::simulated) : nullptr;
  const LaunchShape own = run && run->launch ? LaunchShape{run->launch->device.grid, run->launch->device.block} : LaunchShape{};
  const GridFamily* family = work->run ? work->run->family.get() : nullptr;
  const uint32_t grid = grid_of(session.findings()[static_cast<size_t>(finding)]).value_or(0);
  const StoryWords words = story_words(*work->story, result ? result->sources.get() : nullptr, shape_of(family, grid, own), grid);
  if (!words.bites) return y + draw_sentence(ui, ui.say("story.none", {work->story->message.empty() ? "?" : words.message}), x, y, width, ui.theme.ink) - top;
  const auto& replay = session.replay();
  const bool is_shown = replay && !replay->is_elsewhere && replay->finding == finding;
  const bool is_there = session.grid() == grid && !session.opening_grid();
  const int current = !is_shown ? -1 : is_there ? step_at(*work->story, session.selection().tick, replay->step) : replay->step;
  return y + draw_steps({session, *work, words, finding, current}, x, y, width, ui) - top;
}

}  // namespace wb
