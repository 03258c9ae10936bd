#include "simulator/analysis/exact_races.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/analysis/barrier_numbers.h"
#include "simulator/analysis/element_names.h"
#include "simulator/source/barrier_word.h"

namespace wb {

// A read and a write: which of them comes first tells how the race is called.
static bool has_position(const RacePair& pair) { return (pair.access[0] == AccessKind::load) != (pair.access[1] == AccessKind::load); }

ExactRaces::ExactRaces(const std::vector<RacePair>& suspects, const std::vector<AllocationInfo>& allocations, uint32_t threads_per_block, bool has_fences, const CasGuesses::Checks& checks,
                       FlagLoads flags)
    : order_(threads_per_block), guesses_(suspects, checks), flags_(std::move(flags)), allocations_(allocations), has_fences_(has_fences), pairs_(suspects), has_strong_suspects_(allocations.size()) {
  for (size_t i = 0; i < pairs_.size(); ++i) {
    RacePair& pair = pairs_[i];
    pair.count = 0;
    pair.scope = Finding::Scope::none;
    pair.has_example = pair.different_values = pair.merged_values = pair.is_guess = false;
    pair.flag.reset();
    const size_t first = place_of(pair, 0), second = place_of(pair, 1);
    places_[first].partners.push_back({i, second});
    if (second != first) places_[second].partners.push_back({i, first});
  }
}

void ExactRaces::follow_ways() {
  ways_.emplace();
  for (RacePair& pair : pairs_) pair.fetch_first = pair.store_first = false;
}

ExactRaces::Place* ExactRaces::find(uint32_t site, uint32_t allocation) {
  if (site >= places_at_.size()) return nullptr;
  for (const size_t index : places_at_[site])
    if (places_[index].allocation == allocation) return &places_[index];
  return nullptr;
}

size_t ExactRaces::place_of(const RacePair& pair, int side) {
  if (const Place* known = find(pair.site[side], pair.allocation)) return static_cast<size_t>(known - places_.data());
  if (places_at_.size() <= pair.site[side]) places_at_.resize(pair.site[side] + 1);
  places_at_[pair.site[side]].push_back(places_.size());
  Place& place = places_.emplace_back();
  place.site = pair.site[side];
  place.allocation = pair.allocation;
  place.kind = pair.access[side];
  place.looks_at_flags = flags_.sites.contains(place.site);
  if (pair.access[side] == AccessKind::atomic) has_strong_suspects_[pair.allocation] = true;
  return places_.size() - 1;
}

RaceColumn& ExactRaces::Place::column_of(uint32_t bytes) {
  for (RaceColumn& column : columns)
    if (column.bytes() == bytes) return column;
  return columns.emplace_back(bytes);
}

// What the lane loads or stores, or (an atomic) its operand.
void ExactRaces::take_value(RaceEntry& entry, const WarpAccess& access, uint32_t lane) {
  if (access.value) {
    entry.has_value = true;
    entry.low = access.bytes < 8 ? access.value[lane] & ((uint64_t{1} << 8 * access.bytes) - 1) : access.value[lane];
    if (access.bytes == 16 && access.high_value) entry.high = access.high_value[lane];
  } else if (access.kind == AccessKind::load && access.memory) {
    entry.has_value = true;
    std::memcpy(&entry.low, access.memory + access.offset[lane], std::min<size_t>(access.bytes, 8));
    if (access.bytes == 16) std::memcpy(&entry.high, access.memory + access.offset[lane] + 8, 8);
  }
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
  if (access.kind != AccessKind::atomic || access.space != Space::shared || access.bytes != 8 || !access.old_value || access.owner != own_block) return;
  uint32_t arrived = 0;  // once for all lanes
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint32_t number = object_at(access.allocation, access.offset[lane]);
    if (!number) continue;
    const uint64_t before = access.old_value[lane], now = access.new_value ? access.new_value[lane] : before;
    if (now == before) trail_.look(access.block, number, access.warp, access.tick);
    else if (BarrierWord(now).phase() != BarrierWord(before).phase()) trail_.complete(access.block, number, {});
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
  if (ways_) ways_->barrier(block);
}
void ExactRaces::grid_barrier(uint64_t tick) {
  order_.grid_barrier(tick);
  if (ways_) ways_->grid_barrier();
}
void ExactRaces::cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick) {
  order_.cluster_wait(cluster, block, who, tick);
  if (ways_) ways_->wait(block, who, tick);
}
void ExactRaces::barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) {
  order_.barrier_arrival(block, number, who, tick);
  if (!is_of_tile(number)) trail_.arrive(block, number, who.warp, tick);  // no program knows those numbers
}
void ExactRaces::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) {
  order_.named_barrier(block, number, waiting, tick);
  if (!is_of_tile(number)) trail_.complete(block, number, waiting);
}

void ExactRaces::end_block(uint32_t block) {
  end_trail(block);
  order_.end_block(block);
  if (ways_) ways_->end_block(block);
  flag_trail_.end_block(block);
  forget_fetches(block);
  for (Place& place : places_)
    if (allocations_[place.allocation].space == Space::shared)
      for (RaceColumn& column : place.columns) column.forget(block);
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
    place->scope = access.scope;
    if (place->is_strong() && access.kind == AccessKind::store) has_strong_suspects_[access.allocation] = true;
  }
  if (place && !may_be_guess && !overwrites && !ways_ && whole_access(access, *place)) return;
  has_narrow_atomics_ |= access.kind == AccessKind::atomic && access.scope < MemoryScope::device;
  const uint32_t copy = access.space == Space::shared ? access.memory_block() : 0;
  for (LaneMask rest = access.active; rest;) {
    const uint32_t lane = static_cast<uint32_t>(access.lanes_descend ? 31 - std::countl_zero(rest) : std::countr_zero(rest));
    rest &= ~(LaneMask{1} << lane);
    LaneAccess now{access, lane, {access.block, access.warp * warp_size + lane}, {access.allocation, copy, access.offset[lane], access.bytes}, {}, {}, place};
    if (place || may_be_guess) take_value(now.entry, access, lane);
    if (may_be_guess) guesses_.lane(access, now.me, now.word, now.entry.has_value ? std::optional(now.entry.low) : std::nullopt);
    one_lane(now);
  }
}

void ExactRaces::one_lane(LaneAccess& now) {
  const WarpAccess& access = now.access;
  const FlagUse::At at{now.me, access.tick, access.site};
  const bool is_atomic = access.kind == AccessKind::atomic;
  const bool learns = is_atomic ? access.result_used : access.is_volatile && access.kind == AccessKind::load;
  const bool tells = is_atomic || (access.is_volatile && access.kind == AccessKind::store);
  const bool is_of_flags = now.word.allocation < flags_.allocations.size() && flags_.allocations[now.word.allocation];
  if (learns && is_of_flags) flag_trail_.seen(now.word, at);
  if (learns) order_.learn(now.me, now.word, access.scope, access.tick);
  if (now.place && ways_) ways_->visit(access.block, {now.me.thread, access.site, access.tick});
  if (access.is_volatile) note_update(now);
  if (now.place) check(now, *now.place);
  if (learns && !flags_.fetches.contains(access.site) && has_strong_suspects_[access.allocation])
    order_.come_to(now.me, now.word, access.scope, has_narrow_atomics_, moment_of(now));
  if (access.kind == AccessKind::store && order_.tells_in(access.allocation)) order_.overwrite(now.word);
  const bool has_changed = !is_atomic || !access.new_value || !access.old_value || access.new_value[now.lane] != access.old_value[now.lane];
  if (tells && has_changed && is_of_flags) flag_trail_.set(now.word, access.space == Space::shared, at, order_, is_atomic);
  if (tells && has_changed) order_.tell(now.me, now.word, access.scope, !is_atomic);
  if (tells && !has_changed) order_.tell_nothing(now.me);
}

// What volatile accesses fetch and store back.
void ExactRaces::note_update(LaneAccess& now) {
  const uint32_t thread = now.me.thread, site = now.access.site;
  if (now.access.kind == AccessKind::load) {
    if (flags_.feeding.contains(site)) fetched_[now.me.block].last[fetch_key(thread, site)] = {now.word, now.access.tick};
    return;
  }
  const auto loads = flags_.updates.find(site);
  const auto fetched = fetched_.find(now.me.block);
  if (now.access.kind != AccessKind::store || loads == flags_.updates.end() || fetched == fetched_.end()) return;
  auto& [last, updates] = fetched->second;
  for (const uint32_t load : loads->second) {
    const uint64_t key = fetch_key(thread, load);
    const auto fetch = last.find(key);
    if (fetch == last.end() || !(fetch->second.word == now.word)) continue;
    now.entry.is_update = true;
    if (find(load, now.word.allocation)) updates[{key, now.word.allocation, now.word.copy, now.word.offset}] = {fetch->second.tick, moment_of(now)};
  }
}

// What it has updated in global memory others may come to later on.
void ExactRaces::forget_fetches(uint32_t block) {
  const auto at = fetched_.find(block);
  if (at == fetched_.end()) return;
  at->second.last.clear();
  std::erase_if(at->second.updates, [&](const auto& update) { return allocations_[std::get<1>(update.first)].space == Space::shared; });
  if (at->second.updates.empty()) fetched_.erase(at);
}

// Of a load's lanes: those whose thread had not stored there, by `came`, what it made of it.
LaneMask ExactRaces::without_updated(const Met& met, const RaceEntry& entry, LaneMask lanes, uint64_t came) const {
  const auto fetched = fetched_.find(entry.block);
  if (fetched == fetched_.end()) return lanes;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const auto thread = static_cast<uint32_t>(entry.warp) * warp_size + static_cast<uint32_t>(std::countr_zero(rest));
    const auto update = fetched->second.updates.find({fetch_key(thread, met.place.site), met.word.allocation, met.word.copy, met.word.offset});
    if (update != fetched->second.updates.end() && entry.tick <= update->second.fetched && update->second.stored < came) lanes &= ~(rest & (0 - rest));
  }
  return lanes;
}

void ExactRaces::check(LaneAccess& now, Place& place) {
  now.view = order_.view(now.me);
  RaceEntry& entry = now.entry;
  entry.tick = now.access.tick;
  entry.block = now.access.block;
  entry.warp = now.access.warp;
  entry.lanes = LaneMask{1} << now.lane;
  entry.lanes_descend = now.access.lanes_descend;
  entry.has_fenced = now.access.is_volatile && order_.has_fenced(now.me);
  for (const Partner& partner : place.partners) {
    bool races = false;
    for (RaceColumn& column : places_[partner.place].columns) races |= races_at(now, places_[partner.place], column, pairs_[partner.pair]);
    pairs_[partner.pair].count += races;
  }
  enter(now, place);
}

// Of atomics that are for their own block or cluster alone, whoever has come to them may have told other blocks.
bool ExactRaces::has_come_to(const LaneAccess& now, const Place& other, const HappensBefore::Word& word) const {
  const auto has = [&](MemoryScope scope) { return order_.came_to(now.view, word, scope, now.access.block) != 0; };
  if (has(MemoryScope::device)) return true;
  return has_narrow_atomics_ && (has(MemoryScope::block) || has(MemoryScope::cluster) || (other.scope < MemoryScope::device && order_.passes_between_blocks()));
}

bool ExactRaces::races_at(const LaneAccess& now, Place& other, RaceColumn& column, RacePair& pair) {
  bool races = false;
  const uint64_t offset = now.word.offset, last = (offset + now.word.bytes - 1) / column.bytes();
  for (uint64_t index = offset / column.bytes(); index <= last; ++index) {
    RaceCell* cell = column.find(now.word.copy, index, met_);
    if (!cell || cell->is_empty()) continue;
    Met met{other, *cell, {now.word.allocation, now.word.copy, index * column.bytes(), column.bytes()}};
    if (other.kind == AccessKind::load ? flags_.feeding.contains(other.site) : other.is_strong()) met.has_come = has_come_to(now, other, met.word);
    races |= races_with(now, met, pair);
  }
  return races;
}

// The newest entries first, to see which of them are in no order with this access; then, if there is something to tell, these from the oldest on.
bool ExactRaces::races_with(const LaneAccess& now, const Met& met, RacePair& pair) {
  const std::span<RaceEntry> entries = met.cell.entries();
  const bool settled = is_settled(now, met, pair);
  bool any = false, is_lacking = false;
  size_t first = entries.size();
  racing_.resize(std::max(racing_.size(), entries.size()));
  while (first-- > 0) {
    const RaceEntry& entry = entries[first];
    racing_[first] = 0;
    if (!entry.lanes || !may_race(now, met, entry)) continue;
    const LaneMask lanes = order_.unordered(now.view, entry.block, static_cast<uint32_t>(entry.warp), entry.lanes, entry.tick);
    if (!lanes && entry.covers_all && !now.view.has_unfenced) break;
    if (lanes) racing_[first] = met.has_come ? not_come_to(now, met, entry, lanes) : lanes;
    else if (now.view.has_unfenced) is_lacking |= lacks_fence(now, entry);
    any |= racing_[first] != 0;
    if (any && settled) return true;
  }
  return (any || is_lacking) && tell_races(now, met, entries.subspan(first + 1), pair);
}

// `entries`: the last of the cell's.
bool ExactRaces::tell_races(const LaneAccess& now, const Met& met, std::span<RaceEntry> entries, RacePair& pair) {
  bool any = false;
  const size_t first = met.cell.entries().size() - entries.size();
  for (size_t i = 0; i < entries.size(); ++i) {
    const RaceEntry& entry = entries[i];
    const LaneMask racing = racing_[first + i];
    if (!entry.lanes || !may_race(now, met, entry)) continue;
    any |= racing != 0;
    if (racing) record(now, met, entry, racing, pair);
    else if (lacks_fence(now, entry)) note_missing_fence(now, entry);
  }
  return any;
}

bool ExactRaces::lacks_fence(const LaneAccess& now, const RaceEntry& entry) const {
  return order_.lacks_fence(now.view, entry.block, static_cast<uint32_t>(entry.warp), entry.lanes, entry.tick) != 0;
}

// Whatever races there: it tells nothing new but that something does.
bool ExactRaces::is_settled(const LaneAccess& now, const Met& met, const RacePair& pair) const {
  if (now.view.has_unfenced || (met.has_come && !has_come_to_)) return false;
  const bool are_stores = now.access.kind == AccessKind::store && met.place.kind == AccessKind::store;
  if (are_stores && !pair.different_values && (now.entry.is_update || now.word.bytes != met.word.bytes || met.cell.may_differ(now.entry))) return false;
  const bool is_order_open = ways_ && has_position(pair) && !(pair.fetch_first && pair.store_first);
  if (is_order_open) return false;
  const Finding::Scope reach = met.cell.reach(now.access.block, now.access.warp);
  return pair.scope >= reach && !pair.is_better(reach == Finding::Scope::grid, now.word.offset, now.word.copy);
}

// Of two volatile accesses: does one of them tell the other what to do, and no more?
bool ExactRaces::is_flag(const LaneAccess& now, const Place& other) const {
  if (now.access.kind == AccessKind::load) return now.place->looks_at_flags;
  if (other.kind == AccessKind::load) return other.looks_at_flags;
  return other.allocation < flags_.allocations.size() && flags_.allocations[other.allocation];
}

bool ExactRaces::may_race(const LaneAccess& now, const Met& met, const RaceEntry& entry) const {
  const WarpAccess& access = now.access;
  const bool is_strong = access.kind == AccessKind::atomic || access.is_volatile;
  if (!is_strong || !met.place.is_strong() || access.bytes != met.word.bytes) return true;
  if (access.kind == AccessKind::atomic || met.place.kind == AccessKind::atomic) return !order_.reaches(std::min(access.scope, met.place.scope), entry.block, access.block);
  if (now.entry.is_update && entry.is_update) return true;
  if (access.space == Space::global && (entry.block != access.block || entry.warp != access.warp)) return !is_flag(now, met.place);
  if (!has_fences_) return true;
  return (access.kind == AccessKind::store && !order_.has_fenced(now.me)) || (met.place.kind == AccessKind::store && !entry.has_fenced);
}

// Of an atomic's lanes, or a volatile store's: those that do not lie behind because the thread has come to the word since.
LaneMask ExactRaces::not_come_to(const LaneAccess& now, const Met& met, const RaceEntry& entry, LaneMask lanes) {
  uint64_t came = 0;
  for (const MemoryScope scope : {MemoryScope::block, MemoryScope::cluster, MemoryScope::device})
    if (scope <= met.place.scope) came = std::max(came, order_.came_to(now.view, met.word, scope, entry.block));
  if (met.place.kind == AccessKind::load) return without_updated(met, entry, lanes, came);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    if (HappensBefore::moment(entry.tick, entry.lanes_descend ? warp_size - 1 - lane : lane) >= came) continue;
    lanes &= ~(LaneMask{1} << lane);
    has_come_to_ = true;
  }
  return lanes;
}

void ExactRaces::record(const LaneAccess& now, const Met& met, const RaceEntry& entry, LaneMask lanes, RacePair& pair) {
  const WarpAccess& access = now.access;
  pair.scope = std::max(pair.scope, entry.scope_to(access.block, access.warp));
  if (access.kind == AccessKind::store && met.place.kind == AccessKind::store)
    pair.different_values |= !now.entry.has_value || !now.entry.has_value_of(entry) || access.bytes != met.word.bytes || (now.entry.is_update && entry.is_update);

  if (ways_ && has_position(pair)) note_which_is_first(now, met, entry, lanes, pair);
  const uint64_t offset = now.word.offset;
  if (!pair.is_better(entry.block != access.block, offset, now.word.copy)) return;
  pair.has_example = true;
  pair.clue = {};
  pair.offset = offset;
  pair.block = now.word.copy;
  const uint32_t their_thread = static_cast<uint32_t>(entry.warp) * warp_size + static_cast<uint32_t>(std::countr_zero(lanes));
  pair.first = {met.place.site, entry.block, their_thread, entry.tick, true, entry.has_value != 0, static_cast<uint8_t>(met.word.bytes), entry.low};
  pair.second = {access.site, access.block, now.me.thread, access.tick, true, now.entry.has_value != 0, access.bytes, now.entry.low};
  pair.flag = flag_trail_.between({{entry.block, their_thread}, entry.tick, met.place.site}, now.me, order_);
}

// Between blocks the text decides, as where both come first.
void ExactRaces::note_which_is_first(const LaneAccess& now, const Met& met, const RaceEntry& entry, LaneMask lanes, RacePair& pair) const {
  const bool fetches = now.access.kind == AccessKind::load;
  for (; lanes && !(pair.fetch_first && pair.store_first); lanes &= lanes - 1) {
    const uint32_t them = static_cast<uint32_t>(entry.warp) * warp_size + static_cast<uint32_t>(std::countr_zero(lanes));
    Ways::First first{true, true};
    if (entry.block == now.access.block) first = ways_->first_of(entry.block, {now.me.thread, now.access.site, now.access.tick}, {them, met.place.site, entry.tick});
    pair.fetch_first |= fetches ? first.is_one : first.is_other;
    pair.store_first |= fetches ? first.is_other : first.is_one;
  }
}

// Of one lane's access all that it meets is told by the flag that was found first.
void ExactRaces::note_missing_fence(const LaneAccess& now, const RaceEntry& entry) {
  if (last_missing_.missing && last_missing_.tick == now.access.tick && last_missing_.site == now.access.site && last_missing_.block == now.me.block && last_missing_.thread == now.me.thread) return void(++last_missing_.missing->count);
  const FlagUse::At earlier{{entry.block, static_cast<uint32_t>(entry.warp) * warp_size + static_cast<uint32_t>(std::countr_zero(entry.lanes))}, entry.tick, 0};
  std::optional<FlagUse> flag = flag_trail_.between(earlier, now.me, order_);
  if (!flag) flag = flag_trail_.latest(now.me, order_);
  if (!flag) return;
  MissingFence& missing = missing_fences_[{flag->seen.site, flag->allocation}];
  last_missing_ = {&missing, now.access.tick, now.access.site, now.me.block, now.me.thread};
  if (missing.count++) return;
  const WarpAccess& access = now.access;
  missing.flag = *flag;
  missing.kind = access.kind;
  missing.access = {access.site, access.block, now.me.thread, access.tick, true, now.entry.has_value != 0, access.bytes, now.entry.low};
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
  RaceColumn& column = place.column_of(access.bytes);
  const uint64_t index = now.word.offset / access.bytes, first = index % PlainCells::cells;
  if (PlainCells* plain = column.plain_at(now.word.copy, index / PlainCells::cells); plain && !plain->by[first])
    return plain->enter(first, plain->number_of(now.entry), now.lane, now.entry.low, access.bytes);
  RaceCell& cell = column.at(now.word.copy, index);
  RaceEntry fresh = now.entry;
  if (!cell.is_empty()) {
    const bool takes_place = access.kind != AccessKind::store && takes_place_of_last(now, cell);
    if (RaceEntry* last = cell.newest(); last && last->is_of_one_access(fresh) && (access.kind != AccessKind::store || last->has_value_of(fresh))) {
      last->lanes |= fresh.lanes;
      return;
    }
    if (!takes_place) fresh.covers_all = leave_out_known(now, cell);
  }
  cell.push(fresh, most_entries);
}

// A thread that waits loads, or tries an atomic, again and again. As long as it learns nothing, what was to be left out has been left out at the
// time before: all that came since is unordered with it. So only the lane's last entry has to go.
bool ExactRaces::takes_place_of_last(const LaneAccess& now, RaceCell& cell) const {
  RaceEntry* last = nullptr;
  cell.for_each_of_warp(now.entry, [&](RaceEntry& e) {
    if (e.lanes & now.entry.lanes) last = &e;
    return !last;
  });
  if (!last || last->has_fenced != now.entry.has_fenced || now.view.since > last->tick) return false;
  cell.take(*last, now.entry.lanes);
  return true;
}

// The fresh access stands for the lane's earlier ones of its value (of other values the latest stays), and for those of its warp that are ordered
// before it. Of those of other warps and blocks, and of other values, some are kept: they may race farther off, or tell that two stores differ.
// True: all that is left is behind the fresh access.
bool ExactRaces::leave_out_known(const LaneAccess& now, RaceCell& cell) {
  const RaceEntry& fresh = now.entry;
  const auto is_alike = [&](const RaceEntry& e) { return e.is_of_warp(fresh) && (now.access.kind != AccessKind::store || e.has_value_of(fresh)) && e.has_fenced == fresh.has_fenced && e.is_update == fresh.is_update; };
  bool has_other = false;
  cell.for_each_of_warp(fresh, [&](RaceEntry& e) {
    if (!(e.lanes & fresh.lanes) || (ways_ && ways_->was_before_last_wait(fresh.block, now.me.thread, e.tick))) return true;
    if (is_alike(e) || (has_other && e.is_update <= fresh.is_update)) cell.take(e, fresh.lanes);
    else has_other = true;
    return true;
  });
  if (!cell.is_sweep_due() || (!now.view.has_own && cell.was_swept(fresh.block, now.view.since))) return false;
  const std::span<RaceEntry> entries = cell.entries();
  const auto news = std::partition_point(entries.begin(), entries.end(), [&](const RaceEntry& e) { return e.tick < now.view.since; });
  const auto newer = std::span(news, entries.end());
  bool are_all_behind = std::none_of(newer.rbegin(), newer.rend(), [&](const RaceEntry& e) { return (e.lanes & ~(e.is_of_warp(fresh) ? fresh.lanes : 0)) != 0; });
  size_t behind = 0;
  for (auto i = news - entries.begin(); i-- > 0;) {
    RaceEntry& e = entries[static_cast<size_t>(i)];
    if (!e.lanes) continue;
    if (order_.unordered(now.view, e.block, static_cast<uint32_t>(e.warp), e.lanes, e.tick)) are_all_behind = false;
    else if (is_alike(e) || ++behind > most_behind) cell.take(e, ~LaneMask{0});
  }
  if (!now.view.has_own) cell.note_sweep(fresh.block, now.view.since);
  cell.sweep_later();
  return are_all_behind;
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
