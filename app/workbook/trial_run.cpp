#include "app/workbook/trial_run.h"

#include <algorithm>

#include "app/backends/engine.h"
#include "app/workbook/launch_builder.h"

namespace wb {

namespace {

constexpr uint64_t trial_instructions = 2'000'000;  // warp instructions: well under a second
constexpr int most_trials = 6;
constexpr uint64_t growth = 8;
constexpr uint64_t most_elements = 1u << 24;

std::optional<Launch> build(const BareFile& file, const std::string& name) {
  if (!file.read.lesson || !file.read.lesson->stage_of(name)) return std::nullopt;
  LaunchRequest request;
  request.name = name;
  request.instruction_budget = trial_instructions;
  request.other_schedules = 0;
  return build_launch(*file.read.lesson, request).launch;
}

bool is_out_of_bounds(const Finding& f) { return (f.kind == FindingKind::oob_read || f.kind == FindingKind::oob_write) && !f.element.empty(); }

// Gives the buffers that the run reached beyond more elements. Whether any was.
bool enlarge(const RunResult& run, const Launch& launch, const std::set<std::string>& may_grow, BareFileWishes& wishes) {
  bool any = false;
  for (const Finding& f : run.findings) {
    if (!is_out_of_bounds(f) || f.buffer_index < 0 || static_cast<size_t>(f.buffer_index) >= launch.device.buffers.size()) continue;
    const DeviceBuffer& buffer = launch.device.buffers[static_cast<size_t>(f.buffer_index)];
    if (!may_grow.contains(buffer.name) || f.flat_element >= most_elements) continue;
    uint64_t& elements = wishes.elements[buffer.name];
    const uint64_t wanted = std::min(std::max(f.flat_element + 1, buffer.element_count() * growth), most_elements);
    any |= wanted > std::max(elements, buffer.element_count());
    elements = std::max(elements, wanted);
  }
  return any;
}

struct Tried {
  BareFile file;
  int faults = 0;  // what a better guess could mend: races are not among it
};

int faults_of(const RunResult& run) {
  const auto is_fault = [](const Finding& f) { return f.severity == Severity::error && !std::string_view(finding_name(f.kind)).starts_with("race"); };
  return static_cast<int>(std::count_if(run.findings.begin(), run.findings.end(), is_fault));
}

Tried try_out(const std::filesystem::path& path, BareFileWishes wishes, const std::string& launch) {
  Tried tried{open_bare_file(path, wishes)};
  wishes.reading = tried.file.reading;
  if (!tried.file.read.lesson || !tried.file.complaints.empty()) return tried;
  const std::vector<std::string> names = tried.file.read.lesson->run_names();
  const std::string name = !launch.empty() ? launch : names.empty() ? std::string() : names.front();
  if (tried.file.assumed_sizes[name].empty() && !tried.file.assumes_values.contains(name)) return tried;
  std::unique_ptr<Engine> engine = make_simulated_engine();
  for (int trial = 0; trial < most_trials; ++trial) {
    auto built = build(tried.file, name);
    if (!built) break;
    Progress progress;
    const RunResult run = engine->run(*built, progress, {});
    tried.faults = faults_of(run);
    if (!enlarge(run, *built, tried.file.assumed_sizes[name], wishes)) break;
    tried.file = open_bare_file(path, wishes);
  }
  if (!tried.file.assumes_values.contains(name)) tried.faults = 0;
  return tried;
}

}  // namespace

BareFile open_tried_file(const std::filesystem::path& file, BareFileWishes wishes, const std::string& launch) {
  wishes.only = launch;  // the others' kernels need not be compiled
  Tried best = try_out(file, wishes, launch);
  wishes.reading = best.file.reading;
  if (!best.file.read.lesson || best.file.read.lesson->run_names().empty()) {
    wishes.only.reset();
    return open_bare_file(file, wishes);
  }
  for (uint64_t largest : {256, 64, 8}) {
    if (best.faults == 0) break;
    wishes.largest = largest;
    Tried smaller = try_out(file, wishes, launch);
    if (smaller.faults < best.faults) best = std::move(smaller);
  }
  return std::move(best.file);
}

BareFile open_tried_file(const std::filesystem::path& file, BareFileWishes wishes) {
  BareFile read = open_bare_file(file, wishes);
  wishes.reading = read.reading;
  std::unique_ptr<Engine> engine = make_simulated_engine();
  bool is_larger = true;
  for (int trial = 0; trial < most_trials && is_larger && !wishes.stop.stop_requested(); ++trial) {
    is_larger = false;
    for (const FileLaunch& launch : read.launches) {
      if (read.assumed_sizes[launch.name].empty()) continue;
      const auto built = build(read, launch.name);
      Progress progress;
      if (built) is_larger |= enlarge(engine->run(*built, progress, wishes.stop), *built, read.assumed_sizes[launch.name], wishes);
    }
    if (is_larger) read = open_bare_file(file, wishes);
  }
  return read;
}

}  // namespace wb
