#include "simulator/host/waiting_kernel.h"

#include <algorithm>
#include <cstring>

namespace wb {
namespace {

bool is_shared_at(const HostMemory& memory, uint64_t place) {
  const int i = place < 8 * HostMemory::box_words ? -1 : memory.allocation_at(place);
  return i >= 0 && (memory[i].kind == HostAllocation::Kind::managed || memory[i].kind == HostAllocation::Kind::pinned);
}

}  // namespace

void HostStores::access(const WarpAccess& access) {
  next_.access(access);
  if (kernels_.empty() || access.kind == AccessKind::load || access.space != Space::global || access.allocation != 0 ||
      access.bytes > sizeof(uint64_t))
    return;
  const uint64_t* const values = access.kind == AccessKind::atomic ? access.new_value : access.value;
  if (values && is_shared_at(memory_, access.offset[0])) keep({.byte_offset = access.offset[0], .value = values[0], .bytes = access.bytes});
}

void HostStores::stored(uint64_t place, uint64_t bytes) {
  if (kernels_.empty() || !is_shared_at(memory_, place)) return;
  for (uint64_t at = place; at < place + bytes; at += sizeof(uint64_t)) {
    HostStore store{.byte_offset = at, .bytes = static_cast<uint32_t>(std::min<uint64_t>(sizeof(uint64_t), place + bytes - at))};
    std::memcpy(&store.value, memory_.bytes().data() + at, store.bytes);
    keep(store);
  }
}

void HostStores::keep(const HostStore& store) {
  for (WaitingKernel* kernel : kernels_) {
    if (kernel->stores.size() >= most_stores) continue;
    kernel->stores.push_back(store);
    kernel->has_awaited |=
        std::any_of(kernel->polled.begin(), kernel->polled.end(), [&](const PolledPlace& place) { return place.meets(store); });
  }
}

bool waits_for_host(const std::vector<PolledPlace>& polled, const HostMemory& memory) {
  return std::any_of(polled.begin(), polled.end(),
                     [&](const PolledPlace& place) { return place.buffer == 0 && is_shared_at(memory, place.byte_offset); });
}

std::vector<HostStoreSeen> stores_by_allocation(const WaitingKernel& kernel, const HostMemory& memory) {
  std::vector<HostStoreSeen> all;
  for (const HostStore& store : kernel.stores) {
    const int i = memory.allocation_at(store.byte_offset);
    const auto given = std::find(kernel.given.begin(), kernel.given.end(), i);
    if (i < 0 || given == kernel.given.end() || store.byte_offset + store.bytes > memory[i].begin + memory[i].size) continue;
    all.push_back({static_cast<int>(given - kernel.given.begin()), store.byte_offset - memory[i].begin, store.value, store.bytes});
  }
  if (kernel.is_cut && !kernel.given.empty()) all.push_back({.allocation = 0});
  return all;
}

}  // namespace wb
