#include "simulator/analysis/proxy_order.h"

#include <algorithm>

#include "simulator/analysis/each_lane.h"
#include "simulator/analysis/fault_findings.h"

namespace wb {
namespace {

constexpr uint64_t word_bytes = 4;

bool overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes) { return a < b + b_bytes && b < a + a_bytes; }

bool is_same(const BulkStore& a, const BulkStore& b) {
  return a.thread == b.thread && a.site == b.site && a.from_allocation == b.from_allocation && a.from_offset == b.from_offset && a.to_allocation == b.to_allocation && a.to_offset == b.to_offset;
}

}  // namespace

void ProxyOrder::access(const WarpAccess& access, bool is_bulk, FaultGroups& faults) {
  const bool writes_shared = access.space == Space::shared && access.kind != AccessKind::load && access.owner == own_block;
  if (writes_shared) note(blocks_[access.block], access, is_bulk);
  const auto home = blocks_.find(access.block);
  if (home != blocks_.end() && !home->second.copies.empty()) meet(home->second, access, faults);
}

// What a bulk copy has brought itself needs no fence.
void ProxyOrder::note(Block& home, const WarpAccess& access, bool is_bulk) {
  std::vector<Store>& stores = home.stores[access.allocation];
  ++home.time;
  for_each_lane(access.active, [&](uint32_t lane) {
    const uint64_t first = access.offset[lane] / word_bytes, last = (access.offset[lane] + access.bytes - 1) / word_bytes;
    if (stores.size() <= last) stores.resize(last + 1);
    for (uint64_t word = first; word <= last; ++word) stores[word] = is_bulk ? Store{} : Store{home.time, access.tick, access.warp * warp_size + lane, access.site};
  });
}

// Does it touch what a copy still reads, or is to write?
void ProxyOrder::meet(const Block& home, const WarpAccess& access, FaultGroups& faults) {
  const bool writes = access.kind != AccessKind::load;
  for (const auto& [copy, has_read] : home.copies) {
    const bool at_source = writes && !has_read && access.allocation == copy.from_allocation, at_target = !writes && access.allocation == copy.to_allocation;
    if (!at_source && !at_target) continue;
    const uint64_t begin = at_source ? copy.from_offset : copy.to_offset;
    int64_t offset[warp_size] = {};
    uint32_t other_thread[warp_size] = {};
    uint64_t other_tick[warp_size] = {};
    LaneMask lanes = 0;
    for_each_lane(access.active, [&](uint32_t lane) {
      if (!overlap(access.offset[lane], access.bytes, begin, copy.bytes)) return;
      lanes |= LaneMask{1} << lane;
      offset[lane] = access.offset[lane];
      other_thread[lane] = copy.thread;
      other_tick[lane] = copy.tick;
    });
    if (lanes)
      faults.add({.kind = at_source ? FindingKind::async_source : FindingKind::async_wait, .tick = access.tick, .block = access.block, .warp = access.warp, .site = access.site,
                  .lanes = lanes, .access = access.kind, .bytes = access.bytes, .allocation = access.allocation, .offset = offset, .other_site = copy.site, .other_thread = other_thread, .other_tick = other_tick});
  }
}

void ProxyOrder::fence(uint32_t block, uint32_t warp) {
  Block& home = blocks_[block];
  if (home.fenced.size() <= warp) home.fenced.resize(warp + 1);
  home.fenced[warp] = ++home.time;
}

void ProxyOrder::begin(const BulkStore& copy, FaultGroups& faults) {
  Block& home = blocks_[copy.block];
  home.copies.push_back({copy, false});
  const std::vector<Store>& stores = home.stores[copy.from_allocation];
  const uint32_t lane = copy.thread % warp_size;
  const uint64_t end = std::min<uint64_t>((copy.from_offset + copy.bytes) / word_bytes, stores.size());
  for (uint64_t word = copy.from_offset / word_bytes; word < end; ++word) {
    const Store& store = stores[word];
    if (store.time <= std::max(home.fenced_by(store.thread / warp_size), home.fenced_by(copy.thread / warp_size))) continue;
    int64_t offset[warp_size] = {};
    uint32_t other_thread[warp_size] = {};
    uint64_t other_tick[warp_size] = {};
    offset[lane] = static_cast<int64_t>(word * word_bytes);
    other_thread[lane] = store.thread;
    other_tick[lane] = store.tick;
    return faults.add({.kind = FindingKind::fence_proxy, .tick = copy.tick, .block = copy.block, .warp = copy.thread / warp_size, .site = copy.site, .lanes = LaneMask{1} << lane,
                       .access = AccessKind::load, .bytes = word_bytes, .allocation = copy.from_allocation, .offset = offset, .other_site = store.site, .other_thread = other_thread, .other_tick = other_tick});
  }
}

void ProxyOrder::end(const BulkStore& copy, bool has_only_read) {
  std::vector<Pending>& copies = blocks_[copy.block].copies;
  const auto at = std::find_if(copies.begin(), copies.end(), [&](const Pending& pending) { return is_same(pending.copy, copy); });
  if (at == copies.end()) return;
  if (has_only_read) at->has_read = true;
  else copies.erase(at);
}

}  // namespace wb
