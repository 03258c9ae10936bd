#pragma once
// The result of `run`, as a person reads it and as JSON. Both read the same values.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/backends/agreement.h"
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

  BlockNeeds block_needs(const RunResult& simulated) const;
};

// design.md, "The report". Ends with a newline.
std::string report_json(const RunReport& report);
std::string report_text(const RunReport& report, bool colour);

// One finding in the shape of a diagnostic, every party with its source line and caret.
std::string finding_text(const SourceMap& sources, const Finding& finding, bool colour);

}  // namespace wb
