#include "tests/fuzz/differential/run_here.h"

#include "simulator/machine/machine.h"
#include "simulator/machine/run_context.h"
#include "simulator/source/diagnostic_codes.h"
#include "simulator/source/render.h"

namespace wb::fuzz {
namespace {

constexpr uint64_t budget = 5'000'000;  // warp instructions: far more than any generated kernel takes

std::string first_error(const CompileResult& compiled) {
  for (const Diagnostic& d : compiled.diagnostics)
    if (d.severity == Severity::error)
      return std::string("refused: ") + code_info(d.code).name + ": line " + std::to_string(compiled.sources->start(compiled.sources->outermost(d.span)).line) + ": " + message_of(d);
  return "refused";
}

std::string trouble_of(const SimulationResult& result) {
  if (result.status != SimulationStatus::finished) return "does not finish: status " + std::to_string(static_cast<int>(result.status));
  for (const Finding& f : result.findings)
    if (f.severity != Severity::note) return std::string("finding: ") + finding_name(f.kind) + ": " + f.message;
  return {};
}

struct ScheduleRun {
  Schedule schedule;
  bool checks, record;
};
constexpr ScheduleRun schedule_runs[] = {{Schedule::reverse, false, false}, {Schedule::round_robin, false, true}, {Schedule::random, true, false}, {Schedule::adversarial, false, false}};

Outputs run_on_width(const CompileResult& compiled, const KernelLaunch& launch, const char* loops) {
  Machine machine(compiled.program, launch, {.schedule = Schedule::in_order, .loops = loops}, nullptr);
  if (machine.run_until(budget) != MachineStatus::finished) return {};
  std::vector<DeviceBuffer> buffers = launch.buffers;
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    const MemoryView view = machine.read_memory(i, 0);
    buffers[i].bytes.assign(view.bytes.begin(), view.bytes.end());
  }
  return outputs_of(buffers);
}

}  // namespace

RunHere run_here(const std::string& text, const std::string& name, Index3 grid, Index3 block, const HereOptions& options) {
  const CompileResult compiled = compile("fuzz.cu", text, name, {.contract = options.contract});
  if (!compiled.ok()) return {first_error(compiled), {}};
  const KernelLaunch launch = fuzz_launch(grid, block);
  const SimulationResult first = simulate(compiled.program, launch, {.instruction_budget = budget});
  RunHere result{trouble_of(first), outputs_of(first.buffers, first.console)};
  if (!result.trouble.empty() || !options.thorough) return result;
  for (const ScheduleRun& run : schedule_runs) {
    const SimulationResult other = simulate(compiled.program, launch, {.schedule = run.schedule, .seed = 7, .checks = run.checks, .record = run.record, .instruction_budget = budget});
    std::string difference = trouble_of(other);
    if (difference.empty()) difference = first_difference(result.outputs, outputs_of(other.buffers, other.console));
    if (!difference.empty()) return {std::string("schedule ") + schedule_name(run.schedule) + ": " + difference, {}};
  }
  for (const char* loops : {"baseline", "avx2", "avx512"}) {
    if (!run_loops(loops).plain) continue;
    const Outputs stored(result.outputs.begin(), result.outputs.begin() + static_cast<long>(outputs_bytes()));  // what is printed does not hang on the width
    const std::string difference = first_difference(stored, run_on_width(compiled, launch, loops));
    if (!difference.empty()) return {std::string("vectors ") + loops + ": " + difference, {}};
  }
  return result;
}

}  // namespace wb::fuzz
