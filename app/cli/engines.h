#pragma once
// The engines that this build has.
#include <memory>
#include <vector>

#include "app/backends/engine.h"
#include "app/backends/race_stories.h"
#include "app/backends/schedule_spread.h"
#include "app/workbook/exercise_checks.h"

namespace wb {

struct Engines {
  std::unique_ptr<Engine> simulated, loops, cuda;
  EngineSet set() const { return {simulated.get(), loops.get(), cuda.get()}; }
  Engine* of(EngineKind kind) const;
};
Engines make_engines();

// Runs on one engine with a bar; an engine that this build lacks is absent, with the reason.
RunResult run_on(const Engines& engines, EngineKind kind, const Launch& launch);
// The simulator under several schedules, with a bar; `first` is the first run's result.
ScheduleSpread run_schedules_on(const Engines& engines, const Launch& launch, uint64_t runs, RunResult& first);
// Why the races of a simulated run matter, with a bar.
std::vector<FindingStory> explain_findings_on(const Launch& launch, const RunResult& result);

}  // namespace wb
