// Where a file's program cannot be run whole, nobody knows what an earlier kernel left in a buffer, or what the program has filled it with.
// Whole numbers there are made up, and often they are places elsewhere:
//
//     if (is_head[i]) start[place[i]] = i;      `place` as a scan leaves it: all different.
//                                               As it is made up: not so, and threads seem to race
//
// So the launch is run again with other numbers: each one another number, and all the same. What is found whatever they are is an error;
// what is not hangs on them. A buffer of one number is a count or a flag, and begins with 0.
//
// Not covered: reals, sizes and numbers among the arguments (those fit one another, simulator/language/host_unknowns.cpp).
#include "app/backends/made_up_numbers.h"

#include <algorithm>
#include <array>

#include "app/backends/other_schedules.h"
#include "app/backends/scalar_bytes.h"

namespace wb {
namespace {

constexpr uint64_t most_times = 4;                  // the first run's warp instructions, each of the others
constexpr uint64_t small_instructions = 2'000'000;  // or so many

enum class Numbers : uint8_t { rising, alike };

// Never 0, which often says that there is nothing to do.
int64_t number_at(Numbers numbers, uint64_t i, uint64_t count, uint32_t bytes) {
  if (count == 1) return 0;
  return numbers == Numbers::alike ? 1 : static_cast<int64_t>(1 + i % (bytes == 1 ? 127 : bytes == 2 ? 32767 : uint64_t{INT32_MAX}));
}

void fill(DeviceBuffer& buffer, Numbers numbers) {
  const uint32_t width = info(buffer.scalar).bytes;
  const uint64_t count = width ? buffer.bytes.size() / width : 0;
  if (!is_integer(buffer.scalar)) return;
  for (uint64_t i = 0; i < count; ++i) store_integer(buffer.scalar, buffer.bytes.data() + i * width, number_at(numbers, i, count, width));
}

bool is_in_doubt(const Finding& f) { return f.severity == Severity::error && f.kind != FindingKind::launch_invalid; }

std::string names_of(const Launch& launch) {
  std::string names;
  for (size_t i = 0; i < launch.made_up.size(); ++i)
    names += (i == 0 ? "`" : i + 1 == launch.made_up.size() ? " and `" : ", `") + launch.device.buffers[launch.made_up[i]].name + "`";
  return names;
}

// The errors in `findings` that this run does not have, one flag each.
void compare(const std::vector<Finding>& findings, const std::vector<Finding>& others, std::vector<bool>& hangs) {
  std::vector<Finding> all = findings;
  FindingUnion known(all);
  std::vector<bool> is_seen(findings.size());
  for (const Finding& other : others)
    if (const size_t at = known.add(other, {}); at < is_seen.size()) is_seen[at] = true;
  for (size_t i = 0; i < findings.size(); ++i) hangs[i] = hangs[i] || !is_seen[i];
}

}  // namespace

void doubt_made_up_numbers(const std::shared_ptr<const Program>& program, const Launch& launch, RunResult& result, std::stop_token stop) {
  if (launch.made_up.empty() || std::none_of(result.findings.begin(), result.findings.end(), is_in_doubt)) return;
  RunOptions options = run_options(launch);
  options.record = options.count_by_warp = options.count_over_time = options.numbers = false;
  options.instruction_budget =
      std::min(options.instruction_budget, std::max(most_times * result.counters.warp_instructions, small_instructions));
  std::vector<bool> hangs(result.findings.size());
  for (const Numbers numbers : {Numbers::rising, Numbers::alike}) {
    KernelLaunch other = launch.device;
    for (const uint32_t index : launch.made_up) fill(other.buffers[index], numbers);
    const SimulationResult run = simulate(program, other, options, {}, stop);
    if (run.status == SimulationStatus::cancelled || run.status == SimulationStatus::out_of_memory) return;
    compare(result.findings, run.findings, hangs);
  }
  for (size_t i = 0; i < result.findings.size(); ++i) {
    Finding& finding = result.findings[i];
    if (!is_in_doubt(finding) || !hangs[i]) continue;
    finding.severity = Severity::warning;
    finding.message +=
        "; with other numbers in " + names_of(launch) + " it does not come to this, and what the program has there is not known";
  }
}

}  // namespace wb
