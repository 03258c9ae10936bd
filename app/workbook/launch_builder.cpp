#include "app/workbook/launch_builder.h"

#include <algorithm>
#include <utility>

#include "app/workbook/complaint_sink.h"
#include "app/workbook/launch/launch_addresses.h"
#include "app/workbook/launch/launch_arguments.h"
#include "app/workbook/launch/launch_buffers.h"
#include "app/workbook/launch/launch_shape.h"
#include "app/workbook/launch/launch_textures.h"
#include "app/workbook/launch/launch_variables.h"
#include "app/workbook/launch/run_target.h"
#include "app/workbook/limits.h"
#include "simulator/language/front_end.h"

namespace wb {

namespace {

// What does not need the lesson's numbers: the text, and how the request wants it run.
Launch launch_from(const Lesson& lesson, const LaunchRequest& request, const RunTarget& target, RunText text) {
  Launch launch;
  launch.lesson_id = lesson.id;
  launch.name = request.name;
  launch.file_name = std::move(text.file_name);
  launch.source = std::move(text.text);
  launch.defines = target.stage->defines;
  for (const auto& [name, source] : lesson.sources)
    if (name != target.file) launch.headers.emplace(name, source);
  const LaunchOfProgram& program = target.stage->program;
  launch.launched_at = program.launched_at;
  launch.hazards = program.hazards;
  launch.mistakes = program.mistakes;
  launch.out_of_reach = program.out_of_reach;
  launch.device.may_sync_grid = program.may_sync_grid;
  launch.tolerance = target.stage->tolerance;
  launch.schedule = request.schedule;
  launch.seed = request.seed;
  launch.checks = request.checks;
  launch.numbers = request.numbers;
  launch.record = request.record;
  launch.recording_bytes = request.recording_bytes;
  launch.is_trusted = request.is_trusted;
  launch.host_threads = request.host_threads;
  launch.other_schedules = request.other_schedules;
  return launch;
}

// A product of two matrices of 1024 x 1024 takes 230 million; most kernels that never end are of few warps.
uint64_t budget_of(const KernelLaunch& device) {
  const auto count = [](Index3 of) { return uint64_t{of.x} * of.y * of.z; };
  const uint64_t warps = count(device.grid) * ((count(device.block) + 31) / 32);
  return std::clamp(warps * limits::warp_instructions, limits::run_instructions, limits::most_instructions);
}

// ---- the kernel

// Is there a kernel of this name whose declaration could not be read? Then what was reported says why.
bool is_unread(const std::string& name, const Launch& launch, const CompileOptions& options) {
  auto sources = std::make_shared<SourceMap>();
  FrontEndOptions reading;
  reading.defines = options.defines;
  reading.read_include = options.read_include;
  const KernelList list = list_kernels(sources, sources->add(launch.file_name, launch.source), reading);
  return std::any_of(list.kernels.begin(), list.kernels.end(), [&](const KernelInfo& k) { return k.name == name; });
}

std::string without_template_arguments(const std::string& kernel) { return kernel.substr(0, kernel.find('<')); }

bool is_missing(const std::string& kernel, const CompileResult& compiled, const Launch& launch, const CompileOptions& options) {
  const auto& there = compiled.kernels_in_file;
  const std::string base = without_template_arguments(kernel);
  return !kernel.empty() && !there.empty() && std::find(there.begin(), there.end(), base) == there.end() && !is_unread(base, launch, options);
}

// A bug or an exercise runs its file's only kernel; where the file has several, the one that the launch names.
std::vector<std::string> kernels_to_try(const RunTarget& target) {
  if (!target.kernel.empty()) return {target.kernel};
  if (target.stage->kernel.empty()) return {""};
  return {target.stage->kernel, ""};
}

bool compile_kernel(LaunchDraft& draft, const RunTarget& target, BuiltLaunch& built) {
  Launch& launch = draft.launch;
  CompileResult& compiled = draft.compiled;
  const CompileOptions options = compile_options(launch);
  for (const std::string& kernel : kernels_to_try(target)) {
    compiled = compile(launch.file_name, launch.source, kernel, options);
    if (compiled.ok() || !is_missing(kernel, compiled, launch, options)) break;
    if (target.kernel.empty()) continue;
    const std::string base = without_template_arguments(kernel);
    draft.complaints.error(target.kernel_span, "`" + launch.file_name + "` has no kernel `" + base + "`", nearest_or_list(base, compiled.kernels_in_file));
    return false;
  }
  built.sources = compiled.sources;
  built.diagnostics = compiled.diagnostics;
  launch.kernel = compiled.kernel;
  return compiled.ok();
}

// What the file's program says of buffers by their names.
void tell_of_program(Launch& launch, const LaunchSpec& stage) {
  const std::vector<DeviceBuffer>& buffers = launch.device.buffers;
  const auto find = [&](const std::string& name) { return static_cast<uint32_t>(std::find_if(buffers.begin(), buffers.end(), [&](const DeviceBuffer& b) { return b.name == name; }) - buffers.begin()); };
  for (const std::string& name : stage.program.made_up)
    if (const uint32_t index = find(name); index < buffers.size()) launch.made_up.push_back(index);
  for (const HostStoreSpec& spec : stage.program.host_stores)
    if (HostStore store = spec.store; (store.buffer = find(spec.buffer)) < buffers.size()) launch.device.host_stores.push_back(store);
}

}  // namespace

BuiltLaunch build_launch(const Lesson& lesson, const LaunchRequest& request) {
  BuiltLaunch built;
  ComplaintSink complaints(*lesson.text, built.complaints);
  const auto target = find_target(lesson, request, complaints);
  auto text = target ? read_text(lesson, request, *target, complaints) : std::nullopt;
  if (!text) return built;

  const LaunchSpec& stage = *target->stage;
  LaunchNumbers numbers(lesson, stage, request.set, complaints);
  LaunchDraft draft{lesson, stage, numbers, complaints, launch_from(lesson, request, *target, std::move(*text))};
  draft.launch.values = numbers.values();
  for (const BufferSpec& buffer : stage.buffers) numbers.size_of(buffer);
  set_shape(draft);
  if (has_errors(built.complaints) || !compile_kernel(draft, *target, built)) return built;
  // From here on every size is known and in its limits, and so are the kernel's parameters.
  draft.launch.instruction_budget = request.instruction_budget.value_or(budget_of(draft.launch.device));
  make_buffers(draft);
  make_textures(draft);
  match_arguments(draft);
  set_variables(draft);
  put_addresses(draft);
  tell_of_program(draft.launch, stage);
  if (!has_errors(built.complaints)) built.launch = std::move(draft.launch);
  return built;
}

EvaluatedValues evaluate_values(const Lesson& lesson, std::string_view name, const std::map<std::string, double>& set) {
  LaunchRequest request;
  request.name = name;
  EvaluatedValues result;
  ComplaintSink complaints(*lesson.text, result.complaints);
  if (const auto target = find_target(lesson, request, complaints)) result.values = LaunchNumbers(lesson, *target->stage, set, complaints).values();
  return result;
}

std::string source_text_of(const Lesson& lesson, const LaunchRequest& request, std::string& file_name, std::string& why) {
  std::vector<Complaint> said;
  ComplaintSink complaints(*lesson.text, said);
  const auto target = find_target(lesson, request, complaints);
  auto text = target ? read_text(lesson, request, *target, complaints) : std::nullopt;
  if (!text) return why = said.empty() ? "" : said[0].message, std::string();
  file_name = std::move(text->file_name);
  return std::move(text->text);
}

}  // namespace wb
