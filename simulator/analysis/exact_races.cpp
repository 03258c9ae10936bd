#include "simulator/analysis/exact_races.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/analysis/element_names.h"

namespace wb {

ExactRaces::ExactRaces(const std::vector<RacePair>& suspects, const std::vector<AllocationInfo>& allocations, uint32_t threads_per_block, bool has_fences, const CasGuesses::Checks& checks,
                       FlagLoads flags)
    : order_(threads_per_block), guesses_(suspects, checks), flags_(std::move(flags)), allocations_(allocations), has_fences_(has_fences), pairs_(suspects), has_atomic_suspects_(allocations.size()) {
  for (size_t i = 0; i < pairs_.size(); ++i) {
    RacePair& pair = pairs_[i];
    pair.count = 0;
    pair.scope = Finding::Scope::none;
    pair.has_example = pair.different_values = pair.merged_values = pair.is_guess = false;
    pair.flag.reset();
    for (int side = 0; side < (pair.site[0] == pair.site[1] ? 1 : 2); ++side) {
      const auto [at, is_new] = place_of_.try_emplace({pair.site[side], pair.allocation}, places_.size());
      if (is_new) places_.push_back({.site = pair.site[side], .allocation = pair.allocation, .kind = pair.access[side], .pairs = {}, .columns = {}});
      places_[at->second].pairs.push_back(i);
      if (pair.access[side] == AccessKind::atomic) has_atomic_suspects_[pair.allocation] = true;
    }
  }
}

ExactRaces::Place* ExactRaces::find(uint32_t site, uint32_t allocation) {
  const auto at = place_of_.find({site, allocation});
  return at == place_of_.end() ? nullptr : &places_[at->second];
}

ExactRaces::Column& ExactRaces::column_of(Place& place, uint32_t bytes) {
  for (Column& column : place.columns)
    if (column.bytes == bytes) return column;
  place.columns.push_back({bytes, {}});
  return place.columns.back();
}

// What the lane loads or stores, or (an atomic) its operand.
ExactRaces::Value ExactRaces::value_of(const WarpAccess& access, uint32_t lane) {
  Value value;
  if (access.value) {
    value = {true, access.value[lane], access.bytes == 16 && access.high_value ? access.high_value[lane] : 0};
    if (access.bytes < 8) value.low &= (uint64_t{1} << 8 * access.bytes) - 1;
  } else if (access.kind == AccessKind::load && access.memory) {
    value.is_known = true;
    std::memcpy(&value.low, access.memory + access.offset[lane], std::min<size_t>(access.bytes, 8));
    if (access.bytes == 16) std::memcpy(&value.high, access.memory + access.offset[lane] + 8, 8);
  }
  return value;
}

// Of an example that lies before the block's last barrier all has been said.
BarrierClue ExactRaces::clue_of(const RacePair& pair) const {
  if (!pair.has_example || pair.is_apart() || !trail_.has(pair.first.block) || pair.first.tick <= order_.last_barrier(pair.first.block)) return pair.clue;
  BarrierClue clue = trail_.clue(pair.first.block, {pair.first.thread / warp_size, pair.first.tick}, {pair.second.thread / warp_size, pair.second.tick});
  const bool has_object = clue.number >= BarrierClue::first_object || clue.other >= BarrierClue::first_object;
  if (clue.kind == BarrierClue::Kind::other_numbers && has_object) return {};  // those of a pipeline, say, are two on purpose
  if (clue.number >= BarrierClue::first_object) clue.object = objects_[clue.number - BarrierClue::first_object];
  return clue;
}

uint32_t ExactRaces::object_at(uint32_t allocation, uint64_t offset) {
  const auto [at, is_new] = object_numbers_.try_emplace({allocation, offset}, 0);
  if (is_new && counts_arrivals(allocations_[allocation], static_cast<int64_t>(offset), 8)) {
    objects_.push_back({allocation, offset});
    at->second = BarrierClue::first_object + static_cast<uint32_t>(objects_.size()) - 1;
  }
  return at->second;
}

// A block's cuda::barrier is a word (library/include/cuda_barrier.h): who arrives takes one off, the last one turns to the next phase, who waits looks at it.
void ExactRaces::follow_objects(const WarpAccess& access) {
  if (access.kind != AccessKind::atomic || access.space != Space::shared || access.bytes != 8 || !access.old_value) return;
  constexpr int phase = 40;
  uint32_t arrived = 0;  // once for all lanes
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint32_t number = object_at(access.allocation, access.offset[lane]);
    if (!number) continue;
    const uint64_t before = access.old_value[lane], now = access.new_value ? access.new_value[lane] : before;
    if (now == before) trail_.look(access.block, number, access.warp, access.tick);
    else if (now >> phase != before >> phase) trail_.complete(access.block, number, {});
    else if (std::exchange(arrived, number) != number) trail_.arrive(access.block, number, access.warp, access.tick);
  }
}

// What comes later in the block is of no matter to the examples that there are.
void ExactRaces::end_trail(uint32_t block) {
  if (!trail_.has(block)) return;
  for (RacePair& pair : pairs_)
    if (pair.has_example && pair.first.block == block) pair.clue = clue_of(pair);
  trail_.forget(block);
}

void ExactRaces::barrier(uint32_t block, uint64_t tick) {
  end_trail(block);
  order_.barrier(block, tick);
}
void ExactRaces::barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) {
  order_.barrier_arrival(block, number, who, tick);
  trail_.arrive(block, number, who.warp, tick);
}
void ExactRaces::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) {
  order_.named_barrier(block, number, waiting, tick);
  trail_.complete(block, number, waiting);
}

void ExactRaces::end_block(uint32_t block) {
  end_trail(block);
  order_.end_block(block);
  flag_trail_.end_block(block);
  for (Place& place : places_)
    if (allocations_[place.allocation].space == Space::shared)
      for (Column& column : place.columns) std::erase_if(column.cells, [&](const auto& cell) { return cell.first >> 40 == block; });
}

// Lane by lane, as the lanes take their turns: what one tells by an atomic the next one learns.
void ExactRaces::access(const WarpAccess& access) {
  if (access.space != Space::global && access.space != Space::shared) return;
  follow_objects(access);
  Place* place = find(access.site, access.allocation);
  const bool is_flag = access.kind == AccessKind::atomic || access.is_volatile;
  const bool overwrites = access.kind == AccessKind::store && !access.is_volatile && order_.tells_in(access.allocation);
  const bool may_be_guess = guesses_.concerns(access);
  if (!place && !is_flag && !overwrites && !may_be_guess) return;
  if (place) {
    place->is_volatile = access.is_volatile;
    place->within_block = access.within_block;
  }
  const uint32_t copy = access.space == Space::shared ? access.block : 0;
  for (LaneMask rest = access.active; rest;) {
    const uint32_t lane = static_cast<uint32_t>(access.lanes_descend ? 31 - std::countl_zero(rest) : std::countr_zero(rest));
    rest &= ~(LaneMask{1} << lane);
    const LaneAccess now{access, lane, {access.block, access.warp * warp_size + lane}, {access.allocation, copy, access.offset[lane], access.bytes}, value_of(access, lane)};
    if (may_be_guess) guesses_.lane(access, now.me, now.word, now.value.is_known ? std::optional(now.value.low) : std::nullopt);
    one_lane(now, place);
  }
}

void ExactRaces::one_lane(const LaneAccess& now, Place* place) {
  const WarpAccess& access = now.access;
  const FlagUse::At at{now.me, access.tick, access.site};
  const bool is_atomic = access.kind == AccessKind::atomic;
  const bool learns = is_atomic ? access.result_used : access.is_volatile && access.kind == AccessKind::load;
  const bool tells = is_atomic || (access.is_volatile && access.kind == AccessKind::store);
  const bool is_of_flags = now.word.allocation < flags_.allocations.size() && flags_.allocations[now.word.allocation];
  if (learns && is_of_flags) flag_trail_.seen(now.word, at);
  if (learns) order_.learn(now.me, now.word, access.within_block, access.tick);
  if (place) check(now, *place);
  if (is_atomic && access.result_used && has_atomic_suspects_[access.allocation])
    order_.come_to(now.me, now.word, access.within_block, HappensBefore::moment(access.tick, access.lanes_descend ? warp_size - 1 - now.lane : now.lane));
  if (access.kind == AccessKind::store && order_.tells_in(access.allocation)) order_.overwrite(now.word);
  const bool has_changed = !is_atomic || !access.new_value || !access.old_value || access.new_value[now.lane] != access.old_value[now.lane];
  if (tells && has_changed && is_of_flags) flag_trail_.set(now.word, access.space == Space::shared, at, order_, is_atomic);
  if (tells && has_changed) order_.tell(now.me, now.word, access.within_block, !is_atomic);
}

void ExactRaces::check(const LaneAccess& now, Place& place) {
  for (size_t index : place.pairs) {
    RacePair& pair = pairs_[index];
    const uint32_t other_site = pair.site[0] == place.site ? pair.site[1] : pair.site[0];
    if (const Place* other = find(other_site, place.allocation))
      for (const Column& column : other->columns) check_pair(now, *other, column, pair);
  }
  enter(now, place);
}

// Lanes of one instruction that stored different values stand one behind the other: what has put one of them in order is asked for all of them at once.
void ExactRaces::check_pair(const LaneAccess& now, const Place& other, const Column& column, RacePair& pair) {
  const uint64_t offset = now.word.offset;
  for (uint64_t cell = offset / column.bytes; cell <= (offset + now.word.bytes - 1) / column.bytes; ++cell) {
    const auto found = column.cells.find(cell_key(now.word.copy, cell));
    if (found == column.cells.end()) continue;
    const std::vector<Entry>& entries = found->second.entries;
    for (size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
      Entry together = entries[begin];
      for (end = begin + 1; end < entries.size() && entries[end].is_of_one_access(together); ++end) together.lanes |= entries[end].lanes;
      if (may_race(now, other, column, together)) check_entries(now, other, column, cell, std::span(entries).subspan(begin, end - begin), together, pair);
    }
  }
}

// Of one access: `together`.
void ExactRaces::check_entries(const LaneAccess& now, const Place& other, const Column& column, uint64_t cell, std::span<const Entry> entries, const Entry& together, RacePair& pair) {
  const LaneMask racing = unordered(now, other, column, cell, together);
  LaneMask lacking = 0;
  if (racing != together.lanes) lacking = order_.lacks_fence(now.me, together.block, together.warp, together.lanes & ~racing, together.tick);
  const bool is_told = has_nothing_new(now, other, together, pair);
  for (const Entry& entry : entries) {
    const LaneMask lanes = entry.lanes & racing;
    if (lanes && is_told) pair.count += !entry.is_behind;
    else if (lanes) record(now, other, column, entry, lanes, pair);
    else if (entry.lanes & lacking) note_missing_fence(now, entry);
  }
}

Finding::Scope ExactRaces::scope_of(const LaneAccess& now, const Entry& entry) {
  return entry.block != now.access.block ? Finding::Scope::grid : entry.warp != now.access.warp ? Finding::Scope::block : Finding::Scope::warp;
}

// Whatever the value of the entry is: one more such race only counts.
bool ExactRaces::has_nothing_new(const LaneAccess& now, const Place& other, const Entry& entry, const RacePair& pair) {
  const bool are_stores = now.access.kind == AccessKind::store && other.kind == AccessKind::store;
  return (pair.different_values || !are_stores) && pair.scope >= scope_of(now, entry) && !pair.is_better(entry.block != now.access.block, now.word.offset, now.word.copy);
}

// Of two volatile accesses: does one of them tell the other what to do, and no more?
bool ExactRaces::is_flag(const LaneAccess& now, const Place& other) const {
  if (now.access.kind == AccessKind::load) return flags_.sites.contains(now.access.site);
  if (other.kind == AccessKind::load) return flags_.sites.contains(other.site);
  return other.allocation < flags_.allocations.size() && flags_.allocations[other.allocation];
}

bool ExactRaces::may_race(const LaneAccess& now, const Place& other, const Column& column, const Entry& entry) const {
  const WarpAccess& access = now.access;
  const bool has_atomic = access.kind == AccessKind::atomic || other.kind == AccessKind::atomic;
  const bool is_strong = access.kind == AccessKind::atomic || access.is_volatile;
  if (access.bytes != column.bytes || !is_strong || !other.is_strong()) return true;
  if (has_atomic) return entry.block != access.block && (access.within_block || other.within_block);
  if (access.space == Space::global && (entry.block != access.block || entry.warp != access.warp)) return !is_flag(now, other);
  if (!has_fences_) return true;
  return (access.kind == AccessKind::store && !order_.has_fenced(now.me)) || (other.kind == AccessKind::store && !entry.has_fenced);
}

// Those of the entry's lanes that are in no order with this access.
LaneMask ExactRaces::unordered(const LaneAccess& now, const Place& other, const Column& column, uint64_t cell, const Entry& entry) {
  LaneMask lanes = order_.unordered(now.me, entry.block, entry.warp, entry.lanes, entry.tick);
  if (other.kind != AccessKind::atomic) return lanes;
  const HappensBefore::Word word{now.word.allocation, now.word.copy, cell * column.bytes, column.bytes};
  for (LaneMask rest = lanes; rest; rest &= rest - 1)
    if (const int lane = std::countr_zero(rest); order_.has_come_to(now.me, word, entry.block, other.within_block, entry.moment(lane))) {
      lanes &= ~(LaneMask{1} << lane);
      has_come_to_ = true;
    }
  return lanes;
}

void ExactRaces::record(const LaneAccess& now, const Place& other, const Column& column, const Entry& entry, LaneMask lanes, RacePair& pair) {
  const WarpAccess& access = now.access;
  pair.count += !entry.is_behind;
  pair.scope = std::max(pair.scope, scope_of(now, entry));
  if (access.kind == AccessKind::store && other.kind == AccessKind::store)
    pair.different_values |= !now.value.is_known || !entry.value.is_known || now.value != entry.value || access.bytes != column.bytes;

  const uint64_t offset = now.word.offset;
  if (!pair.is_better(entry.block != access.block, offset, now.word.copy)) return;
  pair.has_example = true;
  pair.clue = {};
  pair.offset = offset;
  pair.block = now.word.copy;
  const uint32_t their_lane = static_cast<uint32_t>(std::countr_zero(lanes));
  pair.first = {other.site, entry.block, entry.warp * warp_size + their_lane, entry.tick, true, entry.value.is_known, static_cast<uint8_t>(column.bytes), entry.value.low};
  pair.second = {access.site, access.block, now.me.thread, access.tick, true, now.value.is_known, access.bytes, now.value.low};
  pair.flag = flag_trail_.between({{pair.first.block, pair.first.thread}, entry.tick, other.site}, now.me, order_);
}

void ExactRaces::note_missing_fence(const LaneAccess& now, const Entry& entry) {
  const FlagUse::At earlier{{entry.block, entry.warp * warp_size + static_cast<uint32_t>(std::countr_zero(entry.lanes))}, entry.tick, 0};
  std::optional<FlagUse> flag = flag_trail_.between(earlier, now.me, order_);
  if (!flag) flag = flag_trail_.latest(now.me, order_);
  if (!flag) return;
  MissingFence& missing = missing_fences_[{flag->seen.site, flag->allocation}];
  if (missing.count++) return;
  const WarpAccess& access = now.access;
  missing.flag = *flag;
  missing.kind = access.kind;
  missing.access = {access.site, access.block, now.me.thread, access.tick, true, now.value.is_known, access.bytes, now.value.low};
  missing.allocation = access.allocation;
  missing.offset = now.word.offset;
}

std::vector<MissingFence> ExactRaces::missing_fences() const {
  std::vector<MissingFence> all;
  for (const auto& [place, missing] : missing_fences_) all.push_back(missing);
  return all;
}

void ExactRaces::enter(const LaneAccess& now, Place& place) {
  const WarpAccess& access = now.access;
  std::vector<Entry>& entries = column_of(place, access.bytes).cells[cell_key(now.word.copy, now.word.offset / access.bytes)].entries;
  const Entry fresh{access.tick, access.block, access.warp, LaneMask{1} << now.lane, access.is_volatile && order_.has_fenced(now.me), access.lanes_descend, false, now.value};
  const bool takes_place = access.kind != AccessKind::store && takes_place_of_last(now, fresh, entries);
  if (!entries.empty()) {
    Entry& last = entries.back();
    if (last.tick == fresh.tick && last.block == fresh.block && last.warp == fresh.warp && last.has_fenced == fresh.has_fenced &&
        (access.kind != AccessKind::store || last.value == fresh.value)) {
      last.lanes |= fresh.lanes;
      return;
    }
  }
  if (!takes_place) leave_out_known(now, fresh, entries);
  if (entries.size() >= most_entries_) entries.erase(entries.begin());
  entries.push_back(fresh);
}

// A thread that waits loads, or tries an atomic, again and again. As long as it learns nothing, what was to be left out has been left out at the
// time before: all that came since is unordered with it. So only the lane's last entry has to go.
bool ExactRaces::takes_place_of_last(const LaneAccess& now, const Entry& fresh, std::vector<Entry>& entries) const {
  const auto last = std::find_if(entries.rbegin(), entries.rend(), [&](const Entry& e) { return e.block == fresh.block && e.warp == fresh.warp && (e.lanes & fresh.lanes); });
  if (last == entries.rend() || last->has_fenced != fresh.has_fenced || order_.knows_since(now.me) > last->tick) return false;
  last->lanes &= ~fresh.lanes;
  if (!last->lanes) entries.erase(std::next(last).base());
  return true;
}

// The fresh access stands for the lane's earlier ones of its value (of other values the latest stays), and for those of its warp that are ordered
// before it. Of those of other warps and blocks, and of other values, some are kept: they may race farther off, or tell that two stores differ.
void ExactRaces::leave_out_known(const LaneAccess& now, const Entry& fresh, std::vector<Entry>& entries) {
  const bool is_store = now.access.kind == AccessKind::store;
  bool has_other = false;
  size_t behind = 0;
  for (size_t i = entries.size(); i-- > 0;) {
    Entry& e = entries[i];
    const bool is_of_warp = e.block == fresh.block && e.warp == fresh.warp;
    const bool is_alike = is_of_warp && (!is_store || e.value == fresh.value) && e.has_fenced == fresh.has_fenced;
    if (is_of_warp && (e.lanes & fresh.lanes)) {
      if (is_alike || has_other) e.lanes &= ~fresh.lanes;
      else has_other = true;
    }
    if (!e.lanes || order_.unordered(now.me, e.block, e.warp, e.lanes, e.tick) != 0) continue;
    e.is_behind = true;
    if (is_alike || ++behind > most_behind) e.lanes = 0;
  }
  std::erase_if(entries, [](const Entry& e) { return e.lanes == 0; });
}

std::vector<RacePair> ExactRaces::confirmed() const {
  std::vector<RacePair> racing = pairs_;
  std::erase_if(racing, [](const RacePair& pair) { return !pair.has_example; });
  for (RacePair& pair : racing) {
    pair.count = std::max<uint64_t>(pair.count, 1);
    pair.is_guess = guesses_.are_guesses(pair);
    pair.clue = clue_of(pair);
  }
  return racing;
}

}  // namespace wb
