#include "simulator/recording/recording.h"

#include <algorithm>

namespace wb {

MemoryPlace Recording::place_of(ElementRef element, uint32_t thread) const {
  const auto all = allocations();
  const uint64_t bytes = element.allocation < all.size() ? std::max<uint32_t>(all[element.allocation].element_bytes, 1) : 1;
  return {element.allocation, element.element * bytes, bytes, element.block, thread};
}

MemoryView Recording::bytes(Tick tick, const MemoryPlace& place) const {
  MemoryView all = memory(tick, place.allocation, place.block);
  const auto cut = [&](auto& flags) {
    const uint64_t begin = std::min<uint64_t>(place.offset, flags.size()), count = std::min<uint64_t>(place.bytes, flags.size() - begin);
    flags = {flags.begin() + static_cast<std::ptrdiff_t>(begin), flags.begin() + static_cast<std::ptrdiff_t>(begin + count)};
  };
  cut(all.bytes);
  if (!all.defined.empty()) cut(all.defined);
  return all;
}

bool touches(const AccessRecord& access, const MemoryPlace& place, const AllocationInfo& allocation) {
  if (access.allocation != place.allocation || access.offset >= place.offset + place.bytes || access.offset + access.bytes <= place.offset) return false;
  if (allocation.space == Space::shared) return access.memory_block() == place.block;
  return allocation.space != Space::local || access.thread == ThreadRef{place.block, place.thread};
}

std::optional<ThreadMeeting> MeetingFinder::add(const AccessRecord& access) {
  const bool is_a = access.thread == a_;
  if ((!is_a && !(access.thread == b_)) || a_ == b_) return std::nullopt;
  const Space space = allocations_[access.allocation].space;
  if (space == Space::local) return std::nullopt;
  const uint32_t copy = space == Space::shared ? access.memory_block() : 0;
  std::optional<ThreadMeeting> found;
  for (uint64_t word = access.offset / 4; word <= (access.offset + access.bytes - 1) / 4; ++word) {
    const auto key = std::tuple(access.allocation, copy, word);
    const auto other = last_[is_a ? 1 : 0].find(key);
    if (other != last_[is_a ? 1 : 0].end() && !found) found = ThreadMeeting{other->second, access};
    last_[is_a ? 0 : 1][key] = access;
  }
  return found;
}

}  // namespace wb
