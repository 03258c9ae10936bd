#pragma once
// The result of `run`, as a person reads it and as JSON. Both read the same values.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/backends/agreement.h"
#include "app/backends/race_stories.h"
#include "app/backends/run_result.h"
#include "app/backends/schedule_spread.h"
#include "app/cli/write_buffers.h"
#include "app/workbook/lesson.h"
#include "simulator/analysis/occupancy.h"

namespace wb {

struct RunReport {
  const Lesson& lesson;
  const LaunchSpec& stage;
  const Launch& launch;
  const std::vector<RunResult>& results;   // one an engine that was asked for
  std::vector<Agreement> agreements;
  std::map<EngineKind, WrittenBuffers> written;
  std::optional<ScheduleSpread> spread;    // of --schedule all:N
  const SmLimits* sm = nullptr;            // occupancy is worked out for
  std::optional<uint32_t> registers;       // of a thread, where they were told
  std::vector<FindingStory> stories{};     // of --why: of the simulated run's races

  BlockNeeds block_needs(const RunResult& simulated) const;
  const RaceStory* story_of(const RunResult& result, size_t finding) const {
    for (const FindingStory& s : stories)
      if (result.engine == EngineKind::simulated && s.finding == finding) return &s.story;
    return nullptr;
  }
};

// design.md, "The report". Ends with a newline.
std::string report_json(const RunReport& report);
// What stands in it for a result's findings.
std::string findings_as_json(const RunResult& result);
std::string report_text(const RunReport& report, bool colour);

// One finding in the shape of a diagnostic, every party with its source line and caret.
std::string finding_text(const SourceMap& sources, const Finding& finding, bool colour);
// What stands below it: the shortest order that makes the race bite, step by step.
std::string story_text(const SourceMap& sources, const KernelLaunch& launch, const Finding& finding, const RaceStory& story, bool colour);

}  // namespace wb
