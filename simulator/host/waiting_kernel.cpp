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
  if (kernels_.empty() || access.kind == AccessKind::load || access.space != Space::global || access.bytes > sizeof(uint64_t)) return;
  const uint64_t* const values = access.kind == AccessKind::atomic ? access.new_value : access.value;
  if (!values) return;
  const HostStore store{.byte_offset = access.offset[0], .value = values[0], .bytes = access.bytes};
  if (access.allocation == 0 && is_shared_at(memory_, store.byte_offset)) keep(store);
  if (access.allocation == 0) return;
  if (const std::string* name = variables_.managed_at(access.allocation)) keep_in_variable(*name, store);
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
  for (WaitingKernel* kernel : kernels_) keep(*kernel, store);
}

void HostStores::keep_in_variable(const std::string& name, HostStore store) {
  for (WaitingKernel* kernel : kernels_) {
    const std::vector<HostVariable>& own = kernel->seen.variables;
    const auto at = std::find_if(own.begin(), own.end(), [&](const HostVariable& v) { return HostVariables::is_same(v.name, name); });
    store.buffer = 1 + static_cast<uint32_t>(at - own.begin());
    if (at != own.end()) keep(*kernel, store);
  }
}

void HostStores::keep(WaitingKernel& kernel, const HostStore& store) {
  if (kernel.stores.size() >= most_stores) return;
  kernel.stores.push_back(store);
  const auto meets = [&](const PolledPlace& place) { return place.meets(store); };
  kernel.has_awaited |= std::any_of(kernel.polled.begin(), kernel.polled.end(), meets);
}

bool waits_for_host(const std::vector<PolledPlace>& polled, const HostLaunchSeen& seen, const HostMemory& memory,
                    const HostVariables& variables) {
  return std::any_of(polled.begin(), polled.end(), [&](const PolledPlace& place) {
    if (place.buffer == 0) return is_shared_at(memory, place.byte_offset);
    return place.buffer <= seen.variables.size() && variables.is_managed(seen.variables[place.buffer - 1].name);
  });
}

std::vector<HostStoreSeen> stores_by_allocation(const WaitingKernel& kernel, const HostMemory& memory) {
  std::vector<HostStoreSeen> all;
  for (const HostStore& store : kernel.stores) {
    if (store.buffer > 0) {
      all.push_back(
          {.variable = static_cast<int>(store.buffer) - 1, .offset = store.byte_offset, .value = store.value, .bytes = store.bytes});
      continue;
    }
    const int i = memory.allocation_at(store.byte_offset);
    const auto given = std::find(kernel.given.begin(), kernel.given.end(), i);
    if (i < 0 || given == kernel.given.end() || store.byte_offset + store.bytes > memory[i].begin + memory[i].size) continue;
    all.push_back({.allocation = static_cast<int>(given - kernel.given.begin()),
                   .offset = store.byte_offset - memory[i].begin,
                   .value = store.value,
                   .bytes = store.bytes});
  }
  if (kernel.is_cut && !kernel.given.empty())
    all.push_back({.allocation = 0});
  else if (kernel.is_cut && !kernel.seen.variables.empty())
    all.push_back({.variable = 0});
  return all;
}

}  // namespace wb
