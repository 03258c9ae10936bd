#include "app/gui/panels/story_model.h"

#include <algorithm>

#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

std::string known(const std::string& value) { return value.empty() ? "?" : value; }

Said words_of(const StoryStep& step, const std::string& who) {
  switch (step.kind) {
    case StoryStep::Kind::reads: return step.is_undefined ? Said{"story.reads_nothing", {who, step.element}} : Said{"story.reads", {who, known(step.value), step.element}};
    case StoryStep::Kind::stops: return {"story.stops", {who}};
    case StoryStep::Kind::arrives: return {"story.arrives", {who, known(step.value), step.element}};
    case StoryStep::Kind::changes:
      return step.is_undefined ? Said{"story.changes_nothing", {who, step.element}} : Said{"story.changes", {who, known(step.before), known(step.value), step.element}};
    case StoryStep::Kind::writes: break;
  }
  if (step.is_late) return {"story.writes_late", {who, known(step.value), step.element}};
  if (step.is_undefined || step.before.empty()) return {"story.writes_first", {who, known(step.value), step.element}};
  return {"story.writes", {who, known(step.value), step.element, step.before}};
}

Said lead(const RaceStory& story) {
  if (std::any_of(story.steps.begin(), story.steps.end(), [](const StoryStep& s) { return s.is_late; })) return {"story.lead_late"};
  if (story.stops() == 0) return {"story.lead_plain"};
  return story.stops() == 1 ? Said{"story.lead_one"} : Said{"story.lead_more", {std::to_string(story.stops())}};
}

Said effect_words(const RaceStory::Effect& effect) {
  if (!effect.is_known) return {"story.effect_unknown"};
  if (effect.elements == 0) return {"story.effect_none"};
  if (effect.elements == 1) return {"story.effect", {effect.element, known(effect.value), known(effect.otherwise)}};
  return {"story.effect_more", {effect.element, known(effect.value), known(effect.otherwise), with_thousands(effect.elements - 1)}};
}

}  // namespace

StoryWords story_words(const RaceStory& story, const SourceMap* sources, const LaunchShape& shape, uint32_t grid) {
  StoryWords words;
  words.bites = story.bites;
  words.message = as_sentence_with_code(story.message);
  if (!story.bites || story.steps.empty()) return words;
  words.lead = lead(story);
  if (!story.schedule.first_blocks.empty()) words.first_blocks = Said{story.schedule.first_blocks.size() == 1 ? "story.first_block" : "story.first_blocks"};
  if (grid) words.grid = Said{"story.grid", {with_thousands(grid)}};
  const bool names_block = std::any_of(story.steps.begin(), story.steps.end(), [&](const StoryStep& s) { return !(s.block == story.steps[0].block); });
  for (const StoryStep& step : story.steps) {
    std::string who = thread_words(shape, shape.linear_thread(step.thread));
    if (names_block) who += " of " + block_words(shape, shape.linear_block(step.block));
    words.rows.push_back({step.party, words_of(step, who), sources ? main_line(*sources, step.span) : 0, step.kind == StoryStep::Kind::stops});
  }
  if (story.left_out) words.left_out = Said{story.left_out == 1 ? "story.left_out_one" : "story.left_out", {with_thousands(story.left_out)}};
  words.effect = effect_words(story.effect);
  return words;
}

int step_at(const RaceStory& story, Tick tick, int asked) {
  if (asked >= 0 && static_cast<size_t>(asked) < story.steps.size() && story.steps[static_cast<size_t>(asked)].tick == tick) return asked;
  int at = -1;
  for (size_t i = 0; i < story.steps.size(); ++i)
    if (story.steps[i].tick <= tick) at = static_cast<int>(i);
  return at;
}

}  // namespace wb
