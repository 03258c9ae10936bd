#include "app/cli/engines.h"

#include "app/cli/terminal.h"

namespace wb {

Engine* Engines::of(EngineKind kind) const {
  return kind == EngineKind::simulated ? simulated.get() : kind == EngineKind::loops ? loops.get() : cuda.get();
}

Engines make_engines() {
  Engines engines;
  engines.simulated = make_simulated_engine();
  engines.loops = make_loops_engine();
  engines.cuda = make_cuda_engine();
  return engines;
}

RunResult run_on(const Engines& engines, EngineKind kind, const Launch& launch) {
  Engine* engine = engines.of(kind);
  RunResult result;
  if (!engine) {
    result.engine = kind;
    result.status = RunStatus::absent;
    result.reason = "this build has no such engine";
    return result;
  }
  constexpr const char* labels[] = {"simulating", "running the loops", "on the GPU"};
  Progress progress;
  ProgressBar bar(labels[static_cast<int>(kind)], progress);
  result = engine->run(launch, progress, bar.stop());
  return result;
}

ScheduleSpread run_schedules_on(const Engines& engines, const Launch& launch, uint64_t runs, RunResult& first) {
  Progress progress;
  ProgressBar bar("schedules", progress);
  return run_schedules(*engines.simulated, launch, runs, first, progress, bar.stop());
}

std::vector<FindingStory> explain_findings_on(const Launch& launch, const RunResult& result) {
  Progress progress;
  ProgressBar bar("looking for the order that breaks it", progress);
  return explain_findings(launch, result, progress, bar.stop());
}

}  // namespace wb
