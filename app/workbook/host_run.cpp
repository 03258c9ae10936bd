#include "app/workbook/host_run.h"

#include <algorithm>
#include <map>
#include <memory>

namespace wb {
namespace {

constexpr uint64_t most_instructions = 2'000'000;  // some 100,000 elements
constexpr uint64_t most_bytes = 4u << 20;

bool is_fault(const Finding& f) { return f.severity == Severity::error || std::string_view(finding_name(f.kind)).starts_with("uninit"); }

std::optional<std::vector<uint8_t>> run_once(const std::string& file_name, const std::string& text, const CompileOptions& options) {
  const CompileResult compiled = compile(file_name, text, "wb_host_code", options);
  if (!compiled.ok()) return std::nullopt;
  KernelLaunch launch;
  DeviceBuffer out;
  out.name = "wb_out";
  out.scalar = ScalarKind::uchar;
  out.shape = {most_bytes};
  out.bytes.resize(most_bytes);
  launch.buffers.push_back(std::move(out));
  launch.arguments = {BufferArgument{0}, most_bytes};
  RunOptions run;
  run.instruction_budget = most_instructions;
  run.host_threads = 1;
  SimulationResult result = simulate(compiled.program, launch, run);
  if (result.status != SimulationStatus::finished || std::any_of(result.findings.begin(), result.findings.end(), is_fault)) return std::nullopt;
  return std::move(result.buffers[0].bytes);
}

}  // namespace

HostRun host_run_of(std::string file_name, const std::string& source, CompileOptions options) {
  options.contract = false;  // the host rounds each step
  auto known = std::make_shared<std::map<std::string, std::optional<std::vector<uint8_t>>>>();  // several launches ask for the same
  return [file_name = std::move(file_name), &source, options = std::move(options), known](const std::string& text) {
    auto [it, is_new] = known->try_emplace(text);
    if (is_new) it->second = run_once(file_name, source + "\n" + text, options);
    return it->second;
  };
}

HostProgramRun host_program_run_of(std::string file_name, const std::string& source, CompileOptions options, HostFiles files, HostLimits limits) {
  return [file_name = std::move(file_name), &source, options = std::move(options), files = std::move(files), limits](const HostProgramText& program) {
    return run_host_program(file_name, source, program, options, files, limits);
  };
}

}  // namespace wb
