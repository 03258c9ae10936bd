#include "simulator/analysis/element_names.h"

#include <algorithm>
#include <cstdio>

#include "simulator/analysis/element_members.h"
#include "simulator/machine/local_pointers.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

std::string indices(Index3 i, Index3 extent) {
  std::string x = std::to_string(i.x);
  if (extent.z > 1) return "(" + x + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")";
  if (extent.y > 1) return "(" + x + "," + std::to_string(i.y) + ")";
  return x;
}

// Members of the library's own classes, which nobody has written: a cuda::atomic's value, a cuda::barrier's arrivals.
constexpr std::string_view own_members = ".__wb_";
constexpr std::string_view arrivals = ".__wb_arrivals";

std::string hexadecimal(uint64_t bits, uint32_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>(2 * bytes), static_cast<unsigned long long>(bits));
  return text;
}

std::string name_with_members(const AllocationInfo& allocation, int64_t byte_offset, uint64_t bytes) {
  if (!allocation.members || !allocation.members->stride) return element_name(allocation, byte_offset);
  const auto stride = static_cast<int64_t>(allocation.members->stride);
  const int64_t index = byte_offset >= 0 ? byte_offset / stride : -((-byte_offset + stride - 1) / stride);
  const auto within = static_cast<uint64_t>(byte_offset - index * stride);
  // A buffer of records comes as bytes; an array that the program declares has its own shape.
  const bool is_of_records = allocation.element_bytes == allocation.members->stride;
  std::string name = is_of_records ? element_name(allocation, index * stride) : allocation.name + "[" + std::to_string(index) + "]";
  const ElementMembers::Member* member = allocation.members->member_at(within, bytes);
  return member ? name + "." + member->name : name;
}

}  // namespace

std::vector<uint64_t> element_index(const AllocationInfo& allocation, uint64_t flat_element) {
  if (allocation.shape.size() < 2) return {flat_element};
  std::vector<uint64_t> index(allocation.shape.size());
  for (size_t d = allocation.shape.size(); d-- > 1;) {
    uint64_t extent = std::max<uint64_t>(allocation.shape[d], 1);
    index[d] = flat_element % extent;
    flat_element /= extent;
  }
  index[0] = flat_element;  // past the end this one goes on counting
  return index;
}

std::string element_name(const AllocationInfo& allocation, int64_t byte_offset) {
  int64_t bytes = std::max<int64_t>(allocation.element_bytes, 1);
  int64_t element = byte_offset >= 0 ? byte_offset / bytes : -((-byte_offset + bytes - 1) / bytes);
  std::string name = allocation.name.empty() ? "memory" : allocation.name;
  if (element < 0) return name + "[" + std::to_string(element) + "]";
  if (allocation.members && allocation.members->is_single && element == 0 && allocation.bytes == allocation.element_bytes) return name;
  if (allocation.shape.empty() && element == 0 && allocation.bytes == allocation.element_bytes) return name;
  for (uint64_t i : element_index(allocation, static_cast<uint64_t>(element))) name += "[" + std::to_string(i) + "]";
  return name;
}

uint64_t counted_bytes(const AllocationInfo& allocation) {
  return allocation.members && allocation.members->stride ? allocation.members->stride : std::max<uint64_t>(allocation.element_bytes, 1);
}

std::string accessed_name(const AllocationInfo& allocation, int64_t byte_offset, uint64_t bytes) {
  std::string name = name_with_members(allocation, byte_offset, bytes);
  if (const size_t own = name.find(own_members); own != std::string::npos) name.resize(own);
  return name;
}

bool counts_arrivals(const AllocationInfo& allocation, int64_t byte_offset, uint64_t bytes) {
  return name_with_members(allocation, byte_offset, bytes).ends_with(arrivals);
}

std::string address_words(std::span<const AllocationInfo> all, uint64_t address) {
  if (address == 0) return "nullptr";
  const uint32_t allocation = pointer_allocation(address);
  if (allocation >= all.size() || all[allocation].is_heap) return hexadecimal(address, 8);
  const AllocationInfo& of = all[allocation];
  const int64_t offset = of.space == Space::local ? local_place(pointer_offset(address)) : pointer_offset(address), within = offset % static_cast<int64_t>(counted_bytes(of));
  const std::string name = "&" + accessed_name(of, offset - within, 0);
  return within ? name + " + " + std::to_string(within) + (within == 1 ? " byte" : " bytes") : name;
}

bool holds_address(const AllocationInfo& allocation, int64_t byte_offset, uint64_t bytes) {
  const ElementMembers* members = allocation.members.get();
  if (!members || bytes != 8 || byte_offset < 0) return false;
  if (!members->stride) return members->is_address;
  const ElementMembers::Member* member = members->member_at(static_cast<uint64_t>(byte_offset) % members->stride, bytes);
  return member && member->is_address;
}

std::string accessed_value(std::span<const AllocationInfo> all, const AllocationInfo& allocation, int64_t byte_offset, uint64_t bits, uint32_t bytes) {
  if (holds_address(allocation, byte_offset, bytes)) return address_words(all, bits);
  if (const ElementMembers* members = allocation.members.get(); members && members->stride && byte_offset >= 0) {
    const ElementMembers::Member* member = members->member_at(static_cast<uint64_t>(byte_offset) % members->stride, bytes);
    if (member && info(member->scalar).bytes == bytes) return format_scalar(member->scalar, bits);
  }
  if (info(allocation.scalar).bytes == bytes) return format_scalar(allocation.scalar, bits);
  if (bytes > 8) return "";
  if (bytes < 8) bits &= (uint64_t{1} << 8 * bytes) - 1;
  return hexadecimal(bits, bytes);
}

std::string thread_name(const LaunchShape& shape, Index3 thread) { return "thread " + indices(thread, shape.block); }
std::string block_name(const LaunchShape& shape, Index3 block) { return "block " + indices(block, shape.grid); }

std::string ranges_of(std::vector<uint32_t> threads) {
  std::sort(threads.begin(), threads.end());
  std::string ranges;
  size_t parts = 0;
  for (size_t i = 0; i < threads.size();) {
    size_t j = i + 1;
    while (j < threads.size() && threads[j] == threads[j - 1] + 1) ++j;
    if (++parts == 4) return ranges + " and others";
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(threads[i]) + (j - i > 2 ? " to " + std::to_string(threads[j - 1]) : "");
    if (j - i == 2) --j;  // two neighbours are named one by one
    i = j;
  }
  return ranges;
}

}  // namespace wb
