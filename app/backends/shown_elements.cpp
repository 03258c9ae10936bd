#include "app/backends/shown_elements.h"

#include <algorithm>
#include <cstdio>

#include "app/backends/scalar_bytes.h"
#include "simulator/analysis/element_members.h"

namespace wb {
namespace {

constexpr size_t most_members = 8;  // of a record that are shown

std::string bytes_behind(uint64_t bytes) { return bytes ? " + " + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") : ""; }

bool is_unwritten(const DeviceBuffer& buffer, uint64_t element) { return buffer.is_poisoned && element < buffer.written.size() && !buffer.written[element]; }

std::string scalar_text(const DeviceBuffer& buffer, uint64_t index, const MemoryOfRun& memory) {
  if (is_unwritten(buffer, index / buffer.vector_lanes)) return "?";
  const uint64_t bits = load_bits(buffer.scalar, &buffer.bytes[index * info(buffer.scalar).bytes]);
  return holds_addresses(buffer) ? format_address(bits, memory) : format_scalar(buffer.scalar, bits);
}

std::string member_text(const DeviceBuffer& buffer, const ElementMembers::Member& member, uint64_t at, const MemoryOfRun& memory) {
  for (uint64_t byte = at; byte < at + member.bytes; ++byte)
    if (is_unwritten(buffer, byte)) return "?";
  if (member.is_address) return format_address(load_bits(ScalarKind::ulonglong, &buffer.bytes[at]), memory);
  return info(member.scalar).bytes == member.bytes ? format_scalar(member.scalar, load_bits(member.scalar, &buffer.bytes[at])) : "...";
}

}  // namespace

std::string format_address(uint64_t address, const MemoryOfRun& memory) {
  if (address == 0) return "nullptr";
  if (const auto place = memory.heap ? heap_place_at(address, *memory.heap) : std::nullopt) {
    const std::string block = place->block->taken.line ? "heap block (line " + std::to_string(place->block->taken.line) + ")" : "heap block";
    return block + bytes_behind(static_cast<uint64_t>(place->offset));
  }
  const auto place = place_at(address, memory.buffers);
  if (!place) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    return text;
  }
  const DeviceBuffer& buffer = memory.buffers[place->index];
  const uint64_t each = std::max<uint64_t>(holds_records(buffer) ? buffer.members->stride : buffer.element_bytes(), 1);
  if (place->byte_offset == 0) return buffer.name;
  if (place->byte_offset < each) return buffer.name + bytes_behind(place->byte_offset);
  return "&" + buffer.name + "[" + std::to_string(place->byte_offset / each) + "]" + bytes_behind(place->byte_offset % each);
}

bool holds_addresses(const DeviceBuffer& buffer) { return !buffer.pointers.empty() && buffer.scalar == ScalarKind::ulonglong && buffer.vector_lanes == 1; }

bool holds_records(const DeviceBuffer& buffer) {
  return buffer.members && !buffer.members->members.empty() && info(buffer.scalar).bytes == 1 && buffer.vector_lanes == 1 && buffer.bytes.size() >= buffer.members->stride;
}

std::string shown_type(const DeviceBuffer& buffer) {
  if (holds_records(buffer)) return (buffer.members->type.empty() ? "struct" : buffer.members->type) + "[" + std::to_string(shown_count(buffer)) + "]";
  std::string type = holds_addresses(buffer) ? "address" : info(buffer.scalar).lesson_name + (buffer.vector_lanes > 1 ? std::to_string(buffer.vector_lanes) : std::string());
  if (buffer.goes_on()) return type + "[" + std::to_string(buffer.whole_bytes / std::max<uint64_t>(buffer.element_bytes(), 1)) + "]";
  for (const uint64_t side : buffer.shape) type += "[" + std::to_string(side) + "]";
  return type;
}

uint64_t shown_count(const DeviceBuffer& buffer) {
  return holds_records(buffer) ? buffer.bytes.size() / buffer.members->stride : buffer.element_count() * buffer.vector_lanes;
}

uint64_t scalars_of_shown(const DeviceBuffer& buffer) { return holds_records(buffer) ? buffer.members->members.size() : 1; }

std::string shown_element(const DeviceBuffer& buffer, uint64_t index, const MemoryOfRun& memory) {
  return holds_records(buffer) ? shown_record(*buffer.members, buffer, index, memory) : scalar_text(buffer, index, memory);
}

std::string shown_record(const ElementMembers& record, const DeviceBuffer& buffer, uint64_t index, const MemoryOfRun& memory) {
  const std::vector<ElementMembers::Member>& members = record.members;
  std::string text;
  for (size_t i = 0; i < std::min(members.size(), most_members); ++i)
    text += (i ? ", " : "") + (members[i].name.empty() ? "" : members[i].name + " ") + member_text(buffer, members[i], index * record.stride + members[i].offset, memory);
  return "{" + text + (members.size() > most_members ? ", ..." : "") + "}";
}

}  // namespace wb
