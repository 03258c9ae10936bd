#include "simulator/host/arena_runs.h"

#include <algorithm>

#include "simulator/host/given_memory.h"
#include "simulator/host/host_functions.h"
#include "simulator/host/seen_launch.h"
#include "simulator/machine/lasting_heap.h"

namespace wb {

std::optional<KernelLaunch> ArenaRuns::launch_of(const CompileResult& of, const HostLaunchSeen& seen,
                                                 std::span<const uint8_t> bytes) const {
  auto launch = wb::launch_of(seen, of.parameters, [](const HostValue& value) {
    const auto place = HostMemory::place_of(value.pointer);
    return place ? Argument(BufferArgument{0, *place}) : Argument(uint64_t{0});
  });
  if (!launch || (work_in_place() && kernels_.has_function_values())) return std::nullopt;
  memory_.spend((work_in_place() ? 0 : 2 * bytes.size()) + (heap_ ? heap_->bytes.size() : 0));
  DeviceBuffer buffer;
  buffer.name = "arena";
  buffer.scalar = ScalarKind::uchar;
  buffer.shape = {bytes.size()};
  if (work_in_place())
    buffer.lent = memory_.lent();
  else
    buffer.bytes.assign(bytes.begin(), bytes.end());
  if (kernels_.has_function_values()) name_functions_anew(buffer.bytes, kernels_.own(), *of.program->module);
  launch->buffers.push_back(std::move(buffer));
  if (!seen.textures.empty()) launch->textures = textures_.over_arena(0);
  add_variables(*launch, seen.variables);
  launch->heap = heap_;
  launch->heap_bytes = heap_bytes_;
  return launch;
}

bool ArenaRuns::set_heap_bytes(uint64_t bytes) {
  if (has_used_heap_) return false;
  heap_bytes_ = heap_bytes_for(bytes);
  return true;
}

SimulationResult ArenaRuns::run(const CompileResult& of, const KernelLaunch& launch, AsyncWork::Work& work) {
  has_used_heap_ |= has_heap(*of.program);
  RunOptions run;
  run.checks = false;
  run.instruction_budget = limits_.launch;
  run.keep_heap = true;
  KernelFootprint footprint(work.footprint, work.parts, work.flags, order_.begins_of(launch, *of.program), of.program->sites);
  if (order_.is_on()) run.watcher = &footprint;
  const std::vector<uint8_t> box(memory_.bytes().begin(), memory_.bytes().begin() + 8 * HostMemory::box_words);
  SimulationResult result = simulate(of.program, launch, run);
  ticks_ += result.counters.warp_instructions;
  std::copy(box.begin(), box.end(), memory_.at(0));  // whatever the kernel has done
  return result;
}

void ArenaRuns::keep(SimulationResult& result, const CompileResult& of, const HostLaunchSeen& seen) {
  keep_heap(result);
  if (work_in_place()) return leave_variables(result, of, seen);
  if (kernels_.has_function_values()) name_functions_anew(result.buffers[0].bytes, *of.program->module, kernels_.own());
  memory_.take_back(result.buffers[0]);
  leave_variables(result, of, seen);
}

void ArenaRuns::leave_variables(SimulationResult& result, const CompileResult& of, const HostLaunchSeen& seen) {
  for (size_t i = 0; i < seen.variables.size(); ++i) {
    std::vector<uint8_t>& bytes = result.buffers[i + 1].bytes;
    name_functions_anew(bytes, *of.program->module, kernels_.own());
    variables_.leave(seen.variables[i].name, std::move(bytes));
  }
}

}  // namespace wb
