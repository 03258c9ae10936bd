#include "simulator/analysis/race_shadow.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "simulator/analysis/extent.h"
#include "simulator/analysis/wide_loops.h"

namespace wb {
namespace {

// A cell's `who`:   25         24     23      22     21    20   19..10  9..0
//                   ever mixed mixed  several blocks warps many second  first
constexpr uint32_t thread_bits = 10, thread_mask = (1u << thread_bits) - 1;
constexpr uint32_t many_bit = 1u << 20;     // more than one thread (of one block, in this epoch)
constexpr uint32_t warps_bit = 1u << 21;    // ... of more than one warp
constexpr uint32_t blocks_bit = 1u << 22;   // more than one block; `epoch` is of the first one, Page::second of another
constexpr uint32_t several_bit = 1u << 23;  // different threads, but in order: for coverage
constexpr uint32_t mixed_bit = 1u << 24;    // stores: of different values, in this epoch (or by several blocks)
constexpr uint32_t ever_mixed_bit = 1u << 25;  // ... in this launch
constexpr uint32_t fold(uint64_t value) { return static_cast<uint32_t>(value) + static_cast<uint32_t>(value >> 32) * 0x9E3779B1u; }  // 32 bits: exact
constexpr uint64_t fold_wide(uint64_t low, uint64_t high) { return low ^ high * 0x9E3779B97F4A7C15u; }
constexpr uint32_t first_thread(uint32_t who) { return who & thread_mask; }
constexpr uint32_t second_thread(uint32_t who) { return who >> thread_bits & thread_mask; }

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
// All bits that the offsets of `lanes` have.
WB_WIDE uint32_t bits_of_offsets(const uint32_t* offset, LaneMask lanes) {
  uint32_t bits = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) bits |= lanes >> lane & 1 ? offset[lane] : 0;
  return bits;
}
WB_WIDE bool are_on_one_page(const uint32_t* offset, uint32_t page_shift) {
  uint32_t apart = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) apart |= (offset[lane] ^ offset[0]) >> page_shift;
  return apart == 0;
}

// The lanes of `lanes` whose places overlap: of a_bytes from a[lane] on, and of b_bytes from b[lane] on.
WB_WIDE LaneMask common_places(const uint32_t* a, uint32_t a_bytes, const uint32_t* b, uint32_t b_bytes, LaneMask lanes) {
  uint32_t found = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) found |= static_cast<uint32_t>((b[lane] - a[lane] < a_bytes) | (a[lane] - b[lane] < b_bytes)) << lane;
  return found & lanes;
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

// A volatile access is no plain one beside an atomic of its size; the two race only where one of them reaches its own block alone and the
// other one is of another block.
bool is_strong(AccessKind kind, bool is_volatile) { return kind == AccessKind::atomic || is_volatile; }
bool has_atomic_beside_strong(const WarpAccess& a, AccessKind kind, uint32_t bytes, bool is_volatile) {
  return a.bytes == bytes && (a.kind == AccessKind::atomic || kind == AccessKind::atomic) && is_strong(a.kind, a.is_volatile) && is_strong(kind, is_volatile);
}
bool is_scope_race(const WarpAccess& a, AccessKind kind, uint32_t bytes, bool is_volatile, bool within_block) {
  return has_atomic_beside_strong(a, kind, bytes, is_volatile) && (a.within_block || within_block);
}
bool can_race(const WarpAccess& a, AccessKind kind, uint32_t bytes, bool is_volatile, bool within_block) {
  return !has_atomic_beside_strong(a, kind, bytes, is_volatile) || a.within_block || within_block;
}

bool is_row_load(const WarpAccess& access) {
  return access.kind == AccessKind::load && access.active == ~LaneMask{0} && access.pattern != AccessPattern::scattered;
}
RowLoad row_load_of(const WarpAccess& access) {
  return {.tick = access.tick, .block = access.block, .warp = access.warp, .site = access.site, .allocation = access.allocation, .low = access.offset[0],
          .high = access.offset[warp_size / 2], .step = static_cast<int32_t>(access.offset[1] - access.offset[0]), .space = access.space, .bytes = access.bytes,
          .is_volatile = access.is_volatile};
}
// `offset`: room for a warp's.
WarpAccess access_of(const RowLoad& load, uint32_t* offset) {
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    offset[lane] = (lane < warp_size / 2 ? load.low : load.high) + lane % (warp_size / 2) * static_cast<uint32_t>(load.step);
  return {.tick = load.tick, .block = load.block, .warp = load.warp, .site = load.site, .active = ~LaneMask{0}, .kind = AccessKind::load, .space = load.space,
          .bytes = load.bytes, .pattern = load.pattern(), .is_volatile = load.is_volatile, .allocation = load.allocation, .offset = offset};
}

uint64_t low_bytes(uint64_t value, uint32_t bytes) { return bytes >= 8 ? value : value & ((uint64_t{1} << 8 * bytes) - 1); }

}  // namespace

// One access on its way through the shadow.
struct RaceShadow::Current {
  const WarpAccess& access;
  ResidentBlock& home;
  Shadow& shadow;
  Column& own;
  const Passage& passage;
  bool is_shared;
  uint32_t shift;  // log2 of the cells of a lane

  uint64_t cell(uint32_t lane) const {
    return byte(lane) >> shadow.granule_shift;
  }
  // What the lane stores, folded; 0 for loads and atomics.
  uint32_t stored(uint32_t lane) const { return has_stored() ? fold(stored_bits(lane)) : 0; }
  uint64_t stored_bits(uint32_t lane) const {
    return access.bytes == 16 ? fold_wide(access.value[lane], access.high_value[lane]) : low_bytes(access.value[lane], access.bytes);
  }
  bool has_stored() const { return access.kind == AccessKind::store && access.value && (access.bytes <= 8 || access.high_value); }
  uint32_t thread(uint32_t lane) const { return access.warp * warp_size + lane; }
  uint64_t byte(uint32_t lane) const {
    return access.pattern == AccessPattern::contiguous ? uint64_t{access.offset[0]} + uint64_t{lane} * access.bytes : access.offset[lane];
  }
  // What stands where this lane goes, before the access; none where the machine does not say.
  std::optional<uint64_t> standing(uint32_t lane) const {
    if (access.bytes > 8) return std::nullopt;
    if (access.old_value) return access.old_value[lane];
    if (!access.memory) return std::nullopt;
    uint64_t value = 0;
    std::memcpy(&value, access.memory + byte(lane), access.bytes);
    return value;
  }
  std::vector<Rival>& rivals;  // the columns that this access can race with
  Page* own_page = nullptr;  // the one entered last
  uint64_t own_page_index = 0;
};

// ---- launch, blocks, epochs

void RaceShadow::begin_launch(const std::vector<AllocationInfo>& allocations, const std::vector<Site>& sites) {
  *this = RaceShadow();
  allocations_ = allocations;
  site_count_ = sites.size();
  orders_.reserve(sites.size());
  for (const Site& site : sites) orders_.push_back(site.order);
  for (const Site& site : sites) reads_.push_back(site.kind == AccessKind::load);
  global_.resize(allocations.size());
  updates_.resize(allocations.size());
  block_of_range_.push_back(UINT32_MAX);  // epoch 0 means "never": the first range is nobody's
}

void RaceShadow::begin_block(uint32_t block) {
  uint32_t slot;
  if (free_slots_.empty()) {
    slot = static_cast<uint32_t>(resident_.size());
    resident_.emplace_back();
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  ResidentBlock& home = resident_[slot];
  home.used = true;
  home.block = block;
  home.epoch = home.epoch_end = home.base = 0;
  for (std::vector<uint32_t>& clock : home.clocks) clock.clear();
  slot_of_block_[block] = slot;
  last_slot_ = slot;
}

void RaceShadow::end_block(uint32_t block) {
  auto found = slot_of_block_.find(block);
  if (found == slot_of_block_.end()) return;
  resident_[found->second].used = false;
  free_slots_.push_back(found->second);
  slot_of_block_.erase(found);
}

RaceShadow::ResidentBlock& RaceShadow::resident(uint32_t block) {
  if (last_slot_ < resident_.size() && resident_[last_slot_].used && resident_[last_slot_].block == block) return resident_[last_slot_];
  auto found = slot_of_block_.find(block);
  if (found == slot_of_block_.end()) {
    begin_block(block);
    return resident_[last_slot_];
  }
  last_slot_ = found->second;
  return resident_[last_slot_];
}

void RaceShadow::barrier(uint32_t block) {
  ResidentBlock& home = resident(block);
  if (home.epoch == 0) return;  // nothing was accessed since the last one
  if (++home.epoch == home.epoch_end) home.epoch = 0;
}

void RaceShadow::warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) {
  if (!follows_warps_) return;
  ResidentBlock& home = resident(block);
  if (home.clocks.size() <= warp) home.clocks.resize(warp + 1);
  std::vector<uint32_t>& clock = home.clocks[warp];
  if (clock.empty()) clock.assign(warp_size * warp_size, 0);
  if (lanes == ~LaneMask{0}) return std::fill(clock.begin(), clock.end(), static_cast<uint32_t>(tick));
  // Each named lane knows now what any of them knew.
  uint32_t joined[warp_size] = {};
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (lanes >> lane & 1)
      for (uint32_t other = 0; other < warp_size; ++other) joined[other] = std::max(joined[other], clock[lane * warp_size + other]);
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (lanes >> lane & 1) joined[lane] = static_cast<uint32_t>(tick);
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (lanes >> lane & 1) std::copy(joined, joined + warp_size, clock.begin() + lane * warp_size);
}

// All blocks have arrived. Each draws a new epoch at its next access; entries forget how many blocks they were of, and of how many values.
void RaceShadow::grid_barrier() {
  for (ResidentBlock& home : resident_) home.epoch = home.epoch_end = home.base = 0;
  grid_base_ = static_cast<uint32_t>(block_of_range_.size()) * epoch_range;
  for (Shadow& shadow : global_)
    for (Column& column : shadow.columns)
      for (size_t index = 0; index < column.pages.size(); ++index) {
        if (!column.pages[index]) continue;
        Page& page = writable(column, index);
        for (uint32_t& by : page.who) {
          by &= ~(mixed_bit | ever_mixed_bit);
          if (by & blocks_bit) by = (by & ~(blocks_bit | many_bit | warps_bit | thread_mask << thread_bits)) | several_bit;
        }
      }
}

void RaceShadow::draw_epoch(ResidentBlock& home) {
  uint32_t begin = static_cast<uint32_t>(block_of_range_.size()) * epoch_range;
  if (block_of_range_.back() != home.block || home.base == 0) home.base = begin;
  block_of_range_.push_back(home.block);
  home.epoch = begin;
  home.epoch_end = begin + epoch_range;
}

// ---- shadows and columns

RaceShadow::Shadow& RaceShadow::shadow_of(ResidentBlock& home, uint32_t allocation) {
  const AllocationInfo& info = allocations_[allocation];
  if (info.space == Space::shared && home.shared.empty()) home.shared.resize(allocations_.size());
  Shadow& shadow = info.space == Space::shared ? home.shared[allocation] : global_[allocation];
  if (shadow.column_of_site.empty()) {
    uint32_t scalar = wb::info(info.scalar).bytes, element = std::max<uint32_t>(info.element_bytes, 1);
    uint32_t granule = scalar && element % scalar == 0 ? scalar : element & -element;
    shadow.granule_shift = static_cast<uint32_t>(std::countr_zero(std::min<uint32_t>(granule, 8)));
    shadow.bytes = info.bytes;
    shadow.allocation = allocation;
    shadow.column_of_site.assign(site_count_, 0);
  }
  return shadow;
}

RaceShadow::Column& RaceShadow::column_of(Shadow& shadow, const WarpAccess& access) {
  uint16_t& index = shadow.column_of_site[access.site];
  if (index == 0) index = new_column(shadow, access);
  if (shadow.columns[index - 1].bytes == access.bytes) return shadow.columns[index - 1];
  for (Column& column : shadow.columns)
    if (column.site == access.site && column.bytes == access.bytes) return column;
  return shadow.columns[new_column(shadow, access) - 1u];
}

uint16_t RaceShadow::new_column(Shadow& shadow, const WarpAccess& access) const {
  Column column;
  column.site = access.site;
  column.kind = access.kind;
  column.bytes = access.bytes;
  column.is_volatile = access.is_volatile;
  column.within_block = access.within_block;
  column.only_reads = access.kind == AccessKind::load || (access.kind == AccessKind::atomic && reads_[access.site]);
  uint64_t cells = (shadow.bytes + (uint64_t{1} << shadow.granule_shift) - 1) >> shadow.granule_shift;
  column.pages.resize((cells + page_cells - 1) / page_cells);
  shadow.columns.push_back(std::move(column));
  return static_cast<uint16_t>(shadow.columns.size());
}

// Smaller or less aligned pieces from now on: each cell becomes several equal ones.
void RaceShadow::refine(Shadow& shadow, uint32_t shift) const {
  uint32_t factor_shift = shadow.granule_shift - shift;
  shadow.granule_shift = shift;
  uint64_t cells = (shadow.bytes + (uint64_t{1} << shift) - 1) >> shift;
  for (Column& column : shadow.columns) {
    std::vector<std::shared_ptr<Page>> coarse = std::move(column.pages);
    column.pages.assign((cells + page_cells - 1) / page_cells, nullptr);
    for (uint64_t page = 0; page < column.pages.size(); ++page) {
      const auto& from = coarse[page >> factor_shift];
      if (!from) continue;
      Page& to = writable(column, page);
      uint32_t first = static_cast<uint32_t>(page * page_cells >> factor_shift) % page_cells;
      if (!from->second.empty()) to.second.assign(page_cells, 0);
      for (uint32_t i = 0; i < page_cells; ++i) {
        uint32_t j = first + (i >> factor_shift);
        to.epoch[i] = from->epoch[j];
        to.who[i] = from->who[j];
        if (!from->value.empty()) to.value[i] = from->value[j];
        if (!from->second.empty()) to.second[i] = from->second[j];
        if (follows_warps_) {
          to.lanes[i] = from->lanes[j];
          to.tick[i] = from->tick[j];
        }
      }
    }
  }
}

RaceShadow::Page& RaceShadow::writable(Column& column, uint64_t page) const {
  std::shared_ptr<Page>& at = column.pages[page];
  if (!at) {
    at = std::make_shared<Page>();
    if (column.kind == AccessKind::store) at->value.assign(page_cells, 0);
    if (follows_warps_) {
      at->lanes.assign(page_cells, 0);
      at->tick.assign(page_cells, 0);
    }
  } else if (at.use_count() != 1) {
    at = std::make_shared<Page>(*at);
  }
  return *at;
}

// ---- passages

void RaceShadow::note_passage(Passage& passage, uint32_t block, uint32_t epoch, const WarpAccess& access) const {
  if (passage.epoch != epoch) {
    passage.in_epoch = 0;
    if (passage.epoch == 0 || block_of(passage.epoch) != block) passage.lanes = 0;
  }
  if (passage.allocation != access.allocation) passage.lanes = 0;
  const LaneMask fresh = access.active & ~passage.in_epoch;
  if (fresh == ~LaneMask{0}) std::fill(passage.first, passage.first + warp_size, static_cast<uint32_t>(access.tick));
  else for (LaneMask rest = fresh; rest; rest &= rest - 1) passage.first[std::countr_zero(rest)] = static_cast<uint32_t>(access.tick);
  passage.in_epoch |= access.active;
  passage.epoch = epoch;
  passage.tick = access.tick;
  passage.last = access.active;
  passage.lanes |= access.active;
  passage.bytes = access.bytes;
  passage.allocation = access.allocation;
  if (access.active == ~LaneMask{0})
    std::copy(access.offset, access.offset + warp_size, passage.offset);
  else
    for (uint32_t lane = 0; lane < warp_size; ++lane) passage.offset[lane] = access.active >> lane & 1 ? access.offset[lane] : passage.offset[lane];
}

// A store or an atomic: does some lane store where it has fetched before, the last time at some place?
void RaceShadow::note_updates(const ResidentBlock& home, const Shadow& shadow, const WarpAccess& access) {
  Updates& updates = updates_[access.allocation];
  LaneMask updating = 0;
  for (const Column& column : shadow.columns) {
    if (column.kind != AccessKind::load) continue;
    if (updates.pairs.empty()) {
      updates.pairs.resize(site_count_ * site_count_);
      updates.updaters.resize(site_count_);
    }
    auto flag = updates.pairs[size_t{column.site} * site_count_ + access.site];
    if (flag && updates.updaters[access.site].are_several) continue;
    const Passage* fetch = known_passage(home, access.warp, column.site);
    if (!fetch || fetch->allocation != access.allocation || !(fetch->lanes & access.active)) continue;
    const LaneMask common = common_places(fetch->offset, fetch->bytes, access.offset, access.bytes, fetch->lanes & access.active);
    if (common) flag = true;
    updating |= common;
  }
  if (!updating) return;
  const uint64_t block = allocations_[access.allocation].space == Space::shared ? 0 : access.block;
  const uint64_t updater = block << 32 | (access.warp * warp_size + static_cast<uint32_t>(std::countr_zero(updating)));
  Updaters& of_site = updates.updaters[access.site];
  of_site.are_several |= (updating & (updating - 1)) != 0 || (of_site.are_some && of_site.one != updater);
  of_site.are_some = true;
  of_site.one = updater;
}

bool RaceShadow::have_updaters(uint32_t allocation, uint32_t site_a, uint32_t site_b) const {
  if (updates_[allocation].updaters.empty()) return false;
  const Updaters &a = updates_[allocation].updaters[site_a], &b = updates_[allocation].updaters[site_b];
  return a.are_some && b.are_some && (a.are_several || b.are_several || a.one != b.one);
}

bool RaceShadow::fetches_and_stores(uint32_t allocation, uint32_t fetching_site, uint32_t storing_site) const {
  const std::vector<bool>& updates = updates_[allocation].pairs;
  return !updates.empty() && updates[size_t{fetching_site} * site_count_ + storing_site];
}

RaceShadow::Passage& RaceShadow::passage_of(ResidentBlock& home, uint32_t warp, uint32_t site) {
  if (home.passage_of.size() <= warp) home.passage_of.resize(warp + 1);
  auto& of_warp = home.passage_of[warp];
  if (of_warp.empty()) of_warp.resize(site_count_);
  if (of_warp[site] == 0) {
    home.passages.emplace_back();
    of_warp[site] = static_cast<uint32_t>(home.passages.size());
  }
  return home.passages[of_warp[site] - 1];
}

const RaceShadow::Passage* RaceShadow::known_passage(const ResidentBlock& home, uint32_t warp, uint32_t site) const {
  if (warp >= home.passage_of.size() || home.passage_of[warp].empty() || home.passage_of[warp][site] == 0) return nullptr;
  const Passage& passage = home.passages[home.passage_of[warp][site] - 1];
  return passage.epoch && block_of(passage.epoch) == home.block ? &passage : nullptr;
}

// ---- an access

void RaceShadow::access(const WarpAccess& access) {
  ResidentBlock& home = resident(access.block);
  if (home.epoch == 0) draw_epoch(home);
  Shadow& shadow = shadow_of(home, access.allocation);
  if (is_row_load(access) && put_off(home, shadow, row_load_of(access))) return;
  enter_put_off(home, shadow);
  go_through(home, shadow, access);
}

bool RaceShadow::put_off(const RowLoad& load) {
  ResidentBlock& home = resident(load.block);
  if (home.epoch == 0) draw_epoch(home);
  return put_off(home, shadow_of(home, load.allocation), load);
}

void RaceShadow::go_through(ResidentBlock& home, Shadow& shadow, const WarpAccess& access) {
  uint32_t granule = 1u << shadow.granule_shift, misfit = access.bytes;
  const uint32_t step = access.offset[1] - access.offset[0];  // of rows
  if (access.pattern == AccessPattern::rows)
    misfit |= access.offset[0] | access.offset[16] | step;
  else if (access.pattern == AccessPattern::scattered)
    misfit |= bits_of_offsets(access.offset, access.active);
  else
    misfit |= access.offset[0];
  if (misfit & (granule - 1)) refine(shadow, static_cast<uint32_t>(std::countr_zero(misfit)));
  Column& own = column_of(shadow, access);

  Passage& passage = passage_of(home, access.warp, access.site);
  note_passage(passage, home.block, home.epoch, access);
  if (access.kind != AccessKind::load) {
    shadow.stored_epoch = home.epoch;
    if (site_count_ <= most_update_sites) note_updates(home, shadow, access);
  }

  Current now{access, home, shadow, own, passage, allocations_[access.allocation].space == Space::shared,
              static_cast<uint32_t>(std::countr_zero(static_cast<uint32_t>(access.bytes) >> shadow.granule_shift)), rivals_};
  own.last_epoch = home.epoch;
  find_rivals(now);
  check_and_enter(now);
}

// A load that others can only race with later on, if at all, waits until one of them stores.
bool RaceShadow::put_off(ResidentBlock& home, Shadow& shadow, const RowLoad& load) {
  if (load.space != Space::shared || shadow.stored_epoch == home.epoch || follows_warps_) return false;
  if (shadow.put_off_epoch != home.epoch) enter_put_off(home, shadow);
  if (shadow.put_off.size() == most_put_off) return false;
  shadow.put_off_epoch = home.epoch;
  shadow.put_off.push_back(load);
  return true;
}

// Somebody stores, or something else comes: what waits is entered if it is of this epoch. Of an earlier one it is only remembered who was
// where last.
void RaceShadow::enter_put_off(ResidentBlock& home, Shadow& shadow) {
  if (shadow.put_off.empty()) return;
  std::vector<RowLoad> loads = std::exchange(shadow.put_off, {});
  const bool is_of_now = shadow.put_off_epoch == home.epoch, is_of_this_block = block_of(shadow.put_off_epoch) == home.block;
  uint32_t offset[warp_size];
  if (is_of_now)
    for (const RowLoad& load : loads) go_through(home, shadow, access_of(load, offset));
  else if (is_of_this_block)
    for (size_t i = loads.size(); i-- > 0;) {
      Passage& passage = passage_of(home, loads[i].warp, loads[i].site);
      if (passage.epoch && passage.tick >= loads[i].tick) continue;  // it has been there again since
      const WarpAccess access = access_of(loads[i], offset);
      column_of(shadow, access);
      note_passage(passage, home.block, shadow.put_off_epoch, access);
    }
  loads.clear();
  shadow.put_off = std::move(loads);  // keeps its memory
}

void RaceShadow::check_and_enter(Current& now) {
  const WarpAccess& access = now.access;
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
        for (uint32_t i = lane; i < next; ++i) one_lane(now, i);
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
  for (Rival& rival : now.rivals) find_known_pair(now, rival);
  if (all_over_as_before(now)) return;
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const uint64_t cell = now.cell(lane);
    const uint32_t thread = now.thread(lane), at = static_cast<uint32_t>(cell % page_cells);
    for (Rival& rival : now.rivals) {
      const Page* page = rival.column->pages[cell / page_cells].get();
      if (!page) continue;
      const Finding::Scope scope = conflict(now, *page, at, thread);
      if (scope == Finding::Scope::none) continue;
      if (scope == Finding::Scope::grid && rival.known_pair != no_pair && cell << now.shadow.granule_shift >= pairs_[rival.known_pair].offset) {
        ++pairs_[rival.known_pair].count;
        continue;
      }
      record(now, rival, cell, lane, scope);
      find_known_pair(now, rival);
    }
    enter(now, cell, thread, thread, false, has_stored ? now.stored(lane) : 0, has_stored);
  }
}

// The same where all cells look alike: several blocks have been everywhere, as in a histogram of many blocks, so that everything races with
// what can race at all, and the entries stay as they are. False: they do not, and nothing was done.
bool RaceShadow::all_over_as_before(Current& now) {
  const uint32_t shift = now.shadow.granule_shift, page_shift = shift + static_cast<uint32_t>(std::countr_zero(page_cells));
  const uint32_t* offset = now.access.offset;
  if (follows_warps_ || !are_on_one_page(offset, page_shift)) return false;
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
    if (rival.known_pair == no_pair || !(entries_of(*rival.column).bits & blocks_bit)) return false;
    if (extent_of(offset, ~LaneMask{0}).low >> shift << shift < pairs_[rival.known_pair].offset) return false;
  }
  for (const Rival& rival : now.rivals)
    if (rival.column->pages[page_index]) pairs_[rival.known_pair].count += warp_size;
  if (is_store) {
    Page& page = writable(now.own, page_index);
    for (uint32_t lane = 0; lane < warp_size; ++lane) page.value[(offset[lane] >> shift) % page_cells] = now.stored(lane);
  }
  return true;
}

// A pair of places about which a further race between blocks, at the example's element or a later one, tells nothing new.
void RaceShadow::find_known_pair(const Current& now, Rival& rival) {
  rival.known_pair = no_pair;
  if (now.is_shared) return;
  const Column& other = *rival.column;
  const uint32_t index = index_of_pair(now.access.site, other.site, now.access.allocation);
  if (index == no_pair) return;
  const RacePair& pair = pairs_[index];
  if (!pair.has_example || pair.scope != Finding::Scope::grid) return;
  if ((now.access.kind == AccessKind::load) != (other.kind == AccessKind::load)) {
    const bool fetch_is_first = (now.access.kind == AccessKind::load) != (orders_[other.site] < orders_[now.access.site]);
    if (!(fetch_is_first ? pair.fetch_first : pair.store_first)) return;
  } else if (now.access.kind == AccessKind::store && other.kind == AccessKind::store && !pair.different_values) {
    return;
  }
  rival.known_pair = index;
}

// Lanes `lane`, `lane` + 1, ... at neighbouring places.
void RaceShadow::neighbours(Current& now, uint32_t lane, uint32_t lanes) {
  uint64_t first = now.cell(lane);
  if (first & ((1u << now.shift) - 1)) {  // lanes may straddle pages
    for (uint32_t i = lane; i < lane + lanes; ++i) one_lane(now, i);
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
  Segment cells{count, thread, shift, now.home.epoch, now.home.base, now.is_shared ? 0 : grid_base_};
  bool races_with_itself = false;
  for (const Rival& rival : now.rivals) {
    const Page* page = rival.column->pages[page_index].get();
    if (!page) continue;
    uint32_t found = now.is_shared ? shared_conflict(page->epoch + at, page->who + at, cells)
                                   : global_conflict(page->epoch + at, page->who + at, cells);
    if (!found) continue;
    for (uint32_t i = 0; i < count >> shift; ++i) races_with_itself |= check_lane(now, rival, thread % warp_size + i) && rival.column == &now.own;
  }
  const bool is_store = now.access.kind == AccessKind::store;
  {
    const Page* own = now.own.pages[page_index].get();
    bool is_foreign = own && !is_store && !now.is_shared && has_foreign(own->epoch + at, own->who + at, cells);
    if (races_with_itself || is_foreign || follows_warps_) {
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
  if (!others) return one_lane(now, lane);
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
  for (LaneMask rest = lanes; rest; rest &= rest - 1) one_lane(now, static_cast<uint32_t>(std::countr_zero(rest)));
}

void RaceShadow::one_lane(Current& now, uint32_t lane) {
  for (const Rival& rival : now.rivals) check_lane(now, rival, lane);
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
  if (at != now.home.epoch) {
    if (at == 0 || now.is_shared || at < grid_base_) return Finding::Scope::none;
    if (by & blocks_bit) return Finding::Scope::grid;
    if (at - now.home.base < now.home.epoch - now.home.base) return Finding::Scope::none;
    return block_of(at) == now.access.block ? Finding::Scope::none : Finding::Scope::grid;
  }
  if (by & blocks_bit) return Finding::Scope::grid;
  if (!(by & many_bit) && first_thread(by) == thread) return Finding::Scope::none;
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
  if (follows_warps_) {
    const bool is_of_warp = at == now.home.epoch && !(by & (blocks_bit | warps_bit)) && first_thread(by) / warp_size == thread / warp_size;
    is_past_entry = is_of_warp && first_thread(by) != thread && is_past(now, page, i, thread);
    const uint32_t bit = 1u << thread % warp_size;
    page.lanes[i] = is_of_warp && !is_past_entry ? page.lanes[i] | bit : bit;
    page.tick[i] = static_cast<uint32_t>(now.access.tick);
  }
  if (!page.value.empty()) {
    const bool is_compared = at != 0 && (now.is_shared || at >= grid_base_);
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
    return;
  }
  bool is_other = first_thread(by) != thread;
  if (at == now.home.epoch && !is_past_entry) {
    if (is_other || many) {
      if (!(by & many_bit)) by |= (is_other ? thread : second) << thread_bits;
      by |= many_bit;
    }
    if (first_thread(by) / warp_size != thread / warp_size) by |= warps_bit;
    by |= unlike;
    return;
  }
  bool is_same_block = is_past_entry || now.is_shared || at < grid_base_ || at - now.home.base < now.home.epoch - now.home.base || block_of(at) == now.access.block;
  if (is_same_block) {
    by = fresh | (by & (several_bit | ever_mixed_bit)) | (is_other || (by & many_bit) || many ? several_bit : 0) | (unlike & ever_mixed_bit) | (has_value ? 0 : unlike);
    at = now.home.epoch;
    return;
  }
  if (page.second.empty()) page.second.assign(page_cells, 0);
  page.second[i] = now.home.epoch;
  by = (by & ~(thread_mask << thread_bits)) | thread << thread_bits | blocks_bit | many_bit | unlike;
}

// The columns that an access can race with: all of the other kinds, but in shared memory only those that this epoch has touched.
void RaceShadow::find_rivals(Current& now) {
  rivals_.clear();
  for (const Column& other : now.shadow.columns)
    if (!(other.only_reads && now.own.only_reads) && can_race(now.access, other.kind, other.bytes, other.is_volatile, other.within_block) && (!now.is_shared || other.last_epoch == now.home.epoch))
      rivals_.push_back({&other, known_passage(now.home, now.access.warp, other.site)});
}

// ---- what was found

RacePair& RaceShadow::pair_of(uint32_t site_a, AccessKind kind_a, uint32_t site_b, AccessKind kind_b, uint32_t allocation) {
  if (site_a > site_b) {
    std::swap(site_a, site_b);
    std::swap(kind_a, kind_b);
  }
  const uint32_t known = index_of_pair(site_a, site_b, allocation);
  if (known != no_pair) return pairs_[known];
  const uint64_t key = uint64_t{site_a} << 32 | site_b;
  const uint32_t index = static_cast<uint32_t>(pairs_.size());
  {
    RacePair pair;
    pair.site[0] = site_a;
    pair.site[1] = site_b;
    pair.access[0] = kind_a;
    pair.access[1] = kind_b;
    pair.allocation = allocation;
    pairs_.push_back(pair);
  }
  pairs_of_sites_[key].push_back(index);
  return pairs_[index];
}

uint32_t RaceShadow::index_of_pair(uint32_t site_a, uint32_t site_b, uint32_t allocation) {
  if (site_a > site_b) std::swap(site_a, site_b);
  const uint64_t key = uint64_t{site_a} << 32 | site_b;
  CachedPair& cached = recent_pairs_[(site_a * 7 + site_b * 3 + allocation) % 16];
  if (cached.key == key && cached.allocation == allocation) return cached.index;
  const auto candidates = pairs_of_sites_.find(key);
  if (candidates == pairs_of_sites_.end()) return no_pair;
  for (uint32_t index : candidates->second)
    if (pairs_[index].allocation == allocation) {
      cached = {key, allocation, index};
      return index;
    }
  return no_pair;
}

void RaceShadow::record(Current& now, const Rival& rival, uint64_t cell, uint32_t lane, Finding::Scope scope) {
  const Column& other = *rival.column;
  const WarpAccess& access = now.access;
  const bool is_of_scope = is_scope_race(access, other.kind, other.bytes, other.is_volatile, other.within_block);
  if (scope != Finding::Scope::grid && is_of_scope) return;
  RacePair& pair = pair_of(access.site, access.kind, other.site, other.kind, access.allocation);
  ++pair.count;
  pair.is_scope_race = is_of_scope;
  pair.scope = std::max(pair.scope, scope);

  uint64_t byte = cell << now.shadow.granule_shift;
  uint32_t by = other.pages[cell / page_cells]->who[cell % page_cells];
  bool fetch_and_store = (access.kind == AccessKind::load) != (other.kind == AccessKind::load);
  if (fetch_and_store) {
    // Which of the two places comes first on the way through this epoch: as this thread went, else as the other one went, else as the
    // text stands. A thread's own way is the same under every schedule.
    bool other_first = orders_[other.site] < orders_[access.site];
    if (scope != Finding::Scope::grid) {
      uint32_t epoch = now.home.epoch, them = first_thread(by), their_lane = them % warp_size;
      if (rival.own_passage && rival.own_passage->knows(epoch, lane)) {
        other_first = static_cast<int32_t>(rival.own_passage->first[lane] - now.passage.first[lane]) < 0;
      } else {
        const Passage* their_other = known_passage(now.home, them / warp_size, other.site);
        const Passage* their_own = known_passage(now.home, them / warp_size, access.site);
        if (their_other && their_own && their_other->knows(epoch, their_lane) && their_own->knows(epoch, their_lane))
          other_first = static_cast<int32_t>(their_other->first[their_lane] - their_own->first[their_lane]) < 0;
      }
    }
    bool fetch_is_first = (access.kind == AccessKind::load) != other_first;
    (fetch_is_first ? pair.fetch_first : pair.store_first) = true;
  } else if (access.kind == AccessKind::store && other.kind == AccessKind::store && !pair.different_values) {
    uint32_t mixed = scope == Finding::Scope::grid ? ever_mixed_bit | mixed_bit : mixed_bit;
    const Page& page = *other.pages[cell / page_cells];
    pair.different_values = !now.has_stored() || other.bytes != access.bytes || (by & mixed) || page.value[cell % page_cells] != now.stored(lane);
  }

  uint32_t copy = now.is_shared ? access.block : 0;
  if (!pair.has_example || byte < pair.offset || (byte == pair.offset && copy < pair.block)) fill_example(pair, now, other, cell, lane, scope);
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
  if (passage && passage->touched_last(access.allocation, their_lane, byte)) {
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
  pair.block = now.is_shared ? access.block : 0;
  pair.first = them;
  pair.second = us;
}

// ---- parts of a launch

void RaceShadow::absorb(const RaceShadow& later) {
  // Their epochs are numbered on from ours: the ranges are drawn behind one another.
  const uint32_t later_epochs = (static_cast<uint32_t>(block_of_range_.size()) - 1) * epoch_range;
  block_of_range_.insert(block_of_range_.end(), later.block_of_range_.begin() + 1, later.block_of_range_.end());
  for (size_t allocation = 0; allocation < global_.size(); ++allocation) {
    Shadow theirs = later.global_[allocation];
    Shadow& mine = global_[allocation];
    if (theirs.column_of_site.empty()) continue;
    if (mine.column_of_site.empty()) {
      mine.granule_shift = theirs.granule_shift;
      mine.bytes = theirs.bytes;
      mine.column_of_site.assign(site_count_, 0);
    }
    if (theirs.granule_shift < mine.granule_shift) refine(mine, theirs.granule_shift);
    if (mine.granule_shift < theirs.granule_shift) refine(theirs, mine.granule_shift);
    for (const Column& column : theirs.columns) {
      if (column.only_reads) continue;
      uint16_t& index = mine.column_of_site[column.site];
      if (index == 0) {
        mine.columns.push_back({column.site, column.kind, column.bytes, column.is_volatile, column.within_block, false, 0, std::vector<std::shared_ptr<Page>>(column.pages.size())});
        index = static_cast<uint16_t>(mine.columns.size());
      }
      Column& into = mine.columns[index - 1];
      for (uint64_t page = 0; page < column.pages.size(); ++page) {
        if (!column.pages[page]) continue;
        const Page& from = *column.pages[page];
        Page& to = writable(into, page);
        for (uint32_t i = 0; i < page_cells; ++i) {
          if (!from.epoch[i] || to.epoch[i]) continue;  // both: atomics, of which only that they were there counts
          to.epoch[i] = from.epoch[i] + later_epochs;
          to.who[i] = from.who[i];
          if (!to.value.empty() && !from.value.empty()) to.value[i] = from.value[i];
        }
      }
    }
  }
}

// ---- coverage

namespace {

struct CellCount {
  uint32_t empty = 0, several = 0;
};
WB_WIDE CellCount count_cells(const uint32_t* epoch, const uint32_t* who, uint32_t count) {
  CellCount cells;
  for (uint32_t i = 0; i < count; ++i) {
    cells.empty += epoch[i] == 0;
    cells.several += (who[i] & (several_bit | many_bit | blocks_bit)) != 0;
  }
  return cells;
}

}  // namespace

bool RaceShadow::is_covered_once(uint32_t allocation) const {
  const AllocationInfo& info = allocations_[allocation];
  const Shadow& shadow = global_[allocation];
  const Column* only = nullptr;
  for (const Column& column : shadow.columns) {
    if (column.only_reads) continue;
    if (only) return false;
    only = &column;
  }
  if (!only || info.element_bytes != 1u << shadow.granule_shift) return false;
  uint64_t cells = info.bytes >> shadow.granule_shift;
  for (uint64_t page = 0; page < only->pages.size(); ++page) {
    if (!only->pages[page]) return false;
    CellCount count = count_cells(only->pages[page]->epoch, only->pages[page]->who, static_cast<uint32_t>(std::min<uint64_t>(page_cells, cells - page * page_cells)));
    if (count.empty || (count.several && only->kind == AccessKind::store)) return false;
  }
  return true;
}

std::vector<RaceShadow::ElementUse> RaceShadow::element_use(uint32_t allocation) const {
  const AllocationInfo& info = allocations_[allocation];
  uint32_t element_bytes = std::max<uint32_t>(info.element_bytes, 1);
  std::vector<ElementUse> use(info.bytes / element_bytes);
  const Shadow& shadow = global_[allocation];
  for (const Column& column : shadow.columns) {
    if (column.only_reads) continue;
    for (uint64_t page = 0; page < column.pages.size(); ++page) {
      if (!column.pages[page]) continue;
      for (uint32_t i = 0; i < page_cells; ++i) {
        if (!column.pages[page]->epoch[i]) continue;
        uint64_t element = ((page * page_cells + i) << shadow.granule_shift) / element_bytes;
        if (element >= use.size()) break;
        ElementUse& of = use[element];
        of.stored = true;
        if (column.kind == AccessKind::atomic) continue;
        uint32_t by = column.pages[page]->who[i];
        // Stored at two places in the source: several threads only if the last ones differ.
        bool differs = of.site != no_site && of.site != column.site && of.thread != (uint64_t{block_of(column.pages[page]->epoch[i])} << 32 | first_thread(by));
        if ((by & (several_bit | many_bit | blocks_bit)) || differs) of.several = true;
        of.site = column.site;
        of.thread = uint64_t{block_of(column.pages[page]->epoch[i])} << 32 | first_thread(by);
      }
    }
  }
  return use;
}

}  // namespace wb
