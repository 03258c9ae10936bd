#include "simulator/analysis/exact_races.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace wb {
namespace {

// What the lane loads or stores, or (an atomic) its operand.
std::optional<uint64_t> value_of(const WarpAccess& access, uint32_t lane) {
  if (access.value) return access.value[lane];
  if (access.kind != AccessKind::load || !access.memory) return std::nullopt;
  uint64_t value = 0;
  std::memcpy(&value, access.memory + access.offset[lane], std::min<size_t>(access.bytes, sizeof value));
  return value;
}

}  // namespace

ExactRaces::ExactRaces(const std::vector<RacePair>& suspects, const std::vector<AllocationInfo>& allocations, uint32_t threads_per_block, bool has_fences)
    : order_(threads_per_block), allocations_(allocations), has_fences_(has_fences), pairs_(suspects) {
  for (size_t i = 0; i < pairs_.size(); ++i) {
    RacePair& pair = pairs_[i];
    pair.count = 0;
    pair.scope = Finding::Scope::none;
    pair.has_example = pair.different_values = false;
    for (int side = 0; side < (pair.site[0] == pair.site[1] ? 1 : 2); ++side) {
      const auto [at, is_new] = place_of_.try_emplace({pair.site[side], pair.allocation}, places_.size());
      if (is_new) places_.push_back({pair.site[side], pair.allocation, pair.access[side], {}, {}});
      places_[at->second].pairs.push_back(i);
    }
  }
}

ExactRaces::Place* ExactRaces::find(uint32_t site, uint32_t allocation) {
  const auto at = place_of_.find({site, allocation});
  return at == place_of_.end() ? nullptr : &places_[at->second];
}

void ExactRaces::end_block(uint32_t block) {
  order_.end_block(block);
  for (Place& place : places_)
    if (allocations_[place.allocation].space == Space::shared)
      std::erase_if(place.column.cells, [&](const auto& cell) { return cell.first >> 40 == block; });
}

// Lane by lane, as the lanes take their turns: what one tells by an atomic the next one learns.
void ExactRaces::access(const WarpAccess& access) {
  if (access.space != Space::global && access.space != Space::shared) return;
  const bool is_atomic = access.kind == AccessKind::atomic;
  const bool learns = is_atomic || (access.is_volatile && access.kind == AccessKind::load);
  const bool tells = is_atomic || (access.is_volatile && access.kind == AccessKind::store);
  Place* place = find(access.site, access.allocation);
  if (!place && !learns && !tells) return;
  if (place) {
    place->column.bytes = access.bytes;
    place->column.is_volatile = access.is_volatile;
    place->column.within_block = access.within_block;
  }
  const uint32_t copy = access.space == Space::shared ? access.block : 0;
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const LinearThread me{access.block, access.warp * warp_size + lane};
    const HappensBefore::Word word{access.allocation, copy, access.offset[lane]};
    if (learns) order_.learn(me, word, access.within_block);
    if (place) check(access, lane, *place);
    if (place && is_atomic && !access.within_block) order_.come_to(me, word, access.tick);
    const bool has_changed = !is_atomic || !access.new_value || !access.old_value || access.new_value[lane] != access.old_value[lane];
    if (tells && has_changed) order_.tell(me, word, access.within_block, !is_atomic);
  }
}

void ExactRaces::check(const WarpAccess& access, uint32_t lane, Place& place) {
  for (size_t index : place.pairs) {
    RacePair& pair = pairs_[index];
    const uint32_t other_site = pair.site[0] == place.site ? pair.site[1] : pair.site[0];
    if (const Place* other = find(other_site, place.allocation)) check_pair(access, lane, *other, pair);
  }
  enter(access, lane, place);
}

void ExactRaces::check_pair(const WarpAccess& access, uint32_t lane, const Place& other, RacePair& pair) {
  const Column& column = other.column;
  if (column.bytes == 0) return;  // nobody was there yet
  const LinearThread me{access.block, access.warp * warp_size + lane};
  const uint32_t copy = access.space == Space::shared ? access.block : 0;
  for (uint64_t cell = access.offset[lane] / column.bytes; cell <= (access.offset[lane] + access.bytes - 1u) / column.bytes; ++cell) {
    const auto found = column.cells.find(cell_key(copy, cell));
    if (found == column.cells.end()) continue;
    for (const Entry& entry : found->second.entries) {
      if (!may_race(access, me, other, entry)) continue;
      if (const LaneMask lanes = order_.unordered(me, entry.block, entry.warp, entry.lanes, entry.tick)) record(access, lane, other, entry, lanes, pair);
    }
  }
}

bool ExactRaces::may_race(const WarpAccess& access, const LinearThread& me, const Place& other, const Entry& entry) const {
  const bool is_other_atomic = other.kind == AccessKind::atomic, is_atomic = access.kind == AccessKind::atomic;
  if (access.bytes != other.column.bytes) return true;
  if (is_atomic && is_other_atomic) return entry.block != access.block && (access.within_block || other.column.within_block);
  const HappensBefore::Word word{access.allocation, access.space == Space::shared ? access.block : 0, access.offset[me.thread % warp_size]};
  if (is_other_atomic && !other.column.within_block && order_.has_come_to(me, word, entry.tick)) return false;
  if ((is_atomic && other.column.is_volatile) || (is_other_atomic && access.is_volatile)) return false;
  if (!has_fences_ || !access.is_volatile || !other.column.is_volatile) return true;
  if (access.space == Space::global) return entry.block == access.block && entry.warp == access.warp;
  return !(access.kind == AccessKind::store ? order_.has_fenced(me) : entry.has_fenced);
}

void ExactRaces::record(const WarpAccess& access, uint32_t lane, const Place& other, const Entry& entry, LaneMask lanes, RacePair& pair) {
  ++pair.count;
  const Finding::Scope scope = entry.block != access.block ? Finding::Scope::grid : entry.warp != access.warp ? Finding::Scope::block : Finding::Scope::warp;
  pair.scope = std::max(pair.scope, scope);
  const std::optional<uint64_t> value = value_of(access, lane);
  if (access.kind == AccessKind::store && other.kind == AccessKind::store)
    pair.different_values |= !value || !entry.has_value || *value != entry.value || access.bytes != other.column.bytes;

  const uint64_t offset = access.offset[lane];
  const uint32_t copy = access.space == Space::shared ? access.block : 0;
  if (pair.has_example && (offset > pair.offset || (offset == pair.offset && copy >= pair.block))) return;
  pair.has_example = true;
  pair.offset = offset;
  pair.block = copy;
  const uint32_t their_lane = static_cast<uint32_t>(std::countr_zero(lanes));
  pair.first = {other.site, entry.block, entry.warp * warp_size + their_lane, entry.tick, true, entry.has_value, static_cast<uint8_t>(other.column.bytes), entry.value};
  pair.second = {access.site, access.block, access.warp * warp_size + lane, access.tick, true, value.has_value(), access.bytes, value.value_or(0)};
}

void ExactRaces::enter(const WarpAccess& access, uint32_t lane, Place& place) {
  const LinearThread me{access.block, access.warp * warp_size + lane};
  const uint32_t copy = access.space == Space::shared ? access.block : 0;
  std::vector<Entry>& entries = place.column.cells[cell_key(copy, access.offset[lane] / access.bytes)].entries;
  const LaneMask bit = LaneMask{1} << lane;
  const std::optional<uint64_t> value = value_of(access, lane);
  if (!entries.empty() && entries.back().tick == access.tick && entries.back().block == access.block && entries.back().warp == access.warp) {
    entries.back().lanes |= bit;
    entries.back().value = value.value_or(0);
    return;
  }
  std::erase_if(entries, [&](Entry& e) {
    if (e.block == access.block && e.warp == access.warp) e.lanes &= ~bit;  // this access stands for the lane's earlier one
    return order_.unordered(me, e.block, e.warp, e.lanes, e.tick) == 0;
  });
  if (entries.size() >= most_entries) entries.erase(entries.begin());
  const bool has_fenced = access.is_volatile && order_.has_fenced(me);
  entries.push_back({access.tick, access.block, access.warp, bit, value.has_value(), has_fenced, value.value_or(0)});
}

std::vector<RacePair> ExactRaces::confirmed() const {
  std::vector<RacePair> racing = pairs_;
  std::erase_if(racing, [](const RacePair& pair) { return pair.count == 0; });
  return racing;
}

}  // namespace wb
