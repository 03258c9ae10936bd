#pragma once
// Why races of a simulated run matter: for each the shortest order that changes a result (simulator/explain). On request: it takes more runs.
#include <stop_token>
#include <vector>

#include "app/backends/engine.h"
#include "simulator/explain/race_story.h"

namespace wb {

struct FindingStory {
  size_t finding = 0;  // index into RunResult::findings
  RaceStory story;
};
inline constexpr size_t most_stories = 8;

// One finding of a run of `launch`; no story (an empty code) if it is no race. Meant for another thread than the window's. The progress is what
// the search has used of its limits: it mostly ends early.
RaceStory explain_finding(const Launch& launch, const Finding& finding, Progress& progress, std::stop_token stop);
// The races among `result`'s findings, the most severe first, at most `most_stories`.
std::vector<FindingStory> explain_findings(const Launch& launch, const RunResult& result, Progress& progress, std::stop_token stop);

// The launch as the story has it, to be recorded: its steps are at their ticks of that recording.
Launch launch_of_story(Launch launch, const RaceStory& story);

}  // namespace wb
