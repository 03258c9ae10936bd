#include "app/backends/native_launch.h"

#include <algorithm>
#include <cstring>

#include "app/backends/scalar_bytes.h"
#include "simulator/program/program.h"

namespace wb {
namespace {

// A number as the bytes of a parameter of type `kind`.
protocol::Blob value_bytes(ScalarKind kind, const Argument& argument) {
  protocol::Blob bytes(info(kind).bytes);
  std::visit([&](const auto& value) {
    using T = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<T, double>) store_scalar(kind, bytes.data(), value);
    else if constexpr (!std::is_same_v<T, BufferArgument> && !std::is_same_v<T, RecordArgument>) {
      if (kind == ScalarKind::bool_) bytes[0] = value != 0;
      else if (is_floating(kind)) store_scalar(kind, bytes.data(), static_cast<double>(value));
      else store_integer(kind, bytes.data(), static_cast<int64_t>(value));
    }
  }, argument);
  return bytes;
}

std::string fill_argument(const Launch& launch, const KernelParameter& parameter, const Argument& argument, protocol::Argument& out) {
  const auto* buffer = std::get_if<BufferArgument>(&argument);
  const auto* record = std::get_if<RecordArgument>(&argument);
  if (record || (!parameter.is_pointer && !parameter.members.empty())) {
    if (!record || record->bytes.size() != parameter.bytes) return "`" + parameter.name + "` takes a record of type `" + parameter.type + "`, and the launch gives something else";
    out.bytes = record->bytes;
    for (const RecordArgument::Pointer& pointer : record->pointers) {
      if (pointer.buffer >= launch.device.buffers.size() || pointer.offset + 8ull > out.bytes.size()) return "`" + parameter.name + "` names a buffer that the launch does not have";
      if (pointer.byte_offset > launch.device.buffers[pointer.buffer].bytes.size()) return "`" + parameter.name + "` names a place behind a buffer's end";
      out.pointers.push_back({pointer.offset, static_cast<int>(pointer.buffer), pointer.byte_offset});
    }
    return {};
  }
  const auto* address = std::get_if<uint64_t>(&argument);
  if (parameter.is_pointer && address && *address == 0) return out.bytes = protocol::Blob(sizeof(uint64_t)), std::string();
  if (parameter.is_pointer != (buffer != nullptr))
    return "`" + parameter.name + "` takes " + (parameter.is_pointer ? "a buffer" : "a value") + ", and the launch gives " + (buffer ? "a buffer" : "a value");
  if (buffer) {
    if (buffer->index >= launch.device.buffers.size()) return "`" + parameter.name + "` names a buffer that the launch does not have";
    if (buffer->byte_offset > launch.device.buffers[buffer->index].bytes.size()) return "`" + parameter.name + "` names a place behind a buffer's end";
    out.buffer = static_cast<int>(buffer->index);
    out.byte_offset = buffer->byte_offset;
    return {};
  }
  if (parameter.scalar == ScalarKind::void_) return "`" + parameter.name + "` is not a number, and a launch can only give numbers and buffers";
  out.bytes = value_bytes(parameter.scalar, argument);
  return {};
}

// `compiled` knows the variables that the kernel uses; the others keep their buffers as they are.
std::string fill_symbols(const Launch& launch, const CompileResult& compiled, protocol::RunRequest& request) {
  for (const SymbolContents& symbol : launch.device.symbols) {
    if (symbol.buffer >= launch.device.buffers.size()) return "`" + symbol.name + "` starts from a buffer that the launch does not have";
    const auto variable = std::find_if(compiled.variables.begin(), compiled.variables.end(), [&](const DeviceVariable& v) { return v.name == symbol.name; });
    if (variable == compiled.variables.end()) continue;
    const uint64_t bytes = launch.device.buffers[symbol.buffer].bytes.size();
    if (symbol.byte_offset > variable->bytes.size() || bytes > variable->bytes.size() - symbol.byte_offset) return "`" + symbol.name + "` has fewer bytes than the launch sets";
    request.symbols.push_back({symbol.name, static_cast<int>(symbol.buffer), symbol.byte_offset});
  }
  return {};
}

// The addresses in the buffers' bytes, as places.
void fill_pointers(const KernelLaunch& launch, protocol::RunRequest& request) {
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    for (const uint64_t at : launch.buffers[i].pointers) {
      uint64_t address;
      std::memcpy(&address, launch.buffers[i].bytes.data() + at, sizeof address);
      if (const auto place = place_at(address, launch.buffers)) request.pointers.push_back({static_cast<int>(i), at, static_cast<int>(place->index), place->byte_offset});
    }
  }
}

std::string check_shape(const KernelLaunch& launch) {
  const Index3 g = launch.grid, b = launch.block;
  if (!g.x || !g.y || !g.z) return "the grid has no blocks: every side must be at least 1";
  if (!b.x || !b.y || !b.z) return "the block has no threads: every side must be at least 1";
  if (uint64_t{b.x} * b.y * b.z > 1024 || b.x > 1024 || b.y > 1024 || b.z > 64) return "a block has at most 1024 threads (and at most 64 along z)";
  if (g.x > 0x7fffffffu || g.y > 65535 || g.z > 65535) return "a grid has at most 65535 blocks along y and z";
  return {};
}

}  // namespace

CompileResult compile_launch(const Launch& launch) {
  return compile(launch.file_name, launch.source, launch.kernel, compile_options(launch));
}

static bool takes_from_heap(const Program& program) {
  return std::any_of(program.allocations.begin(), program.allocations.end(), [](const ProgramAllocation& a) { return a.info.is_heap; });
}

std::string fill_request(const Launch& launch, const CompileResult& compiled, protocol::RunRequest& request) {
  if (std::string why = check_shape(launch.device); !why.empty()) return why;
  if (!launch.device.textures.empty()) return "the launch has textures, which only the simulator gives to a kernel";
  if (compiled.program && !compiled.program->grid_kernels.empty()) return "the kernel launches kernels, which needs CUDA's device runtime (cudadevrt) linked in: only the simulator runs that";
  for (const DeviceBuffer& buffer : launch.device.buffers)
    if (buffer.goes_on()) return "buffer `" + buffer.name + "` has so many bytes that only the simulator gives them to a kernel, which touches few of them";
  if (launch.device.heap) return "the kernel works on what earlier launches left in the device's heap, which only the simulator keeps";
  if (launch.device.heap_bytes != usual_heap_bytes && compiled.program && takes_from_heap(*compiled.program))
    return "the device's heap has another size than the usual 8 MiB, which only the simulator gives to a kernel";
  if (compiled.parameters.size() != launch.device.arguments.size())
    return "the kernel takes " + std::to_string(compiled.parameters.size()) + " arguments, and the launch gives " + std::to_string(launch.device.arguments.size());
  request.grid = {launch.device.grid.x, launch.device.grid.y, launch.device.grid.z};
  request.block = {launch.device.block.x, launch.device.block.y, launch.device.block.z};
  request.shared_bytes = launch.device.dynamic_shared_bytes;
  request.cluster = {launch.device.cluster.x, launch.device.cluster.y, launch.device.cluster.z};
  request.is_cooperative = compiled.program && compiled.program->has_grid_barrier;
  request.timed_runs = launch.timed_runs;
  request.time_budget_ms = std::max(200, launch.time_limit_ms / 8);
  for (size_t i = 0; i < compiled.parameters.size(); ++i) {
    request.arguments.emplace_back();
    if (std::string why = fill_argument(launch, compiled.parameters[i], launch.device.arguments[i], request.arguments.back()); !why.empty()) return why;
  }
  if (std::string why = fill_symbols(launch, compiled, request); !why.empty()) return why;
  for (const DeviceBuffer& buffer : launch.device.buffers) {
    request.buffer_names.push_back(buffer.name);
    request.buffers.push_back(buffer.bytes);
  }
  fill_pointers(launch.device, request);
  return {};
}

std::string take_reply(const Launch& launch, protocol::RunReply reply, RunResult& result) {
  if (reply.buffers.size() != launch.device.buffers.size()) return "the answer has another number of buffers than the launch";
  // Addresses as the simulator has them, so that results can be compared.
  for (const protocol::BufferPointer& pointer : reply.pointers) {
    const uint64_t address = buffer_address(static_cast<uint32_t>(pointer.buffer), pointer.byte_offset);
    std::memcpy(reply.buffers[static_cast<size_t>(pointer.holder)].data() + pointer.at, &address, sizeof address);
  }
  for (size_t i = 0; i < reply.buffers.size(); ++i) {
    DeviceBuffer buffer = launch.device.buffers[i];
    if (reply.buffers[i].size() != buffer.bytes.size()) return "the answer's buffer `" + buffer.name + "` has another size than the launch's";
    if (buffer.bytes != reply.buffers[i]) buffer.is_poisoned = false;
    buffer.bytes = std::move(reply.buffers[i]);
    result.buffers.push_back(std::move(buffer));
  }
  for (const protocol::TimingValue& value : reply.timings) result.timings.push_back(timing_of(value));
  return {};
}

Timing timing_of(const protocol::TimingValue& value) { return {value.what, value.median_ms, value.min_ms, value.max_ms, value.runs, value.threads}; }

void fail(RunResult& result, RunStatus status, std::string reason) {
  result.status = status;
  result.reason = std::move(reason);
  result.buffers.clear();
  result.timings.clear();
}

void fail(RunResult& result, const protocol::Error& error) {
  fail(result, error.trouble == protocol::Trouble::stopped ? RunStatus::cancelled : RunStatus::failed, error.what);
}

}  // namespace wb
