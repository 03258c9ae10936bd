#include "simulator/host/seen_launch.h"

#include <algorithm>
#include <cstring>

#include "simulator/analysis/launch_limits.h"
#include "simulator/builtins/half.h"
#include "simulator/host/host_textures.h"
#include "simulator/machine/lasting_heap.h"

namespace wb {
namespace {

Index3 shape_of(const std::array<uint64_t, 3>& n) {
  return {static_cast<uint32_t>(n[0]), static_cast<uint32_t>(n[1]), static_cast<uint32_t>(n[2])};
}

// None: a pointer where the kernel takes a number, or the other way round.
std::optional<Argument> argument_of(const HostValue& value, const KernelParameter& parameter, const PlaceOf& place) {
  const bool is_pointer = value.kind == HostValue::Kind::pointer;
  if (value.kind == HostValue::Kind::record) {
    const bool is_number = !parameter.is_pointer && parameter.scalar != ScalarKind::void_ && parameter.bytes <= value.record.size();
    return is_number ? number_in(value.record, parameter) : RecordArgument{value.record, {}};
  }
  if (parameter.is_pointer != is_pointer) return std::nullopt;
  if (is_pointer) return place(value);
  return value.kind == HostValue::Kind::real ? Argument(value.real) : Argument(value.whole);
}

void put_addresses(const std::vector<HostPointer>& pointers, DeviceBuffer& buffer) {
  for (const HostPointer& pointer : pointers) {
    const uint32_t to = pointer.allocation == HostPointer::in_heap ? heap_buffer : static_cast<uint32_t>(pointer.allocation);
    put_address(buffer, pointer.at, pointer.allocation == -1 ? std::nullopt : std::optional(BufferArgument{to, pointer.offset}));
  }
}

DeviceBuffer buffer_of(const HostAllocation& a) {
  DeviceBuffer buffer;
  buffer.name = "memory";
  buffer.scalar = ScalarKind::uchar;
  buffer.shape = {a.bytes.size()};
  buffer.bytes = a.bytes;
  buffer.whole_bytes = a.size;
  buffer.is_poisoned = true;
  for (const HostAllocation::Filled& range : a.filled) buffer.filled.push_back({range.begin, range.end});
  put_addresses(a.pointers, buffer);
  return buffer;
}

void point_from_records(KernelLaunch& launch, const HostLaunchSeen& seen) {
  for (size_t i = 0; i < launch.arguments.size(); ++i)
    if (auto* record = std::get_if<RecordArgument>(&launch.arguments[i]))
      for (const HostPointer& p : seen.arguments[i].pointers)
        record->pointers.push_back({static_cast<uint32_t>(p.at), static_cast<uint32_t>(p.allocation), p.offset});
}

}  // namespace

Argument number_in(const std::vector<uint8_t>& bytes, const KernelParameter& parameter) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), std::min<size_t>(parameter.bytes, sizeof bits));
  if (parameter.scalar == ScalarKind::half) return static_cast<double>(half_to_float(static_cast<uint32_t>(bits)));
  if (parameter.scalar == ScalarKind::bfloat16) return static_cast<double>(bfloat_to_float(static_cast<uint32_t>(bits)));
  const uint32_t unused = 64 - 8 * std::min<uint32_t>(parameter.bytes, 8);
  return is_signed(parameter.scalar) ? Argument(static_cast<int64_t>(bits << unused) >> unused) : Argument(bits);
}

void fit_number(HostValue& value, const KernelParameter& parameter) {
  if (parameter.is_pointer || parameter.scalar == ScalarKind::void_) return;
  if (value.kind == HostValue::Kind::pointer && value.pointer == 0) value.kind = HostValue::Kind::whole;
  if (value.kind != HostValue::Kind::record || parameter.bytes > value.record.size() || !is_integer(parameter.scalar)) return;
  const Argument number = number_in(value.record, parameter);
  value.whole = std::holds_alternative<uint64_t>(number) ? static_cast<int64_t>(std::get<uint64_t>(number)) : std::get<int64_t>(number);
  value.kind = HostValue::Kind::whole;
  value.record.clear();
}

bool is_refused(const HostLaunchSeen& seen) { return check_launch_limits(shape_of(seen.grid), shape_of(seen.block), {}).has_value(); }

std::optional<KernelLaunch> launch_of(const HostLaunchSeen& seen, const std::vector<KernelParameter>& parameters, const PlaceOf& place) {
  KernelLaunch launch;
  launch.grid = shape_of(seen.grid);
  launch.block = shape_of(seen.block);
  launch.cluster = shape_of(seen.cluster);
  launch.allows_large_clusters = true;  // whether it does is looked at where the launch is told of
  launch.heap_bytes = seen.heap_bytes;
  launch.dynamic_shared_bytes = static_cast<uint32_t>(std::min<uint64_t>(seen.shared_bytes, UINT32_MAX));
  if (parameters.size() != seen.arguments.size()) return std::nullopt;
  for (size_t i = 0; i < parameters.size(); ++i) {
    std::optional<Argument> argument = argument_of(seen.arguments[i], parameters[i], place);
    if (!argument) return std::nullopt;
    launch.arguments.push_back(std::move(*argument));
  }
  return launch;
}

void add_variables(KernelLaunch& launch, const std::vector<HostVariable>& variables) {
  for (const HostVariable& v : variables) {
    DeviceBuffer buffer;
    buffer.name = v.name;
    buffer.scalar = ScalarKind::uchar;
    buffer.shape = {v.bytes.size()};
    buffer.bytes = v.bytes;
    launch.symbols.push_back({v.name, static_cast<uint32_t>(launch.buffers.size())});
    launch.buffers.push_back(std::move(buffer));
  }
}

std::optional<KernelLaunch> launch_apart(const HostLaunchSeen& seen, const std::vector<KernelParameter>& parameters) {
  const auto is_out_of_reach = [&](int allocation) {
    const HostAllocation& a = seen.allocations[static_cast<size_t>(allocation)];
    return a.is_freed || a.kind == HostAllocation::Kind::pageable;
  };
  auto launch = launch_of(seen, parameters, [&](const HostValue& value) {
    return value.allocation < 0 || is_out_of_reach(value.allocation) ? Argument(uint64_t{0}) : BufferArgument{static_cast<uint32_t>(value.allocation), value.offset};
  });
  const auto is_known = [](const HostAllocation& a) { return a.is_known; };
  if (!launch || !std::all_of(seen.allocations.begin(), seen.allocations.end(), is_known)) return std::nullopt;
  point_from_records(*launch, seen);
  for (const HostAllocation& a : seen.allocations) launch->buffers.push_back(buffer_of(a));
  for (const HostTexture& t : seen.textures) launch->textures.push_back(texture_of(t, static_cast<uint32_t>(t.allocation), t.offset));
  add_variables(*launch, seen.variables);
  for (size_t i = 0; i < seen.variables.size(); ++i)
    put_addresses(seen.variables[i].pointers, launch->buffers[seen.allocations.size() + i]);
  if (seen.heap) launch->heap = heap_with(*seen.heap, [&](DeviceBuffer& bytes) { put_addresses(seen.heap_pointers, bytes); });
  return launch;
}

}  // namespace wb
