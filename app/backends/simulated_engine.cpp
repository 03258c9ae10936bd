// The simulator as an engine: compiles the launch's source, runs it thread by thread in warps, and reports.
#include <algorithm>

#include "app/backends/engine.h"
#include "app/backends/made_up_numbers.h"
#include "app/backends/other_schedules.h"
#include "app/backends/out_of_reach.h"
#include "simulator/host/host_findings.h"
#include "simulator/source/diagnostic.h"

namespace wb {

namespace {

// What the status of a simulation means for the run, and why in words.
RunStatus status_of(const SimulationResult& simulation, std::string& reason) {
  auto first_message = [&](const char* otherwise) { return simulation.findings.empty() ? std::string(otherwise) : simulation.findings[0].message; };
  switch (simulation.status) {
    case SimulationStatus::invalid_launch: return reason = first_message("the launch breaks a limit; the kernel did not run"), RunStatus::failed;
    case SimulationStatus::budget_spent: return reason = "the instruction budget is spent: the kernel may loop for ever", RunStatus::failed;
    case SimulationStatus::trapped: return reason = first_message("the kernel ended the launch with an error"), RunStatus::failed;
    case SimulationStatus::deadlock: return reason = "deadlock: no warp can move", RunStatus::failed;
    case SimulationStatus::out_of_memory: return reason = "the simulation needs more memory than its limit", RunStatus::failed;
    case SimulationStatus::cancelled: return reason = "stopped", RunStatus::cancelled;
    case SimulationStatus::finished: break;
  }
  bool is_clean = std::none_of(simulation.findings.begin(), simulation.findings.end(), [](const Finding& f) { return f.severity != Severity::note; });
  return is_clean ? RunStatus::clean : RunStatus::findings;
}

// What the file's host program does with this launch without waiting, and with its memory: whatever the schedule, and found when the program was read.
void tell_of_host(const Launch& launch, RunResult& result) {
  for (Finding& finding : host_findings(launch.hazards, *result.sources)) result.findings.push_back(std::move(finding));
  for (Finding& finding : mistake_findings(launch.mistakes)) result.findings.push_back(std::move(finding));
  if ((!launch.hazards.empty() || !launch.mistakes.empty()) && result.status == RunStatus::clean) result.status = RunStatus::findings;
}

// A shape that CUDA refuses stands where the program launches with it.
void place_refusals(const Launch& launch, std::vector<Finding>& findings) {
  if (launch.launched_at.begin == launch.launched_at.end) return;
  for (Finding& finding : findings)
    if (finding.kind == FindingKind::launch_invalid && finding.places.empty())
      finding.places.push_back({.span = {FileId{0}, launch.launched_at.begin, launch.launched_at.end}, .by = "the launch"});
}

class SimulatedEngine : public Engine {
 public:
  EngineKind kind() const override { return EngineKind::simulated; }

  RunResult run(const Launch& launch, Progress& progress, std::stop_token stop) override {
    RunResult result;
    result.engine = EngineKind::simulated;
    result.schedule = launch.schedule;
    result.seed = launch.seed;

    CompileResult compiled = compile(launch.file_name, launch.source, launch.kernel, compile_options(launch));
    result.sources = compiled.sources;
    result.diagnostics = compiled.diagnostics;
    if (!compiled.ok()) {
      result.status = RunStatus::failed;
      result.reason = "the kernel does not compile";
      return result;
    }
    RunProgress watch{[&progress](double done, uint64_t warp_instructions) {
      progress.done = done;
      progress.warp_instructions = warp_instructions;
    }};
    SimulationResult simulation = simulate(compiled.program, launch.device, run_options(launch), watch, stop);
    result.status = status_of(simulation, result.reason);
    result.buffers = std::move(simulation.buffers);
    result.findings = std::move(simulation.findings);
    result.counters = simulation.counters;
    result.accesses = std::move(simulation.accesses);
    result.warp_counters = std::move(simulation.warp_counters);
    result.counters_over_time = std::move(simulation.counters_over_time);
    result.static_shared_bytes = compiled.static_shared_bytes;
    result.heap = std::move(simulation.heap);
    result.children = std::move(simulation.children);
    result.console = std::move(simulation.console);
    result.wall_ms = simulation.wall_ms;
    result.recording = std::move(simulation.recording);
    result.family = std::move(simulation.family);
    const bool has_wish = launch.other_schedules != Launch::where_it_matters;
    if (launch.checks && launch.told.empty() && result.ran() && (has_wish ? launch.other_schedules > 0 : simulation.depends_on_order))
      try_other_schedules(compiled.program, launch, result, stop);
    if (launch.checks && result.ran()) doubt_made_up_numbers(compiled.program, launch, result, stop);
    if (launch.checks) tell_what_is_out_of_reach(launch, *result.sources, result.findings);
    place_refusals(launch, result.findings);
    if (launch.checks && result.ran()) tell_of_host(launch, result);
    progress.done = 1;
    return result;
  }
};

}  // namespace

std::unique_ptr<Engine> make_simulated_engine() { return std::make_unique<SimulatedEngine>(); }

}  // namespace wb
