#include "app/backends/launch.h"

#include <algorithm>

namespace wb {

CompileOptions compile_options(const Launch& launch) {
  CompileOptions options;
  options.contract = launch.contract;
  options.defines = launch.defines;
  options.read_include = [&launch](std::string_view path) -> std::optional<std::string> {
    const auto found = launch.headers.find(std::string(path));
    return found == launch.headers.end() ? std::nullopt : std::optional(found->second);
  };
  return options;
}

RunOptions run_options(const Launch& launch) {
  RunOptions options;
  options.schedule = launch.schedule;
  options.seed = launch.seed;
  options.told = launch.told;
  options.checks = launch.checks;
  options.numbers = launch.numbers;
  options.record = launch.record;
  options.snapshot_bytes = launch.recording_bytes;
  options.instruction_budget = launch.instruction_budget;
  options.host_threads = static_cast<uint32_t>(std::min<uint64_t>(launch.host_threads, 256));
  options.outputs = launch.covered;
  options.count_by_warp = launch.count_by_warp;
  options.count_over_time = launch.count_over_time;
  options.keep_heap = true;
  return options;
}

}  // namespace wb
