#pragma once
// Puts a found story into words: steps, sentence, and what it does to the launch's results.
#include "simulator/explain/race_story.h"
#include "simulator/explain/trial.h"

namespace wb {

// The run that goes wrong, the one that it is compared with, and what matters in it.
struct StoryPick {
  const Trial* broken = nullptr;
  const Trial* otherwise = nullptr;
  const char* code = "";
  // Accesses of the broken run. `mine`: what the thread that is told of does (the read, or the write); `theirs`: the other one's;
  // `last`: the write that spoils it, where the story has three; `lead`: what the other one did before, to be shown with it.
  TrialAccess mine, theirs;
  const TrialAccess* last = nullptr;
  const TrialAccess* lead = nullptr;
};

RaceStory write_story(const Scene& scene, const StoryPick& pick);
// A story without steps.
RaceStory write_no_story(const Scene* scene, const Finding& finding, const char* code, uint32_t tries, uint64_t ticks);
// Runs both schedules to the end of the launch and compares what is left in its buffers. `work`: what both may take, and less by what they took.
RaceStory::Effect compare_results(const Scene& scene, const StoryPick& pick, uint64_t& work, std::stop_token stop);

}  // namespace wb
