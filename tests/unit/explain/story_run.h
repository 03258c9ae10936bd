#pragma once
// From a kernel's source to the stories of its races, as text; every story is replayed and checked on the way.
#include "../analysis/kernel_run.h"
#include "simulator/analysis/element_names.h"
#include "simulator/explain/race_story.h"
#include "simulator/recording/grid_family.h"

namespace wb::test {

// Says of one step what it says, without places: "t3 reads c[0] 7", "b1t0 writes c[0] 8 was 7", "t3 stops".
inline std::string step_text(const StoryStep& s, bool has_blocks) {
  std::string text = (has_blocks ? "b" + std::to_string(s.block.x) : "") + "t" + std::to_string(s.thread.x);
  if (s.kind == StoryStep::Kind::stops) return text + " stops";
  text += std::string(" ") + step_verb(s.kind) + " " + s.element + " " + (s.value.empty() ? "?" : s.value);
  if (s.kind == StoryStep::Kind::writes || s.kind == StoryStep::Kind::changes) text += " was " + (s.is_undefined || s.before.empty() ? "?" : s.before);
  if (s.is_late) text += " late";
  return text;
}
inline std::string steps_text(const RaceStory& story) {
  std::string text;
  bool has_blocks = false;
  for (const StoryStep& s : story.steps) has_blocks |= !(s.block == story.steps[0].block);
  for (const StoryStep& s : story.steps) text += (text.empty() ? "" : "; ") + step_text(s, has_blocks);
  return text;
}

// Do all steps come about in a recorded run, when the story says, with its values?
inline bool has_steps(const Recording& recording, const RaceStory& story) {
  const LaunchShape& shape = recording.shape();
  return std::all_of(story.steps.begin(), story.steps.end(), [&](const StoryStep& step) {
    const ThreadRef who{shape.linear_block(step.block), shape.linear_thread(step.thread)};
    bool is_there = step.kind == StoryStep::Kind::stops || step.kind == StoryStep::Kind::arrives;
    for (const AccessRecord& a : recording.accesses(step.tick))
      is_there |= a.thread == who && a.span == step.span && (step.value.empty() || accessed_value(recording.allocations(), recording.allocations()[a.allocation], static_cast<int64_t>(a.offset), a.value, a.bytes) == step.value);
    return is_there;
  });
}

// The schedule brings the same steps again, in a recording and without one; the two schedules of a story end as it says.
inline void check_replay(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RaceStory& story, uint32_t grid) {
  RunOptions options;
  options.told = story.schedule;
  options.record = true;
  const SimulationResult broken = simulate(program, launch, options);
  REQUIRE(broken.recording);
  const auto recording = grid ? broken.family->record(grid) : broken.recording;
  REQUIRE(recording);
  CHECK(has_steps(*recording, story));
  CHECK(std::is_sorted(story.steps.begin(), story.steps.end(), [](const StoryStep& a, const StoryStep& b) { return a.tick < b.tick; }));
  options.record = false;
  options.told = story.otherwise;
  const SimulationResult otherwise = simulate(program, launch, options);
  options.told = story.schedule;
  CHECK(simulate(program, launch, options).buffers.size() == broken.buffers.size());
  uint64_t differing = 0;
  for (size_t i = 0; i < broken.buffers.size(); ++i) {
    const DeviceBuffer &a = broken.buffers[i], &b = otherwise.buffers[i];
    for (uint64_t e = 0; e < a.element_count(); ++e) differing += std::memcmp(&a.bytes[e * a.element_bytes()], &b.bytes[e * a.element_bytes()], a.element_bytes()) != 0;
  }
  CHECK(story.effect.is_known);
  CHECK(story.effect.elements == differing);
}

struct StoryRun : KernelRun {
  using KernelRun::KernelRun;

  std::vector<std::pair<Finding, RaceStory>> stories(const ExplainLimits& limits = {}) const {
    CompileResult compiled = compile("k.cu", source, kernel);
    REQUIRE(compiled.ok());
    sources = compiled.sources;
    std::vector<std::pair<Finding, RaceStory>> all;
    for (const Finding& f : simulate(compiled.program, launch, options).findings) {
      if (f.places.size() != 2 || std::string(finding_name(f.kind)).substr(0, 5) != "race.") continue;
      RaceStory story = explain_race(compiled.program, launch, f, limits);
      CHECK(!story.code.empty());
      CHECK(story.bites == !story.steps.empty());
      if (story.bites) check_replay(compiled.program, launch, story, f.places[0].grid);
      all.emplace_back(f, std::move(story));
    }
    return all;
  }
  // "race.raw 0: t0 reads ...": name, stops and steps of each story, in the order of the findings; the code where there is none.
  std::vector<std::string> told(const ExplainLimits& limits = {}) const {
    std::vector<std::string> all;
    for (const auto& [finding, story] : stories(limits)) {
      all.push_back(std::string(finding_name(finding.kind)) + " " + story.code.substr(4) + (story.bites ? " " + std::to_string(story.stops()) + ": " + steps_text(story) : ""));
      if (std::getenv("WB_SHOW_STORIES")) std::printf("    \"%s\",\n        %s\n        effect %d %llu %s %s %s tries %u\n", all.back().c_str(), story.message.c_str(), story.effect.is_known, static_cast<unsigned long long>(story.effect.elements), story.effect.element.c_str(), story.effect.value.c_str(), story.effect.otherwise.c_str(), story.tries);
    }
    return all;
  }
};

}  // namespace wb::test
