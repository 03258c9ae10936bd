#include "simulator/run/launch_checks.h"

#include <variant>

#include "simulator/analysis/launch_limits.h"
#include "simulator/machine/buffer_pointers.h"
#include "simulator/machine/clusters.h"
#include "simulator/machine/lasting_heap.h"
#include "simulator/machine/symbols.h"
#include "simulator/machine/textures.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

// A pointer may stand behind the last element, as in C++, and no further.
std::optional<Finding> check_place(const DeviceBuffer& buffer, uint64_t byte_offset, const std::string& who) {
  if (byte_offset <= buffer.byte_count()) return std::nullopt;
  return invalid_launch(who + " starts at byte " + std::to_string(byte_offset) + " of buffer `" + buffer.name + "`, which has " + std::to_string(buffer.byte_count()),
                        "start inside of the buffer");
}

std::optional<Finding> check_shape(const Program& program, const KernelLaunch& launch) {
  if (auto broken = check_launch_limits(launch.grid, launch.block, {program.static_shared_bytes, launch.dynamic_shared_bytes, launch.shared_opt_in})) return broken;
  if (auto broken = check_cluster(launch, program)) return broken;
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  if (blocks > limits::blocks)
    return invalid_launch("the grid has " + std::to_string(blocks) + " blocks, more than the " + std::to_string(limits::blocks) + " that this simulator runs",
                          "launch a smaller grid");
  const uint32_t threads = launch.block.x * launch.block.y * launch.block.z;
  const Function& kernel = (*program.module)[program.kernel];
  if (kernel.max_threads && threads > kernel.max_threads)
    return invalid_launch("a block has " + std::to_string(threads) + " threads and the kernel's `__launch_bounds__` allow " + std::to_string(kernel.max_threads),
                          "launch smaller blocks or raise the bound");
  return std::nullopt;
}

// A parameter and what it is given.
struct GivenParameter {
  const Program& program;
  const KernelLaunch& launch;
  const ProgramParameter& parameter;
  const Argument& given;

  std::string name() const { return "parameter `" + parameter.name + "`"; }
  std::string of_type() const { return name() + " is of type `" + program.module->types.name(parameter.type) + "`"; }
  const BufferArgument* buffer() const { return std::get_if<BufferArgument>(&given); }
  const RecordArgument* record() const { return std::get_if<RecordArgument>(&given); }
  bool is_null() const {
    const auto* number = std::get_if<uint64_t>(&given);
    return parameter.is_pointer && number && *number == 0;
  }
};

std::optional<Finding> check_record(const GivenParameter& argument) {
  const uint64_t size = argument.program.module->types.size_of(argument.parameter.type);
  const RecordArgument* const record = argument.record();
  if (!record || record->bytes.size() != size) {
    const std::string given = record ? std::to_string(record->bytes.size()) + " bytes" : argument.buffer() ? "a buffer" : "a number";
    return invalid_launch(argument.of_type() + ", a record of " + std::to_string(size) + " bytes, and the launch gives it " + given, "give it a record");
  }
  const std::vector<DeviceBuffer>& buffers = argument.launch.buffers;
  for (const RecordArgument::Pointer& pointer : record->pointers) {
    if (pointer.buffer >= buffers.size() || pointer.offset + 8ull > size)
      return invalid_launch("a pointer in " + argument.name() + " is given a buffer that the launch does not have", "name one of its buffers");
    if (auto outside = check_place(buffers[pointer.buffer], pointer.byte_offset, "a pointer in " + argument.name())) return outside;
  }
  return std::nullopt;
}

std::optional<Finding> check_argument(const GivenParameter& argument) {
  const bool is_pointer = argument.parameter.is_pointer;
  if (argument.program.module->types.is_record(argument.parameter.type)) return check_record(argument);
  if (argument.record()) return invalid_launch(argument.of_type() + " and the launch gives it a record", is_pointer ? "give it a buffer" : "give it a number");
  const BufferArgument* const buffer = argument.buffer();
  if (is_pointer != (buffer != nullptr) && !argument.is_null())
    return invalid_launch(argument.of_type() + " and the launch gives it " + (buffer ? "a buffer" : "a number"), buffer ? "give it a number" : "give it a buffer");
  if (!buffer) return std::nullopt;
  if (buffer->index >= argument.launch.buffers.size())
    return invalid_launch(argument.name() + " is given a buffer that the launch does not have", "name one of its buffers");
  return check_place(argument.launch.buffers[buffer->index], buffer->byte_offset, argument.name());
}

std::optional<Finding> check_arguments(const Program& program, const KernelLaunch& launch) {
  if (launch.arguments.size() != program.own_parameters())
    return invalid_launch("the kernel takes " + std::to_string(program.own_parameters()) + " arguments and the launch gives " + std::to_string(launch.arguments.size()),
                          "give one argument for each parameter");
  for (size_t i = 0; i < program.own_parameters(); ++i)
    if (auto broken = check_argument({program, launch, program.parameters[i], launch.arguments[i]})) return broken;
  return std::nullopt;
}

constexpr uint64_t most_by_32_bits = (4ull << 30) - (64u << 10);

std::optional<Finding> check_sizes(const KernelLaunch& launch) {
  uint64_t total = 0;
  for (const DeviceBuffer& buffer : launch.buffers) {
    const bool is_held = !buffer.lent.bytes && !buffer.goes_on();  // by this launch; else it costs what is touched, and accesses count bytes by 32 bits
    const uint64_t most = is_held ? limits::buffer_bytes : most_by_32_bits;
    total += is_held ? buffer.byte_count() : 0;
    if (buffer.byte_count() > most || total > limits::launch_bytes)
      return invalid_launch("buffer `" + buffer.name + "` of " + std::to_string(buffer.byte_count()) + " bytes is more than this simulator holds", "use a smaller one");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> check_launch(const Program& program, const KernelLaunch& launch) {
  if (auto broken = check_shape(program, launch)) return broken;
  if (auto broken = check_arguments(program, launch)) return broken;
  if (auto broken = check_sizes(launch)) return broken;
  if (auto broken = check_symbols(program, launch)) return broken;
  if (auto broken = check_pointers(launch)) return broken;
  if (auto broken = check_heap(launch)) return broken;
  return check_textures(launch);
}

}  // namespace wb
