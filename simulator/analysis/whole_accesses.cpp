// Accesses of many lanes at once: what the closer look at races (exact_races.h) does lane by lane, done for all that go the plain way.
//
// Nearly all accesses of a program are plain loads and stores by lanes that know no more of others than barriers and their warp's functions have told
// them, each at a cell of its own, where at most one lane of one access has been before. For such a lane all that there is to ask of the other place's cell is
// whether what stands there is older than the last of these (HappensBefore::WarpView): a comparison or two, on plain pages (race_cells.h).
//
// Whatever else a lane meets, it goes the long way: a page that is plain no longer, a race that tells something new, a cell that will hold two. The lanes'
// cells are different ones, so it does not matter in which order they come.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/analysis/exact_races.h"

namespace wb {
namespace {

constexpr size_t most_cells_apart = 256;  // of the lanes of one access

}  // namespace

// The cells of one access: no two lanes share one, and they lie close together.
struct ExactRaces::WholeAccess {
  const WarpAccess& access;
  const HappensBefore::WarpView view;
  Place& place;
  uint32_t copy = 0;
  RaceEntry entry;             // of all lanes, without value
  uint64_t cell[warp_size] = {};

  uint64_t value(uint32_t lane) const {
    uint64_t value = 0;
    if (access.value) value = access.bytes < 8 ? access.value[lane] & ((uint64_t{1} << 8 * access.bytes) - 1) : access.value[lane];
    else if (entry.has_value) std::memcpy(&value, access.memory + access.offset[lane], access.bytes);
    return value;
  }
};

// False: their cells are not so, or not cells of this size at all.
bool ExactRaces::find_cells(WholeAccess& whole) {
  const WarpAccess& access = whole.access;
  uint64_t least = ~uint64_t{0}, misfit = 0;
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    misfit |= access.offset[lane] & (access.bytes - 1u);
    least = std::min(least, whole.cell[lane] = access.offset[lane] / access.bytes);
  }
  if (misfit) return false;
  uint64_t taken[most_cells_apart / 64] = {};
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const uint64_t at = whole.cell[std::countr_zero(rest)] - least;
    if (at >= most_cells_apart || (taken[at / 64] >> at % 64 & 1)) return false;
    taken[at / 64] |= uint64_t{1} << at % 64;
  }
  return true;
}

// Do all cells of what it may race with have its size, and is none of them an atomic's, a volatile store's or an update's load, which may lie behind a thread otherwise?
bool ExactRaces::has_plain_partners(const Place& place, uint32_t bytes) const {
  return std::all_of(place.partners.begin(), place.partners.end(), [&](const Partner& partner) {
    const Place& other = places_[partner.place];
    const bool may_lie_behind = other.kind == AccessKind::load ? flags_.feeding.contains(other.site) : other.is_strong();
    return !may_lie_behind && (other.columns.empty() || (other.columns.size() == 1 && other.columns[0].bytes() == bytes));
  });
}

// False: nothing was done.
bool ExactRaces::whole_access(const WarpAccess& access, Place& place) {
  if (access.kind == AccessKind::atomic || access.is_volatile || access.bytes > 8 || !has_plain_partners(place, access.bytes)) return false;
  const std::optional<HappensBefore::WarpView> view = order_.warp_view(access.block, access.warp, access.active);
  if (!view) return false;
  WholeAccess whole{access, *view, place, access.space == Space::shared ? access.memory_block() : 0, {}};
  if (!find_cells(whole)) return false;
  whole.entry.tick = access.tick;
  whole.entry.block = access.block;
  whole.entry.warp = access.warp;
  whole.entry.lanes_descend = access.lanes_descend;
  whole.entry.has_value = access.value || (access.kind == AccessKind::load && access.memory);
  for (const Partner& partner : place.partners) {
    Place& other = places_[partner.place];
    if (!other.columns.empty()) check_whole(whole, other, pairs_[partner.pair]);
  }
  enter_whole(whole);
  return true;
}

ExactRaces::LaneAccess ExactRaces::lane_of(const WholeAccess& whole, uint32_t lane) const {
  const WarpAccess& access = whole.access;
  LaneAccess now{access, lane, {access.block, access.warp * warp_size + lane}, {access.allocation, whole.copy, access.offset[lane], access.bytes}, whole.entry, {}, &whole.place};
  now.entry.lanes = LaneMask{1} << lane;
  now.entry.low = whole.value(lane);
  now.view = order_.view(now.me);
  return now;
}

void ExactRaces::check_whole(const WholeAccess& whole, Place& other, RacePair& pair) {
  const WarpAccess& access = whole.access;
  RaceColumn& column = other.columns[0];
  const bool are_stores = access.kind == AccessKind::store && other.kind == AccessKind::store;
  uint64_t page = ~uint64_t{0};
  const PlainCells* plain = nullptr;
  bool is_expanded = false;
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const size_t cell = whole.cell[lane] % PlainCells::cells;
    if (whole.cell[lane] / PlainCells::cells != page) {
      page = whole.cell[lane] / PlainCells::cells;
      plain = column.find_plain(whole.copy, page);
      is_expanded = column.is_expanded(whole.copy, page);
    }
    if (plain) {
      if (!plain->by[cell]) continue;
      const RaceEntry& there = plain->access_of(cell);
      if (!whole.view.is_unordered(lane, there.block, static_cast<uint32_t>(there.warp), plain->lane[cell], there.tick)) continue;
      const bool tells_of_values = are_stores && !pair.different_values && !has_value_of(whole, lane, *plain, cell);
      const Finding::Scope reach = there.scope_to(access.block, access.warp);
      if (!tells_of_values && pair.scope >= reach && !pair.is_better(reach == Finding::Scope::grid, access.offset[lane], whole.copy)) {
        ++pair.count;
        continue;
      }
    } else if (!is_expanded) {
      continue;
    }
    pair.count += races_at(lane_of(whole, lane), other, column, pair);
  }
}

void ExactRaces::enter_whole(const WholeAccess& whole) {
  const WarpAccess& access = whole.access;
  RaceColumn& column = whole.place.column_of(access.bytes);
  uint64_t page = ~uint64_t{0};
  PlainCells* plain = nullptr;
  uint8_t number = 0;
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const size_t cell = whole.cell[lane] % PlainCells::cells;
    if (whole.cell[lane] / PlainCells::cells != page) {
      page = whole.cell[lane] / PlainCells::cells;
      plain = column.plain_at(whole.copy, page);
      if (plain) number = plain->number_of(whole.entry);
    }
    if (plain && (!plain->by[cell] || stands_for_it(whole, lane, *plain, cell))) {
      plain->enter(cell, number, lane, whole.value(lane), access.bytes);
      continue;
    }
    enter(lane_of(whole, lane), whole.place);
    plain = nullptr;  // no longer
  }
}

// What stands in the cell is the lane's own: of its value, or a load.
bool ExactRaces::stands_for_it(const WholeAccess& whole, uint32_t lane, const PlainCells& plain, size_t cell) const {
  const RaceEntry& there = plain.access_of(cell);
  if (!there.is_of_warp(whole.entry) || plain.lane[cell] != lane || there.has_fenced) return false;
  return whole.access.kind != AccessKind::store || has_value_of(whole, lane, plain, cell);
}

bool ExactRaces::has_value_of(const WholeAccess& whole, uint32_t lane, const PlainCells& plain, size_t cell) {
  return plain.access_of(cell).has_value && whole.entry.has_value && plain.entry(cell, whole.access.bytes).low == whole.value(lane);
}

}  // namespace wb
