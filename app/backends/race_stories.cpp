#include "app/backends/race_stories.h"

#include <algorithm>

namespace wb {
namespace {

bool is_race(const Finding& finding) { return finding.kind <= FindingKind::race_mixed && finding.places.size() == 2; }

constexpr uint64_t work_of_all = 24'000'000;  // as ExplainLimits counts it: a few seconds

// A search may take some times as long as the run itself; several share what there is, and what one leaves goes to those that follow.
ExplainLimits limits_of(const Launch& launch, uint64_t work_left, size_t races) {
  ExplainLimits limits;
  limits.warp_instructions = std::min({limits.warp_instructions, launch.instruction_budget, work_left / races});
  return limits;
}

}  // namespace

RaceStory explain_finding(const Launch& launch, const Finding& finding, Progress& progress, std::stop_token stop) {
  const CompileResult compiled = compile(launch.file_name, launch.source, launch.kernel, compile_options(launch));
  if (!compiled.ok()) return {};
  ExplainLimits limits = limits_of(launch, work_of_all, 1);
  limits.report = [&progress](double used, uint32_t) { progress.done = used; };
  return explain_race(compiled.program, launch.device, finding, limits, std::move(stop));
}

Launch launch_of_story(Launch launch, const RaceStory& story) {
  launch.schedule = Schedule::in_order;
  launch.seed = 0;
  launch.told = story.schedule;
  launch.record = true;
  return launch;
}

std::vector<FindingStory> explain_findings(const Launch& launch, const RunResult& result, Progress& progress, std::stop_token stop) {
  std::vector<size_t> races;
  for (size_t i = 0; i < result.findings.size() && races.size() < most_stories; ++i)
    if (is_race(result.findings[i])) races.push_back(i);
  std::vector<FindingStory> stories;
  if (races.empty()) return stories;
  const CompileResult compiled = compile(launch.file_name, launch.source, launch.kernel, compile_options(launch));
  if (!compiled.ok()) return stories;
  uint64_t work_left = work_of_all;
  for (size_t i : races) {
    if (stop.stop_requested()) break;
    const ExplainLimits limits = limits_of(launch, work_left, races.size() - stories.size());
    stories.push_back({i, explain_race(compiled.program, launch.device, result.findings[i], limits, stop)});
    work_left -= std::min(work_left, stories.back().story.work);
    progress.done = static_cast<double>(stories.size()) / static_cast<double>(races.size());
  }
  return stories;
}

}  // namespace wb
