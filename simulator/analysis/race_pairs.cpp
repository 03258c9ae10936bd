// What the race shadow has found, put together by pairs of places: how often, how far apart, which of the two comes first, and one example.
//
// Which place stands first in the program's run through an epoch makes a read-write pair a read-after-write or a write-after-read. A thread's
// own way says it (passages), which is the same under every schedule; who happened to run first does not count. The example is the lowest
// element's, of the lowest block, for the same reason; of a race between blocks, that of two blocks.
#include <algorithm>
#include <utility>

#include "simulator/analysis/race_entries.h"

namespace wb {

// Which of the two places comes first on the way through this epoch: as this thread went, else as the other one went, else as the text stands. A thread's
// own way is the same under every schedule. `by`: the entry that it met. What a copy stores when it is waited for stands in the text where it begins: a reader that
// has begun such a copy, and not waited yet, comes first.
bool RaceShadow::is_fetch_first(const Current& now, const Rival& rival, uint32_t by, uint32_t lane, Finding::Scope scope) const {
  const WarpAccess& access = now.access;
  const uint32_t other = rival.column->site;
  bool other_first = orders_[other] < orders_[access.site];
  if (scope != Finding::Scope::grid) {
    const uint32_t epoch = now.home.epoch, them = first_thread(by), their_lane = them % warp_size;
    if (rival.own_passage && rival.own_passage->knows(epoch, lane)) {
      other_first = static_cast<int32_t>(rival.own_passage->first[lane] - now.passage.first[lane]) < 0;
    } else {
      const Passage* their_other = known_passage(now.home, them / warp_size, other);
      const Passage* their_own = known_passage(now.home, them / warp_size, access.site);
      if (their_other && their_own && their_other->knows(epoch, their_lane) && their_own->knows(epoch, their_lane))
        other_first = static_cast<int32_t>(their_other->first[their_lane] - their_own->first[their_lane]) < 0;
      else if (access.kind == AccessKind::load ? has_to_wait(now.home, access.warp, lane, other) : has_to_wait(now.home, them / warp_size, their_lane, access.site))
        return true;
    }
  }
  return (access.kind == AccessKind::load) != other_first;
}

// `site`: where a copy is carried out. Has this lane begun one, and none been carried out yet?
bool RaceShadow::has_to_wait(const ResidentBlock& home, uint32_t warp, uint32_t lane, uint32_t site) const {
  if (!ends_copy_[site]) return false;
  const Passage *begun = known_passage(home, warp, site - 1), *done = known_passage(home, warp, site);
  return begun && (begun->lanes >> lane & 1) && !(done && (done->lanes >> lane & 1));
}

// Of two stores.
RaceShadow::ValuesMet RaceShadow::values_met(const Current& now, const Column& other, uint64_t cell, uint32_t lane, Finding::Scope scope) const {
  const uint32_t mixed = scope == Finding::Scope::grid ? ever_mixed_bit | mixed_bit : mixed_bit;
  const Page& page = *other.pages[cell / page_cells];
  const bool are_merged = page.who[cell % page_cells] & mixed;
  return {!now.has_stored() || other.bytes != now.access.bytes || (!are_merged && page.value[cell % page_cells] != now.stored(lane)), are_merged};
}

void RaceShadow::record(Current& now, const Rival& rival, uint64_t cell, uint32_t lane, Finding::Scope scope) {
  const Column& other = *rival.column;
  const WarpAccess& access = now.access;
  const bool is_of_scope = is_scope_race(access, other.kind, other.bytes, other.is_volatile, other.scope);
  if (scope != Finding::Scope::grid && is_of_scope) return;
  const bool are_stores = access.kind == AccessKind::store && other.kind == AccessKind::store;
  const uint32_t index = races_.add({access.site, access.kind}, {other.site, other.kind}, access.allocation);
  if (index == RaceTable::none) {
    if (races_.passes_over()) return;
    const ValuesMet values = are_stores ? values_met(now, other, cell, lane, scope) : ValuesMet{.differ = true};
    if (values.differ || values.are_merged) races_.note_serious();
    return;
  }
  RacePair& pair = races_[index];
  ++pair.count;
  pair.is_scope_race = is_of_scope;
  pair.is_between_clusters = is_of_scope && std::min(access.scope, other.scope) == MemoryScope::cluster;
  pair.scope = std::max(pair.scope, scope);

  const uint64_t byte = cell << now.shadow.granule_shift;
  if ((access.kind == AccessKind::load) != (other.kind == AccessKind::load)) {
    const bool is_first = is_fetch_first(now, rival, other.pages[cell / page_cells]->who[cell % page_cells], lane, scope);
    (is_first ? pair.fetch_first : pair.store_first) = true;
  } else if (are_stores && !pair.different_values) {
    const ValuesMet values = values_met(now, other, cell, lane, scope);
    pair.different_values = values.differ;
    pair.merged_values |= values.are_merged;
  }

  if (pair.is_better(scope == Finding::Scope::grid, byte, now.copy)) fill_example(pair, now, other, cell, lane, scope);
}

void RaceShadow::fill_example(RacePair& pair, Current& now, const Column& other, uint64_t cell, uint32_t lane, Finding::Scope scope) {
  const WarpAccess& access = now.access;
  const Page& page = *other.pages[cell / page_cells];
  uint32_t i = static_cast<uint32_t>(cell % page_cells), at = page.epoch[i], by = page.who[i], thread = now.thread(lane);
  uint64_t byte = cell << now.shadow.granule_shift;

  RaceParty them;
  them.site = other.site;
  them.bytes = other.bytes;
  them.thread = first_thread(by);
  them.block = now.is_shared ? access.block : block_of(at);
  if (scope == Finding::Scope::grid) {
    if (them.block == access.block) {
      if (!(by & blocks_bit)) return;
      them.block = block_of(page.second[i]);
      them.thread = second_thread(by);
    }
    if (them.block == access.block) return;
  } else if (them.thread == thread) {
    if (!(by & many_bit)) return;
    them.thread = second_thread(by);
    if (them.thread == thread) return;
  }

  RaceParty us;
  us.site = access.site;
  us.bytes = access.bytes;
  us.block = access.block;
  us.thread = thread;
  us.tick = access.tick;
  us.has_tick = true;
  std::optional<uint64_t> standing = now.standing(lane);
  std::optional<uint64_t> ours = access.value ? std::optional(access.value[lane]) : access.kind == AccessKind::load ? standing : std::nullopt;
  us.has_value = ours.has_value();
  us.value = ours.value_or(0);

  uint32_t their_lane = them.thread % warp_size;
  auto slot = slot_of_block_.find(them.block);
  const Passage* passage = slot == slot_of_block_.end() ? nullptr : known_passage(resident_[slot->second], them.thread / warp_size, other.site);
  const bool is_same_memory = !now.copy || !passage || (passage->owner == own_block ? them.block : passage->owner) == now.copy;
  if (passage && is_same_memory && passage->touched_last(access.allocation, their_lane, byte)) {
    them.has_tick = true;
    them.tick = passage->tick;
    bool is_same_instruction = other.site == access.site && passage->tick == access.tick && them.block == access.block;
    bool is_alone = !(by & (many_bit | blocks_bit)) && other.bytes == access.bytes;
    // That store's value still stands there; so does what that load saw, unless somebody stored in between.
    bool still_stands = is_alone || (other.kind == AccessKind::load && other.bytes == access.bytes && !pair.has_example);
    std::optional<uint64_t> theirs;
    if (is_same_instruction && access.value)
      theirs = access.value[their_lane];
    else if (still_stands && other.kind != AccessKind::atomic)
      theirs = standing;
    them.has_value = theirs.has_value();
    them.value = theirs.value_or(0);
  }
  pair.has_example = true;
  pair.offset = byte;
  pair.block = now.copy;
  pair.first = them;
  pair.second = us;
}

void RaceShadow::find_known_pairs(Current& now) {
  for (Rival& rival : now.rivals) find_known_pair(now, rival);
}

// A pair of places about which a further race between blocks, at the example's element or a later one, tells nothing new.
void RaceShadow::find_known_pair(const Current& now, Rival& rival) {
  rival.known_pair = RaceTable::none;
  if (now.is_shared) return;
  const Column& other = *rival.column;
  const uint32_t index = races_.find(now.access.site, other.site, now.access.allocation);
  if (index == RaceTable::none) return;
  const RacePair& pair = races_[index];
  if (!pair.has_example || !pair.is_apart() || pair.scope != Finding::Scope::grid) return;
  if ((now.access.kind == AccessKind::load) != (other.kind == AccessKind::load)) {
    const bool fetch_is_first = (now.access.kind == AccessKind::load) != (orders_[other.site] < orders_[now.access.site]);
    if (!(fetch_is_first ? pair.fetch_first : pair.store_first)) return;
  } else if (now.access.kind == AccessKind::store && other.kind == AccessKind::store && !pair.different_values) {
    return;
  }
  rival.known_pair = index;
}

}  // namespace wb
