// What the race shadow is made of and how long that lasts.
//
//   launch ---- an allocation of global memory ------------------------ a shadow: columns by place in the source, pages of cells
//     block --- an allocation of shared memory ------------------------ the same, as long as the block is resident
//       epoch - the time from one barrier to the next, numbered through: entries of an earlier one are simply of another number
//       warp -- a passage for each place: where its lanes went last, and when first in this epoch
//
// Pages come into being at the first entry and are shared between copies of the shadow until one of them writes. Nothing is ever cleared:
// a block that ends leaves its slot, with its columns and passages, to the next one, whose epochs are later.
//
// Passages answer what cells cannot: in which order one thread came by two places, and whether it stores what it has fetched. A load
// that is put off passes too, when it is its turn. Coverage reads at the end what the stores have left in the cells.
#include "simulator/analysis/race_shadow.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/analysis/race_entries.h"
#include "simulator/analysis/race_findings.h"
#include "simulator/analysis/wide_loops.h"

namespace wb {
namespace {

// All bits that the offsets of `lanes` have.
WB_WIDE uint32_t bits_of_offsets(const uint32_t* offset, LaneMask lanes) {
  uint32_t bits = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) bits |= lanes >> lane & 1 ? offset[lane] : 0;
  return bits;
}

// The lanes of `lanes` whose places overlap: of a_bytes from a[lane] on, and of b_bytes from b[lane] on.
WB_WIDE LaneMask common_places(const uint32_t* a, uint32_t a_bytes, const uint32_t* b, uint32_t b_bytes, LaneMask lanes) {
  uint32_t found = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) found |= static_cast<uint32_t>((b[lane] - a[lane] < a_bytes) | (a[lane] - b[lane] < b_bytes)) << lane;
  return found & lanes;
}

// Each named lane knows now what any of them knew, and what all of them did before `tick`.
WB_WIDE void join_clocks(uint32_t* clock, LaneMask lanes, uint32_t tick) {
  uint32_t joined[warp_size] = {};
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const uint32_t* const known = clock + static_cast<uint32_t>(std::countr_zero(rest)) * warp_size;
    for (uint32_t other = 0; other < warp_size; ++other) joined[other] = joined[other] > known[other] ? joined[other] : known[other];
  }
  for (uint32_t other = 0; other < warp_size; ++other) joined[other] = lanes >> other & 1 ? tick : joined[other];
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    uint32_t* const known = clock + static_cast<uint32_t>(std::countr_zero(rest)) * warp_size;
    for (uint32_t other = 0; other < warp_size; ++other) known[other] = joined[other];
  }
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

}  // namespace

// ---- launch, blocks, epochs

void RaceShadow::begin_launch(const std::vector<AllocationInfo>& allocations, const std::vector<Site>& sites) {
  *this = RaceShadow();
  allocations_ = allocations;
  site_count_ = sites.size();
  orders_.reserve(sites.size());
  for (const Site& site : sites) orders_.push_back(site.order);
  for (const Site& site : sites) reads_.push_back(site.kind == AccessKind::load);
  for (uint32_t i = 0; i < sites.size(); ++i) ends_copy_.push_back(ends_copy(sites, i) && !sites[i].is_bulk);
  global_.resize(allocations.size());
  updates_.resize(allocations.size());
  block_of_range_.push_back(UINT32_MAX);  // epoch 0 means "never": the first range is nobody's
}

void RaceShadow::begin_grid(const std::vector<AllocationInfo>& allocations) {
  for (size_t i = 0; i < allocations_.size(); ++i) allocations_[i].bytes = allocations[i].bytes;
  resident_.clear();
  free_slots_.clear();
  slot_of_block_.clear();
  last_slot_ = 0;
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
  home.waited.clear();
  home.cluster_base = home.next_cluster_base = home.earlier_cluster_base = home.sync_base = static_cast<uint32_t>(block_of_range_.size()) * epoch_range;
  for (std::vector<uint32_t>& clock : home.clocks) clock.clear();
  home.order.clear();
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
  if (home.epoch != 0 && ++home.epoch == home.epoch_end) home.epoch = 0;  // 0: nothing was accessed since the last one
  home.sync_base = home.epoch ? home.epoch : static_cast<uint32_t>(block_of_range_.size()) * epoch_range;
}

void RaceShadow::warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) {
  if (!follows_warps_) return;
  ResidentBlock& home = resident(block);
  if (home.clocks.size() <= warp) home.clocks.resize(warp + 1), home.parted.resize(warp + 1);
  std::vector<uint32_t>& clock = home.clocks[warp];
  if (clock.empty()) clock.assign(warp_size * warp_size, 0);
  home.parted[warp] = lanes != ~LaneMask{0};
  if (lanes == ~LaneMask{0}) return std::fill(clock.begin(), clock.end(), static_cast<uint32_t>(tick));
  join_clocks(clock.data(), lanes, static_cast<uint32_t>(tick));
}

void RaceShadow::barrier_arrival(uint32_t block, uint32_t number, uint32_t warp, bool is_whole) {
  if (follows_numbers_) resident(block).order.arrive(number, warp, is_whole);
}
void RaceShadow::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting) {
  if (follows_numbers_) resident(block).order.complete(number, waiting);
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

void RaceShadow::follow_clusters(bool are_split) {
  follows_clusters_ = true;
  are_cluster_barriers_split_ = are_split;
}

// Entries before `base` forget how many blocks they were of, and of how many values. One that some block has joined since is that block's.
void RaceShadow::forget_blocks(Page& page, uint32_t base) const {
  for (uint32_t i = 0; i < page_cells; ++i) {
    uint32_t& by = page.who[i];
    if (!page.epoch[i] || page.epoch[i] >= base) continue;
    if ((by & blocks_bit) && !page.second.empty() && page.second[i] >= base) {
      page.epoch[i] = page.second[i];
      by = (by & ~thread_mask) | second_thread(by);
      continue;
    }
    by &= ~(mixed_bit | ever_mixed_bit);
    if (by & blocks_bit) by = (by & ~(blocks_bit | many_bit | warps_bit | thread_mask << thread_bits)) | several_bit;
  }
}

// All threads of these blocks have arrived, and nobody has waited yet.
void RaceShadow::cluster_barrier(uint32_t cluster, std::span<const uint32_t> blocks) {
  const uint32_t now = static_cast<uint32_t>(block_of_range_.size()) * epoch_range;
  for (const uint32_t block : blocks) {
    ResidentBlock& home = resident(block);
    cluster_of_[block] = cluster;
    home.earlier_cluster_base = home.cluster_base;
    home.cluster_base = are_cluster_barriers_split_ ? std::exchange(home.next_cluster_base, now) : now;
    home.waited.clear();
    home.epoch = home.epoch_end = 0;
    if (!are_cluster_barriers_split_) home.base = 0;
    for (Shadow& shadow : home.shared)
      for (Column& column : shadow.columns)
        for (size_t index = 0; index < column.pages.size(); ++index)
          if (column.pages[index]) forget_blocks(writable(column, index), are_cluster_barriers_split_ ? home.earlier_cluster_base : home.cluster_base);
  }
}

void RaceShadow::cluster_wait(uint32_t block, uint32_t warp, LaneMask lanes) {
  if (!are_cluster_barriers_split_) return;
  ResidentBlock& home = resident(block);
  if (home.waited.size() <= warp) home.waited.resize(warp + 1);
  home.waited[warp] |= lanes;
}

// Lanes between the two halves know of the barrier before this one alone.
uint32_t RaceShadow::cluster_base_of(const ResidentBlock& home, const WarpAccess& access) const {
  if (!are_cluster_barriers_split_) return home.cluster_base;
  const LaneMask waited = access.warp < home.waited.size() ? home.waited[access.warp] : 0;
  return access.active & ~waited ? home.earlier_cluster_base : home.cluster_base;
}

// Of this epoch: nothing lies between it and the access but, where barriers of the cluster are split, some of these.
bool RaceShadow::is_of_now(const Current& now, uint32_t at) const {
  if (at == now.home.epoch || !are_cluster_barriers_split_) return at == now.home.epoch;
  return at != 0 && at >= now.over && at >= now.home.sync_base && block_of(at) == now.access.block;
}

// An entry of one block of the accessing one's cluster, in global memory.
bool RaceShadow::is_before_cluster_barrier(const Current& now, uint32_t at) const {
  if (!follows_clusters_ || at >= cluster_base_of(now.home, now.access)) return false;
  const auto mine = cluster_of_.find(now.access.block), theirs = cluster_of_.find(block_of(at));
  return mine != cluster_of_.end() && theirs != cluster_of_.end() && mine->second == theirs->second;
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
  column.scope = access.scope;
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
        if (follows_numbers_) {
          to.warps[i] = from->warps[j];
          to.time[i] = from->time[j];
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
    if (follows_numbers_) {
      at->warps.assign(page_cells, 0);
      at->time.assign(page_cells, 0);
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
  if (passage.allocation != access.allocation || passage.owner != access.owner) passage.lanes = 0;
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
  passage.owner = access.owner;
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
    if (!fetch || fetch->allocation != access.allocation || fetch->owner != access.owner || !(fetch->lanes & access.active)) continue;
    const LaneMask common = common_places(fetch->offset, fetch->bytes, access.offset, access.bytes, fetch->lanes & access.active);
    if (common) flag = true;
    updating |= common;
  }
  if (!updating) return;
  const uint64_t block = allocations_[access.allocation].space == Space::shared && !follows_clusters_ ? 0 : access.block;
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
  Shadow& shadow = shadow_of(access.owner == own_block ? home : resident(access.owner), access.allocation);
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

  const bool is_shared = allocations_[access.allocation].space == Space::shared, is_of_cluster = is_shared && follows_clusters_;
  Current now{access, home, shadow, own, passage, is_shared && !follows_clusters_, is_of_cluster ? cluster_base_of(home, access) : is_shared ? 0 : grid_base_, is_shared ? access.memory_block() : 0,
              static_cast<uint32_t>(std::countr_zero(static_cast<uint32_t>(access.bytes) >> shadow.granule_shift)), rivals_};
  own.last_epoch = home.epoch;
  find_rivals(now);
  check_and_enter(now);
}

// A load that others can only race with later on, if at all, waits until one of them stores.
bool RaceShadow::put_off(ResidentBlock& home, Shadow& shadow, const RowLoad& load) {
  if (load.space != Space::shared || shadow.stored_epoch == home.epoch || follows_warps_ || follows_numbers_ || follows_clusters_) return false;
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

// The columns that an access can race with: all of the other kinds, but in shared memory only those that this epoch has touched. Of races that are left
// out nothing more is told. (Its own column decides how it is entered.)
void RaceShadow::find_rivals(Current& now) {
  rivals_.clear();
  const auto is_passed_over = [&](const Column& other) {
    return races_.passes_over() && &other != &now.own && races_.is_left_out(now.own.site, other.site, now.access.allocation);
  };
  for (const Column& other : now.shadow.columns)
    if (!is_passed_over(other) && !(other.only_reads && now.own.only_reads) && can_race(now.access, other.kind, other.bytes, other.is_volatile, other.scope) && (!now.is_shared || other.last_epoch == now.home.epoch))
      rivals_.push_back({&other, known_passage(now.home, now.access.warp, other.site)});
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
        mine.columns.push_back({column.site, column.kind, column.bytes, column.is_volatile, column.scope, false, 0, std::vector<std::shared_ptr<Page>>(column.pages.size())});
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
