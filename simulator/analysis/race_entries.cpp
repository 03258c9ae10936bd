// An access is compared with what stands in the cells where it goes, and enters itself.
//
// Every lane asks the same of each cell of each rival, a column that it can race with: is the entry of this epoch and by somebody else, or by
// another block? Then its own column's cells take it up: alone in this epoch, or one more. Done lane by lane that is the definition, as
// conflict() and enter() have it. But nearly all accesses are of one of three forms, for which many lanes are done at once:
//
//   neighbouring lanes at neighbouring cells   segment(): plain loops over the pages' arrays, which become vector code. They only ask whether
//                                              there is anything to tell; where there is, the lanes are looked at one by one
//   several lanes at one cell                  same_place(): two of them stand for all, if those two meet nobody
//   all lanes anywhere                         all_over(): where all cells look alike, because several blocks have been everywhere, nothing
//                                              changes any more
//
// Why that may be done: lanes of one instruction that store to different cells do not meet, and where a loop cannot tell whether somebody
// races it says yes.
#include "simulator/analysis/race_entries.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "simulator/analysis/extent.h"
#include "simulator/analysis/wide_loops.h"

namespace wb {
namespace {

// What a segment of neighbouring cells is compared with: lane i of the access is thread `thread` + i and has 1 << shift cells.
struct Segment {
  uint32_t count, thread, shift, epoch, base;
  uint32_t over = 0;  // entries of epochs before this one lie before the last grid barrier
};

// Is there a cell that this access may race with? Exact but for one thing: an entry of an earlier, far epoch of the same block counts.
template <bool is_shared>
[[gnu::always_inline]] inline uint32_t find_conflict(const uint32_t* epoch, const uint32_t* who, uint32_t count, const Segment& s) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t at = epoch[i], by = who[i], thread = s.thread + (i >> s.shift);
    uint32_t here = (at == s.epoch) & ((by & (thread_mask | many_bit | blocks_bit)) != thread);
    if (is_shared)
      found |= here;
    else
      found |= here | ((at != s.epoch) & (at != 0) & ((at - s.base >= s.epoch - s.base) | ((by & blocks_bit) != 0)));
  }
  return found;
}

WB_WIDE uint32_t shared_conflict(const uint32_t* epoch, const uint32_t* who, Segment s) {
  if (s.count == warp_size) return find_conflict<true>(epoch, who, warp_size, s);
  return find_conflict<true>(epoch, who, s.count, s);
}
WB_WIDE uint32_t global_conflict(const uint32_t* epoch, const uint32_t* who, Segment s) {
  if (s.count == warp_size) return find_conflict<false>(epoch, who, warp_size, s);
  return find_conflict<false>(epoch, who, s.count, s);
}

// Is there a cell whose entry is of another block (or may be) and does not yet say "several blocks"?
WB_WIDE uint32_t has_foreign(const uint32_t* epoch, const uint32_t* who, Segment s) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < s.count; ++i)
    found |= (epoch[i] != 0) & (epoch[i] - s.base > s.epoch - s.base) & ((who[i] & blocks_bit) == 0);
  return found;
}

// Stores that conflict with nothing: every cell is now this thread's. `stored`: the lanes' values, of which `bits` count, from the first lane
// of the segment on, or null.
[[gnu::always_inline]] inline void enter_stored(uint32_t* epoch, uint32_t* who, uint32_t* value, const uint64_t* stored, uint64_t bits, uint32_t count, uint32_t shift,
                                                const Segment& s) {
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t at = epoch[i], by = who[i], thread = s.thread + (i >> shift);
    uint32_t now = stored ? fold(stored[i >> shift] & bits) : 0;
    uint32_t changed = (at != 0) & ((by & thread_mask) != thread) ? several_bit : 0;
    uint32_t unlike = (at != 0) & (at >= s.over) & (value[i] != now);
    uint32_t mixed = (at == s.epoch ? by & mixed_bit : 0) | (unlike & (at == s.epoch) ? mixed_bit : 0) | (unlike ? ever_mixed_bit : 0);
    epoch[i] = s.epoch;
    who[i] = thread | changed | mixed | (by & (several_bit | ever_mixed_bit)) | (stored ? 0 : mixed_bit | ever_mixed_bit);
    value[i] = now;
  }
}
WB_WIDE void enter_stores(uint32_t* epoch, uint32_t* who, uint32_t* value, const uint64_t* stored, uint64_t bits, Segment s) {
  if (!stored || s.shift) return enter_stored(epoch, who, value, stored, bits, s.count, s.shift, s);
  if (s.count == warp_size) return enter_stored(epoch, who, value, stored, bits, warp_size, 0, s);
  if (s.count == warp_size / 2) return enter_stored(epoch, who, value, stored, bits, warp_size / 2, 0, s);
  enter_stored(epoch, who, value, stored, bits, s.count, 0, s);
}

// What entries of cells somewhere on a page have in common: lane i's cell is `offset`[i] >> shift.
struct CommonEntries {
  uint32_t bits = 0;        // set in every `who`
  bool are_full = false;    // of several blocks, or of several warps in this epoch: nobody who is no store can add to them
};
WB_WIDE CommonEntries common_entries(const uint32_t* epoch, const uint32_t* who, const uint32_t* offset, uint32_t shift, uint32_t cell_mask, uint32_t this_epoch) {
  uint32_t bits = ~0u, open = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const uint32_t cell = (offset[lane] >> shift) & cell_mask, at = epoch[cell], by = who[cell];
    bits &= by;
    open |= ((by & blocks_bit) == 0) & ((at != this_epoch) | ((by & (many_bit | warps_bit)) != (many_bit | warps_bit)));
  }
  return {bits, open == 0};
}
WB_WIDE bool are_on_one_page(const uint32_t* offset, uint32_t page_shift) {
  uint32_t apart = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) apart |= (offset[lane] ^ offset[0]) >> page_shift;
  return apart == 0;
}

// Loads and atomics: alone in this epoch, or one more thread.
WB_WIDE void enter_loads(uint32_t* epoch, uint32_t* who, Segment s) {
  for (uint32_t i = 0; i < s.count; ++i) {
    uint32_t at = epoch[i], by = who[i], thread = s.thread + (i >> s.shift);
    uint32_t apart = (by & thread_mask) ^ thread;
    uint32_t more = (apart ? many_bit : 0) | (apart >= warp_size ? warps_bit : 0) | (apart && !(by & many_bit) ? thread << thread_bits : 0);
    uint32_t merged = by | more;
    uint32_t entry = at == s.epoch ? merged : thread;
    bool keep = at != 0 && (by & blocks_bit);
    who[i] = keep ? by : entry;
    epoch[i] = keep ? at : s.epoch;
  }
}

}  // namespace

void RaceShadow::check_and_enter(Current& now) {
  const WarpAccess& access = now.access;
  if (follows_clusters_) {  // lane by lane, which is the definition: the quick ways know nothing of other blocks' shared memory
    for (LaneMask rest = access.active; rest; rest &= rest - 1) one_lane(now, now.rivals, static_cast<uint32_t>(std::countr_zero(rest)));
    return;
  }
  const uint32_t step = access.offset[1] - access.offset[0];  // of rows
  if (access.pattern == AccessPattern::contiguous) return neighbours(now, 0, warp_size);
  if (access.pattern == AccessPattern::broadcast) return same_place(now, static_cast<uint32_t>(std::countr_zero(access.active)), access.active);
  if (access.pattern == AccessPattern::rows && step == access.bytes) {
    neighbours(now, 0, warp_size / 2);
    return neighbours(now, warp_size / 2, warp_size / 2);
  }
  if (access.pattern == AccessPattern::rows && step == 0) {
    same_place(now, 0, 0x0000FFFF);
    return same_place(now, warp_size / 2, 0xFFFF0000);
  }
  bool looks_random = access.active == ~LaneMask{0} && access.offset[1] != access.offset[0] && access.offset[1] != access.offset[0] + access.bytes;
  if (looks_random && now.shift == 0) return all_over(now);
  for (uint32_t lane = 0; lane < warp_size;) {
    if (!(access.active >> lane & 1)) {
      ++lane;
      continue;
    }
    uint32_t next = lane + 1, at = access.offset[lane];
    if (next < warp_size && (access.active >> next & 1) && access.offset[next] == at) {
      LaneMask lanes = 1u << lane;
      for (; next < warp_size && (access.active >> next & 1) && access.offset[next] == at; ++next) lanes |= 1u << next;
      same_place(now, lane, lanes);
    } else {
      while (next < warp_size && (access.active >> next & 1) && access.offset[next] == at + (next - lane) * access.bytes) ++next;
      if (next - lane < 4)
        for (uint32_t i = lane; i < next; ++i) one_lane(now, now.rivals, i);
      else
        neighbours(now, lane, next - lane);
    }
    lane = next;
  }
}

// All lanes, each at one cell, wherever that is: lane by lane, with what is the same for all of them looked up once. Where the same pair
// of places has raced between blocks before, and everything about it is known, a race is only counted.
void RaceShadow::all_over(Current& now) {
  const bool has_stored = now.has_stored();
  find_known_pairs(now);
  if (all_over_as_before(now)) return;
  // Its own column changes as the lanes enter themselves; of the others that tell nothing new all lanes are counted at once.
  std::erase_if(now.rivals, [&](const Rival& rival) { return rival.column != &now.own && count_as_before(now, rival, ~LaneMask{0}); });
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const uint64_t cell = now.cell(lane);
    const uint32_t thread = now.thread(lane), at = static_cast<uint32_t>(cell % page_cells);
    for (Rival& rival : now.rivals) {
      const Page* page = rival.column->pages[cell / page_cells].get();
      if (!page) continue;
      const Finding::Scope scope = conflict(now, *page, at, thread);
      if (scope == Finding::Scope::none) continue;
      if (scope == Finding::Scope::grid && rival.known_pair != RaceTable::none && cell << now.shadow.granule_shift >= races_[rival.known_pair].offset) {
        ++races_[rival.known_pair].count;
        continue;
      }
      const uint64_t moved = races_.moved();
      record(now, rival, cell, lane, scope);
      races_.moved() == moved ? find_known_pair(now, rival) : find_known_pairs(now);
    }
    enter(now, cell, thread, thread, false, has_stored ? now.stored(lane) : 0, has_stored);
  }
}

// ---- races about which all is known

// What stands where some lanes go, one cell each.
struct RaceShadow::Standing {
  alignas(64) uint32_t epoch[warp_size] = {}, who[warp_size] = {}, lanes[warp_size] = {}, tick[warp_size] = {};
};
namespace {

struct Asking {
  uint32_t epoch, base, grid_base;  // of the access; epochs before `grid_base` lie before the last grid barrier
  uint32_t thread;                  // of lane 0
  uint32_t synced_at;               // warp functions have put behind each lane what its warp did before; where `follows_warps`
  bool is_shared, follows_warps;
};
struct LanesMet {
  LaneMask warp = 0, block = 0, grid = 0;  // by how far off the others are
  LaneMask unsure = 0;                     // it is of an earlier, far epoch, perhaps of the same block
};
// The lanes whose tick in `a` comes behind that in `b`.
WB_WIDE LaneMask lanes_behind(const uint32_t* a, const uint32_t* b) {
  LaneMask behind = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) behind |= static_cast<int32_t>(b[lane] - a[lane]) < 0 ? 1u << lane : 0;
  return behind;
}
// conflict(), for all lanes.
WB_WIDE LanesMet lanes_met(const uint32_t* epoch, const uint32_t* who, const uint32_t* lanes, const uint32_t* tick, const Asking asking) {
  LanesMet met;
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const uint32_t at = epoch[lane], by = who[lane], bit = 1u << lane, thread = asking.thread + lane;
    const uint32_t is_now = at == asking.epoch, is_of_blocks = (by & blocks_bit) != 0;
    const uint32_t is_alone = ((by & many_bit) == 0) & ((by & thread_mask) == thread);
    const uint32_t is_far = ((by & warps_bit) != 0) | ((by & thread_mask) / warp_size != thread / warp_size);
    const uint32_t is_past = asking.follows_warps & (((lanes[lane] & ~bit) == 0) | (asking.synced_at > tick[lane]));
    const uint32_t is_old = (is_now == 0) & (at != 0) & (asking.is_shared == 0) & (at >= asking.grid_base);
    const uint32_t is_other = is_now & (is_of_blocks == 0) & (is_alone == 0);
    met.grid |= (is_now | is_old) & is_of_blocks ? bit : 0;
    met.unsure |= is_old & (is_of_blocks == 0) & (at - asking.base >= asking.epoch - asking.base) ? bit : 0;
    met.block |= is_other & is_far ? bit : 0;
    met.warp |= is_other & (is_far == 0) & (is_past == 0) ? bit : 0;
  }
  return met;
}

}  // namespace

void RaceShadow::take_standing(const Current& now, const Column& column, LaneMask lanes, Standing& standing) const {
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint64_t cell = now.cell(lane);
    const Page* const page = column.pages[cell / page_cells].get();
    if (!page) continue;
    standing.epoch[lane] = page->epoch[cell % page_cells];
    standing.who[lane] = page->who[cell % page_cells];
    if (!follows_warps_) continue;
    standing.lanes[lane] = page->lanes[cell % page_cells];
    standing.tick[lane] = page->tick[cell % page_cells];
  }
}

// Where the races of these lanes, one cell each, tell nothing but that they are some more, they are counted all at once: which lanes they are. None: they may tell more.
std::optional<LaneMask> RaceShadow::count_as_before(const Current& now, const Rival& rival, LaneMask lanes) {
  const Column& other = *rival.column;
  const WarpAccess& access = now.access;
  if (follows_numbers_ || is_scope_race(access, other.kind, other.bytes, other.is_volatile, other.scope)) return std::nullopt;
  const bool has_clock = access.warp < now.home.clocks.size() && !now.home.clocks[access.warp].empty();
  if (has_clock && now.home.parted[access.warp]) return std::nullopt;
  const uint32_t index = races_.find(access.site, other.site, access.allocation);
  if (index == RaceTable::none || !races_[index].has_example || races_[index].is_scope_race) return std::nullopt;
  RacePair& pair = races_[index];
  const bool are_stores = access.kind == AccessKind::store && other.kind == AccessKind::store;
  if (are_stores && !pair.different_values) return std::nullopt;
  Standing standing;
  take_standing(now, other, lanes, standing);
  const LanesMet met = lanes_met(standing.epoch, standing.who, standing.lanes, standing.tick,
                                 {now.home.epoch, now.home.base, grid_base_, access.warp * warp_size, has_clock ? now.home.clocks[access.warp][0] : 0, now.is_shared, follows_warps_});
  LaneMask grid = met.grid;
  for (LaneMask rest = met.unsure; rest; rest &= rest - 1)
    if (block_of(standing.epoch[std::countr_zero(rest)]) != access.block) grid |= rest & -rest;
  const LaneMask racing = grid | met.block | met.warp;
  if (!racing) return racing;
  const Finding::Scope widest = grid ? Finding::Scope::grid : met.block ? Finding::Scope::block : Finding::Scope::warp;
  if (widest > pair.scope) return std::nullopt;
  for (LaneMask rest = racing; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    if (pair.is_better(grid >> lane & 1, now.cell(lane) << now.shadow.granule_shift, now.copy)) return std::nullopt;
  }
  if ((access.kind == AccessKind::load) != (other.kind == AccessKind::load) && !is_order_known(now, rival, pair, standing, grid, racing)) return std::nullopt;
  pair.count += static_cast<uint32_t>(std::popcount(racing));
  return racing;
}

// Is it known of the pair that these come in the order in which they do here?
bool RaceShadow::is_order_known(const Current& now, const Rival& rival, const RacePair& pair, const Standing& standing, LaneMask grid, LaneMask racing) const {
  if (pair.fetch_first && pair.store_first) return true;
  if (const Passage* mine = rival.own_passage; mine && !grid && mine->epoch == now.home.epoch && !(racing & ~mine->in_epoch)) {  // each of them as it went itself
    const LaneMask behind = lanes_behind(now.passage.first, mine->first) & racing;
    const bool fetches = now.access.kind == AccessKind::load;
    return (behind == 0 || (fetches ? pair.store_first : pair.fetch_first)) && (behind == racing || (fetches ? pair.fetch_first : pair.store_first));
  }
  for (LaneMask rest = racing; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const bool is_first = is_fetch_first(now, rival, standing.who[lane], lane, grid >> lane & 1 ? Finding::Scope::grid : Finding::Scope::block);
    if (!(is_first ? pair.fetch_first : pair.store_first)) return false;
  }
  return true;
}

// The same where all cells look alike: several blocks have been everywhere, as in a histogram of many blocks, so that everything races with
// what can race at all, and the entries stay as they are. False: they do not, and nothing was done.
bool RaceShadow::all_over_as_before(Current& now) {
  const uint32_t shift = now.shadow.granule_shift, page_shift = shift + static_cast<uint32_t>(std::countr_zero(page_cells));
  const uint32_t* offset = now.access.offset;
  if (follows_warps_ || follows_numbers_ || !are_on_one_page(offset, page_shift)) return false;
  const uint64_t page_index = offset[0] >> page_shift;
  const auto entries_of = [&](const Column& column) {
    const Page* page = column.pages[page_index].get();
    return page ? common_entries(page->epoch, page->who, offset, shift, page_cells - 1, now.home.epoch) : CommonEntries{};
  };
  const bool is_store = now.access.kind == AccessKind::store;
  const CommonEntries own = entries_of(now.own);
  constexpr uint32_t full_of_stores = blocks_bit | mixed_bit | ever_mixed_bit;
  if (is_store ? !now.has_stored() || (own.bits & full_of_stores) != full_of_stores : !own.are_full) return false;
  for (const Rival& rival : now.rivals) {
    if (!rival.column->pages[page_index]) continue;
    if (rival.known_pair == RaceTable::none || !(entries_of(*rival.column).bits & blocks_bit)) return false;
    if (extent_of(offset, ~LaneMask{0}).low >> shift << shift < races_[rival.known_pair].offset) return false;
  }
  for (const Rival& rival : now.rivals)
    if (rival.column->pages[page_index]) races_[rival.known_pair].count += warp_size;
  if (is_store) {
    Page& page = writable(now.own, page_index);
    for (uint32_t lane = 0; lane < warp_size; ++lane) page.value[(offset[lane] >> shift) % page_cells] = now.stored(lane);
  }
  return true;
}

// Lanes `lane`, `lane` + 1, ... at neighbouring places.
void RaceShadow::neighbours(Current& now, uint32_t lane, uint32_t lanes) {
  uint64_t first = now.cell(lane);
  if (first & ((1u << now.shift) - 1)) {  // lanes may straddle pages
    for (uint32_t i = lane; i < lane + lanes; ++i) one_lane(now, now.rivals, i);
    return;
  }
  for (uint32_t done = 0; done < lanes;) {
    uint64_t cell = first + (uint64_t{done} << now.shift);
    uint32_t room = (page_cells - static_cast<uint32_t>(cell % page_cells)) >> now.shift;
    uint32_t part = std::min(lanes - done, room);
    segment(now, cell, part << now.shift, now.thread(lane + done), now.shift);
    done += part;
  }
}

// `count` cells within one page.
void RaceShadow::segment(Current& now, uint64_t cell, uint32_t count, uint32_t thread, uint32_t shift) {
  uint64_t page_index = cell / page_cells;
  uint32_t at = static_cast<uint32_t>(cell % page_cells);
  Segment cells{count, thread, shift, now.home.epoch, now.home.base, now.over};
  bool races_with_itself = false;
  for (const Rival& rival : now.rivals) {
    const Page* page = rival.column->pages[page_index].get();
    if (!page) continue;
    uint32_t found = now.is_shared ? shared_conflict(page->epoch + at, page->who + at, cells)
                                   : global_conflict(page->epoch + at, page->who + at, cells);
    if (!found) continue;
    if (const auto racing = shift ? std::nullopt : count_as_before(now, rival, LaneMask((uint64_t{1} << count) - 1) << thread % warp_size)) {
      races_with_itself |= *racing && rival.column == &now.own;
      continue;
    }
    for (uint32_t i = 0; i < count >> shift; ++i) races_with_itself |= check_lane(now, rival, thread % warp_size + i) && rival.column == &now.own;
  }
  const bool is_store = now.access.kind == AccessKind::store;
  {
    const Page* own = now.own.pages[page_index].get();
    bool is_foreign = own && !is_store && !now.is_shared && has_foreign(own->epoch + at, own->who + at, cells);
    if (races_with_itself || is_foreign || follows_warps_ || follows_numbers_) {
      for (uint32_t i = 0; i < count >> shift; ++i) enter_lane(now, thread % warp_size + i);
      return;
    }
  }
  Page& page = writable(now.own, page_index);
  if (is_store) {
    alignas(64) uint64_t folded[warp_size];
    const uint64_t* stored = now.has_stored() ? now.access.value + thread % warp_size : nullptr;
    if (stored && now.access.bytes == 16) {
      for (uint32_t i = 0; i < count >> shift; ++i) folded[i] = now.stored_bits(thread % warp_size + i);
      stored = folded;
    }
    enter_stores(page.epoch + at, page.who + at, page.value.data() + at, stored, low_bytes(~uint64_t{0}, now.access.bytes), cells);
  } else {
    enter_loads(page.epoch + at, page.who + at, cells);
  }
}

// Several lanes at one place.
void RaceShadow::same_place(Current& now, uint32_t lane, LaneMask lanes) {
  LaneMask others = lanes & (lanes - 1);
  if (!others) return one_lane(now, now.rivals, lane);
  bool quiet = now.access.kind != AccessKind::store && !follows_warps_;
  uint32_t second = static_cast<uint32_t>(std::countr_zero(others));
  uint64_t first_cell = now.cell(lane), end_cell = first_cell + (uint64_t{1} << now.shift);
  for (uint64_t cell = first_cell; quiet && cell < end_cell; ++cell)
    for (const Rival& rival : now.rivals) {
      const Page* page = rival.column->pages[cell / page_cells].get();
      if (!page) continue;
      // Whoever made the entry, it is not both of these two.
      uint32_t at = static_cast<uint32_t>(cell % page_cells);
      quiet = conflict(now, *page, at, now.thread(lane)) == Finding::Scope::none && conflict(now, *page, at, now.thread(second)) == Finding::Scope::none;
      if (!quiet) break;
    }
  if (quiet) {
    for (uint64_t cell = first_cell; cell < end_cell; ++cell) enter(now, cell, now.thread(lane), now.thread(second), true, 0, false);
    return;
  }
  // Only those count that have been there, and the lanes themselves.
  const auto has_been_there = [&](const Rival& rival) {
    if (rival.column == &now.own) return true;
    for (uint64_t cell = first_cell; cell < end_cell; ++cell)
      if (const Page* page = rival.column->pages[cell / page_cells].get())
        if (const uint32_t at = page->epoch[cell % page_cells]; at == now.home.epoch || (at != 0 && !now.is_shared)) return true;
    return false;
  };
  met_.clear();
  std::copy_if(now.rivals.begin(), now.rivals.end(), std::back_inserter(met_), has_been_there);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) one_lane(now, met_, static_cast<uint32_t>(std::countr_zero(rest)));
}

void RaceShadow::one_lane(Current& now, std::span<const Rival> rivals, uint32_t lane) {
  for (const Rival& rival : rivals) check_lane(now, rival, lane);
  enter_lane(now, lane);
}

bool RaceShadow::check_lane(Current& now, const Rival& rival, uint32_t lane) {
  Finding::Scope widest = Finding::Scope::none;
  uint64_t first_cell = now.cell(lane), where = 0;
  for (uint64_t cell = first_cell, end = first_cell + (uint64_t{1} << now.shift); cell < end; ++cell) {
    const Page* page = rival.column->pages[cell / page_cells].get();
    if (!page) continue;
    Finding::Scope scope = conflict(now, *page, static_cast<uint32_t>(cell % page_cells), now.thread(lane));
    if (scope > widest) {
      widest = scope;
      where = cell;
    }
  }
  if (widest == Finding::Scope::none) return false;
  record(now, rival, where, lane, widest);
  return true;
}

void RaceShadow::enter_lane(Current& now, uint32_t lane) {
  uint64_t first_cell = now.cell(lane);
  for (uint64_t cell = first_cell, end = first_cell + (uint64_t{1} << now.shift); cell < end; ++cell)
    enter(now, cell, now.thread(lane), now.thread(lane), false, now.stored(lane), now.has_stored());
}

// With whom the thread races on one cell of a conflicting column: the widest distance.
Finding::Scope RaceShadow::conflict(const Current& now, const Page& page, uint32_t index, uint32_t thread) const {
  uint32_t at = page.epoch[index], by = page.who[index];
  if (!is_of_now(now, at)) {
    if (at == 0 || now.is_shared || at < now.over) return Finding::Scope::none;
    if (by & blocks_bit) return Finding::Scope::grid;
    if (is_before_cluster_barrier(now, at)) return Finding::Scope::none;
    if (at - now.home.base < now.home.epoch - now.home.base) return Finding::Scope::none;
    return block_of(at) == now.access.block ? Finding::Scope::none : Finding::Scope::grid;
  }
  if (by & blocks_bit) return Finding::Scope::grid;
  if (!(by & many_bit) && first_thread(by) == thread) return Finding::Scope::none;
  if (follows_numbers_ && is_behind_barriers(now, page, index)) return Finding::Scope::none;
  if (by & warps_bit) return Finding::Scope::block;
  if (first_thread(by) / warp_size != thread / warp_size) return Finding::Scope::block;
  return is_past(now, page, index, thread) ? Finding::Scope::none : Finding::Scope::warp;
}

// An entry of this epoch, by lanes of the thread's own warp: has a warp function put all of them behind the thread?
bool RaceShadow::is_past(const Current& now, const Page& page, uint32_t index, uint32_t thread) const {
  if (!follows_warps_) return false;
  const uint32_t lane = thread % warp_size, warp = thread / warp_size;
  LaneMask others = page.lanes[index] & ~(1u << lane);
  if (!others) return true;
  if (warp >= now.home.clocks.size() || now.home.clocks[warp].empty()) return false;
  const uint32_t* known = now.home.clocks[warp].data() + lane * warp_size;
  for (; others; others &= others - 1)
    if (known[std::countr_zero(others)] <= page.tick[index]) return false;
  return true;
}

// An entry of this epoch: have barriers with a number put all its warps behind the accessing one? Its own, too, if it has waited since.
bool RaceShadow::is_behind_barriers(const Current& now, const Page& page, uint32_t index) const {
  Current::Asked& asked = now.asked;
  if (asked.warps != page.warps[index] || asked.time != page.time[index])
    asked = {page.warps[index], page.time[index], now.home.order.are_past(now.access.warp, page.warps[index], page.time[index])};
  return asked.are_past;
}

// Enters one thread, or (`many`) several of one warp, two of them named.
void RaceShadow::enter(Current& now, uint64_t cell, uint32_t thread, uint32_t second, bool many, uint32_t value, bool has_value) {
  if (!now.own_page || now.own_page_index != cell / page_cells) {
    now.own_page_index = cell / page_cells;
    now.own_page = &writable(now.own, now.own_page_index);
  }
  Page& page = *now.own_page;
  uint32_t i = static_cast<uint32_t>(cell % page_cells);
  uint32_t &at = page.epoch[i], &by = page.who[i];
  uint32_t fresh = thread | (many ? many_bit | second << thread_bits : 0);
  uint32_t unlike = 0;
  bool is_past_entry = false;
  if (follows_numbers_) {
    const bool is_of_epoch = at == now.home.epoch && !(by & blocks_bit);
    is_past_entry = is_of_epoch && (first_thread(by) != thread || (by & many_bit)) && is_behind_barriers(now, page, i);
    const bool is_added = is_of_epoch && !is_past_entry;
    const uint32_t bit = 1u << thread / warp_size, time = now.home.order.time_of(now.access.warp);
    page.warps[i] = is_added ? page.warps[i] | bit : bit;
    page.time[i] = is_added ? std::max(page.time[i], time) : time;
  }
  if (follows_warps_) {
    const bool is_of_warp = at == now.home.epoch && !(by & (blocks_bit | warps_bit)) && first_thread(by) / warp_size == thread / warp_size;
    is_past_entry |= is_of_warp && first_thread(by) != thread && is_past(now, page, i, thread);
    const uint32_t bit = 1u << thread % warp_size;
    page.lanes[i] = is_of_warp && !is_past_entry ? page.lanes[i] | bit : bit;
    page.tick[i] = static_cast<uint32_t>(now.access.tick);
  }
  if (!page.value.empty()) {
    const bool is_compared = at != 0 && (now.is_shared || at >= now.over);
    unlike = !has_value || (is_compared && page.value[i] != value) ? mixed_bit | ever_mixed_bit : 0;
    page.value[i] = value;
  }
  if (at == 0) {
    at = now.home.epoch;
    by = fresh | unlike;
    return;
  }
  if (by & blocks_bit) {
    by |= unlike;
    if (!are_cluster_barriers_split_) return;
    // The earlier access of this block lies before the next barrier of the cluster, this one may not.
    if (block_of(at) == now.access.block) {
      at = now.home.epoch;
    } else {
      page.second[i] = now.home.epoch;
      by = (by & ~(thread_mask << thread_bits)) | thread << thread_bits;
    }
    return;
  }
  bool is_other = first_thread(by) != thread;
  if (is_of_now(now, at) && !is_past_entry) {
    if (is_other || many) {
      if (!(by & many_bit)) by |= (is_other ? thread : second) << thread_bits;
      by |= many_bit;
    }
    if (first_thread(by) / warp_size != thread / warp_size) by |= warps_bit;
    by |= unlike;
    at = now.home.epoch;  // where barriers are split it may have been an earlier one, that lies before the next barrier already
    return;
  }
  bool is_same_block = is_past_entry || now.is_shared || at < now.over || is_before_cluster_barrier(now, at) || at - now.home.base < now.home.epoch - now.home.base || block_of(at) == now.access.block;
  if (is_same_block) {
    by = fresh | (by & (several_bit | ever_mixed_bit)) | (is_other || (by & many_bit) || many ? several_bit : 0) | (unlike & ever_mixed_bit) | (has_value ? 0 : unlike);
    at = now.home.epoch;
    return;
  }
  if (page.second.empty()) page.second.assign(page_cells, 0);
  page.second[i] = now.home.epoch;
  by = (by & ~(thread_mask << thread_bits)) | thread << thread_bits | blocks_bit | many_bit | unlike;
}

}  // namespace wb
