#include "simulator/analysis/happens_before.h"

#include <algorithm>
#include <bit>

namespace wb {

// ---- blocks and threads

HappensBefore::BlockState& HappensBefore::home_of(uint32_t block) {
  if (BlockState* home = find_home(block)) return *home;
  if (spare_.empty()) return blocks_[block];
  auto node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = block;
  return blocks_.insert(std::move(node)).position->second;
}

HappensBefore::BlockState* HappensBefore::find_home(uint32_t block) const {
  if (!recent_ || recent_->first != block) {
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return nullptr;
    recent_ = &*found;
  }
  return const_cast<BlockState*>(&recent_->second);
}

// ---- grids that device code launches

const HappensBefore::Grid& HappensBefore::grid_of(uint32_t block) const {
  const auto behind = std::upper_bound(grids_.begin(), grids_.end(), block, [](uint32_t b, const Grid& grid) { return b < grid.first_block; });
  return *std::prev(behind);
}

void HappensBefore::launch_grid(uint32_t grid, LinearThread by, uint64_t tick) {
  BlockState& home = home_of(by.block);
  const uint32_t warp = by.thread / warp_size;
  settle(home, by.block, warp);
  const ThreadState nobody;
  const ThreadState* me = find(home, by.thread);
  FenceBase base;
  find_base(base, home, by.block, warp, by.thread % warp_size, me ? *me : nobody);
  Known& known = launched_[grid] = base.all;
  known.join(home.seen);
  if (me) known.join(me->seen);
  known.join(Known::one_thread(by.block, by.thread), tick + 1);
  if (grid_tick_) known.join(Known::whole_grid(grids_.back().number), grid_tick_);
}

void HappensBefore::begin_grid(const GridBegin& begin) {
  constexpr uint64_t all_of_it = uint64_t{1} << 62;
  Grid grid{.number = begin.grid, .first_block = begin.first_block};
  if (auto node = launched_.extract(begin.grid)) grid.start = std::move(node.mapped());
  if (begin.after) grid.start.join(grid_by_number(begin.after).done);
  if (begin.is_tail) {
    grid.start.join(grid_by_number(begin.parent).done);
    grid.start.join(Known::whole_grid(begin.parent), all_of_it);
  }
  grid.done = grid.start;
  grid.done.join(Known::whole_grid(begin.grid), all_of_it);
  if (grid_places_.size() <= begin.grid) grid_places_.resize(begin.grid + 1);
  grid_places_[begin.grid] = grids_.size();
  grids_.push_back(std::move(grid));
  grid_begin_ = begin.tick;
  grid_tick_ = 0;
  recent_ = nullptr;
  blocks_.clear();
  spare_.clear();  // their threads may be fewer
  threads_per_block_ = begin.block.x * begin.block.y * begin.block.z;
  parents_.resize(grid_places_.size());
  parents_[begin.grid] = begin.parent;
}

void HappensBefore::end_grid(uint32_t grid) { grid_by_number(parents_[grid]).done.join(Known(grid_by_number(grid).done)); }

void HappensBefore::end_block(uint32_t block) {
  auto node = blocks_.extract(block);
  if (!node) return;
  if (grids_.size() > 1) {  // what it has learnt belongs to its grid
    const BlockState& home = node.mapped();
    for (const Known* known : {&home.known, &home.seen}) grids_.back().done.join(*known);
    for (const uint32_t thread : home.touched)
      for (const Known* known : {&home.threads[thread].known, &home.threads[thread].seen}) grids_.back().done.join(*known);
  }
  recent_ = nullptr;
  node.mapped().clear();
  spare_.push_back(std::move(node));
}

void HappensBefore::BlockState::clear() {
  arrivals.clear();
  barrier_tick = 0;
  known = seen = {};
  may_tell = {};
  for (uint32_t thread : touched) threads[thread] = {};
  touched.clear();
  std::fill(touched_lanes.begin(), touched_lanes.end(), 0);
  std::fill(pending.begin(), pending.end(), PendingFence{});
  has_pending = false;
  for (std::vector<uint64_t>& clock : warps) clock.clear();
  std::fill(whole_warps.begin(), whole_warps.end(), 0);
}

HappensBefore::ThreadState& HappensBefore::own(BlockState& home, LinearThread who) {
  const uint32_t warp = who.thread / warp_size;
  const LaneMask lane = LaneMask{1} << who.thread % warp_size;
  if (home.has_pending && warp < home.pending.size() && (home.pending[warp].lanes & lane)) settle(home, who.block, warp);
  if (home.threads.empty()) {
    home.threads.resize(threads_per_block_);
    home.touched_lanes.resize((threads_per_block_ + warp_size - 1) / warp_size);
  }
  if (!(home.touched_lanes[warp] & lane)) {
    home.touched_lanes[warp] |= lane;
    home.touched.push_back(who.thread);
  }
  return home.threads[who.thread];
}

const HappensBefore::ThreadState* HappensBefore::find(const BlockState& home, uint32_t thread) const {
  return touched_of(home, thread / warp_size) >> thread % warp_size & 1 ? &home.threads[thread] : nullptr;
}

LaneMask HappensBefore::lanes_of_warp(uint32_t warp) const {
  const uint32_t threads = threads_per_block_ - std::min(threads_per_block_, warp * warp_size);
  return threads >= warp_size ? ~LaneMask{0} : (LaneMask{1} << threads) - 1;
}

// ---- barriers and warp functions

void HappensBefore::barrier(uint32_t block, uint64_t tick) {
  BlockState& home = home_of(block);
  settle_for_block(home, block);
  home.barrier_tick = tick;
  for (uint32_t thread : home.touched) {
    ThreadState& from = home.threads[thread];
    home.known.join(from.known);
    home.seen.join(from.seen);
    home.may_tell.join(from.may_tell);
    from = {};
    home.touched_lanes[thread / warp_size] = 0;
  }
  home.touched.clear();
}

// At a barrier all threads get what any of them may tell: of a warp that has fenced as a whole it is one entry.
void HappensBefore::settle_for_block(BlockState& home, uint32_t block) {
  if (!home.has_pending) return;
  const ThreadState nobody;
  for (uint32_t warp = 0; warp < home.pending.size(); ++warp) {
    if (!home.pending[warp].lanes) continue;
    if (home.pending[warp].lanes != lanes_of_warp(warp)) {
      settle(home, block, warp);
      continue;
    }
    const PendingFence fence = std::exchange(home.pending[warp], {});
    FenceBase base;
    Known joined;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
      if (!(fence.lanes >> lane & 1)) break;
      find_base(base, home, block, warp, lane, nobody);
      if (lane != 0 && joined.is_same(base.all)) continue;
      joined = base.all;
      for (Known* told : told_by_fence(home.may_tell, fence.scope))
        if (told) told->join(joined);
    }
    for (Known* told : told_by_fence(home.may_tell, fence.scope))
      if (told) told->join(Known::one_warp(block, warp), fence.tick);
  }
  home.has_pending = false;
}

uint64_t HappensBefore::last_barrier(uint32_t block) const {
  const BlockState* home = find_home(block);
  return home ? std::max(grid_tick_, home->barrier_tick) : grid_tick_;
}

void HappensBefore::grid_barrier(uint64_t tick) {
  grid_tick_ = tick;
  recent_ = nullptr;
  blocks_.clear();
  told_.clear();
}

void HappensBefore::warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) {
  BlockState& home = home_of(block);
  settle(home, block, warp);
  if (home.warps.size() <= warp) home.warps.resize(warp + 1), home.whole_warps.resize(warp + 1);
  std::vector<uint64_t>& clock = home.warps[warp];
  if (lanes == ~LaneMask{0}) {
    clock.clear();
    home.whole_warps[warp] = tick;
  } else {
    if (clock.empty()) clock.assign(warp_size * warp_size, home.whole_warps[warp]);
    home.whole_warps[warp] = parted;
    join_lanes(clock, lanes, tick);
  }
  if (!(touched_of(home, warp) & lanes)) return;
  // Each named lane knows now what any of them knew.
  ThreadState all;
  for (LaneMask rest = touched_of(home, warp) & lanes; rest; rest &= rest - 1) {
    ThreadState& from = home.threads[warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest))];
    from.is_fence_current = false;
    all.known.join(from.known);
    all.seen.join(from.seen);
    all.may_tell.join(from.may_tell);
  }
  if (all.known.is_empty() && all.seen.is_empty() && all.may_tell.block.is_empty()) return;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    ThreadState& to = own(home, {block, warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest))});
    to.known = all.known;
    to.seen = all.seen;
    to.may_tell = all.may_tell;
  }
}

void HappensBefore::join_lanes(std::vector<uint64_t>& clock, LaneMask lanes, uint64_t tick) {
  uint64_t joined[warp_size] = {};
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    for (uint32_t other = 0; other < warp_size; ++other) joined[other] = std::max(joined[other], clock[lane * warp_size + other]);
  }
  for (LaneMask rest = lanes; rest; rest &= rest - 1) joined[std::countr_zero(rest)] = tick;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) std::copy(joined, joined + warp_size, clock.begin() + std::countr_zero(rest) * warp_size);
}

void HappensBefore::find_base(FenceBase& base, const BlockState& home, uint32_t block, uint32_t warp, uint32_t lane, const ThreadState& me) const {
  const bool is_parted = warp < home.whole_warps.size() && home.whole_warps[warp] == parted;
  const uint64_t* row = is_parted ? &home.warps[warp][lane * warp_size] : nullptr;
  if (base.is_set && me.known.is_same(base.known) && (row == base.row || (row && base.row && std::equal(row, row + warp_size, base.row)))) return;
  base = {row, me.known, home.known, true};
  if (!start().is_empty()) base.all.join(start());
  if (home.barrier_tick) base.all.join(Known::whole_block(block), home.barrier_tick);
  base.all.join(me.known);
  if (!is_parted && home.synced(warp, 0, 0) <= home.barrier_tick) return;
  for (uint32_t other = 0; other < warp_size; ++other)
    if (const uint64_t tick = home.synced(warp, lane, other); tick > home.barrier_tick) base.all.join(Known::one_thread(block, warp * warp_size + other), tick);
}

void HappensBefore::barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) {
  BlockState& home = home_of(block);
  arrive(home.arrivals[number], home, block, who, tick);
}

void HappensBefore::arrive(Arrivals& to, BlockState& home, uint32_t block, WarpLanes who, uint64_t tick) {
  settle(home, block, who.warp);
  to.seen.join(home.seen);
  to.may_tell.join(home.may_tell);
  const ThreadState nobody;
  FenceBase base;
  Known joined;
  for (LaneMask rest = who.lanes; rest; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const ThreadState* me = find(home, who.warp * warp_size + lane);
    find_base(base, home, block, who.warp, lane, me ? *me : nobody);
    if (!joined.is_same(base.all)) to.known.join(joined = base.all);
    if (!me) continue;
    to.seen.join(me->seen);
    to.may_tell.join(me->may_tell);
  }
  if (who.lanes == lanes_of_warp(who.warp)) return to.known.join(Known::one_warp(block, who.warp), tick);
  for (LaneMask rest = who.lanes; rest; rest &= rest - 1)
    to.known.join(Known::one_thread(block, who.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest))), tick);
}

void HappensBefore::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) {
  BlockState& home = home_of(block);
  learn_of(std::exchange(home.arrivals[number], {}), home, block, waiting, tick);
}

void HappensBefore::join_cluster(uint32_t block, uint32_t cluster) { cluster_of_[block] = cluster; }

void HappensBefore::cluster_arrival(uint32_t cluster, uint32_t block, WarpLanes who, bool is_relaxed, uint64_t tick) {
  BlockState& home = home_of(block);
  Arrivals& coming = clusters_[cluster].coming;
  if (!is_relaxed) return arrive(coming, home, block, who, tick);
  settle(home, block, who.warp);
  coming.known.join(home.may_tell.cluster);
  for (LaneMask rest = who.lanes; rest; rest &= rest - 1)
    if (const ThreadState* me = find(home, who.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest)))) coming.known.join(me->may_tell.cluster);
}

void HappensBefore::cluster_complete(uint32_t cluster, uint64_t) {
  ClusterPhases& phases = clusters_[cluster];
  phases.complete = std::exchange(phases.coming, {});
}

void HappensBefore::cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick) {
  learn_of(clusters_[cluster].complete, home_of(block), block, std::span(&who, 1), tick);
}

void HappensBefore::learn_of(const Arrivals& from, BlockState& home, uint32_t block, std::span<const WarpLanes> waiting, uint64_t tick) {
  Known before, after;  // of the lane before: most know the same
  for (const WarpLanes& who : waiting)
    for (LaneMask rest = who.lanes; rest; rest &= rest - 1) {
      ThreadState& me = own(home, {block, who.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest))});
      if (after.is_empty() || !me.known.is_same(before)) {
        before = after = me.known;
        after.join(from.known);
      }
      me.known = after;
      me.seen.join(from.seen);
      me.may_tell.join(from.may_tell);
      me.is_fence_current = false;
      me.learnt_at = tick;
    }
}

// ---- fences

void HappensBefore::fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t tick) {
  if (is_between_launches(fence.part)) return;
  BlockState& home = home_of(block);
  const MemoryScope scope = std::min(in_effect(fence.scope), MemoryScope::device);
  if (fence.part == FencePart::acquire) return acquire(home, block, warp, lanes);
  if (fence.part == FencePart::release) return prepare_release(home, block, warp, {lanes, tick, scope});
  if (home.pending.size() <= warp) home.pending.resize(warp + 1);
  if (const PendingFence& before = home.pending[warp]; before.lanes & ~lanes || before.scope != scope) settle(home, block, warp);
  const LaneMask with_own = home.seen.is_empty() ? lanes & touched_of(home, warp) : lanes;
  if (with_own) fence_lanes(home, block, warp, {with_own, tick, scope});
  if (with_own == lanes) return;
  home.pending[warp] = {lanes & ~with_own, tick, scope};
  home.has_pending = true;
}

void HappensBefore::settle(BlockState& home, uint32_t block, uint32_t warp) {
  if (!home.has_pending || warp >= home.pending.size() || !home.pending[warp].lanes) return;
  fence_lanes(home, block, warp, std::exchange(home.pending[warp], {}));
}

void HappensBefore::fence_lanes(BlockState& home, uint32_t block, uint32_t warp, const PendingFence& fence) {
  FenceBase base;
  for (LaneMask rest = fence.lanes; rest; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest)), thread = warp * warp_size + lane;
    ThreadState& me = own(home, {block, thread});
    Known& for_block = me.may_tell.block;
    const std::array<Known*, 3> told = told_by_fence(me.may_tell, fence.scope);
    bool is_same[3] = {};  // as what may be told to the block
    for (size_t i = 1; i < told.size(); ++i) is_same[i] = told[i] && told[i]->is_same(for_block);
    if (!me.is_fence_current || fence.scope > me.current_scope) {
      me.known.join(home.seen);
      me.known.join(std::exchange(me.seen, {}));
      find_base(base, home, block, warp, lane, me);
      for (size_t i = 0; i < told.size(); ++i)
        if (told[i] && !is_same[i]) told[i]->join(base.all);
      me.news.clear();
    }
    me.news.push_back({Known::one_thread(block, thread), fence.tick});
    for (size_t i = 1; i < told.size(); ++i)
      if (is_same[i]) *told[i] = {};  // it is made once: nobody else shares what is added to
    for (const auto& [whom, before] : me.news)
      for (size_t i = 0; i < told.size(); ++i)
        if (told[i] && !is_same[i]) told[i]->join(whom, before);
    for (size_t i = 1; i < told.size(); ++i)
      if (is_same[i]) *told[i] = for_block;
    me.news.clear();
    me.fence = std::max(me.fence.value_or(fence.scope), fence.scope);
    me.is_fence_current = true;
    me.current_scope = fence.scope;
  }
}

void HappensBefore::acquire(BlockState& home, uint32_t block, uint32_t warp, LaneMask lanes) {
  for (LaneMask rest = home.seen.is_empty() ? lanes & touched_of(home, warp) : lanes; rest; rest &= rest - 1) {
    ThreadState& me = own(home, {block, warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest))});
    if (home.seen.is_empty() && me.seen.is_empty()) continue;
    me.known.join(home.seen);
    me.known.join(std::exchange(me.seen, {}));
    me.is_fence_current = false;
  }
}

// What is only seen stays behind: to release is not to acquire.
void HappensBefore::prepare_release(BlockState& home, uint32_t block, uint32_t warp, const PendingFence& fence) {
  FenceBase base;
  for (LaneMask rest = fence.lanes; rest; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest)), thread = warp * warp_size + lane;
    ThreadState& me = own(home, {block, thread});
    find_base(base, home, block, warp, lane, me);
    me.releases = {};
    for (Known* told : told_by_fence(me.releases, fence.scope)) {
      if (!told) continue;
      *told = base.all;
      told->join(Known::one_thread(block, thread), fence.tick);
    }
    me.release = fence.scope;
  }
}

std::optional<MemoryScope> HappensBefore::fence_of(LinearThread who) const {
  const BlockState* home = find_home(who.block);
  if (!home) return std::nullopt;
  const uint32_t warp = who.thread / warp_size;
  const ThreadState* me = find(*home, who.thread);
  const bool is_pending = home->has_pending && warp < home->pending.size() && (home->pending[warp].lanes >> who.thread % warp_size & 1);
  const std::optional<MemoryScope> done = me ? std::max(me->fence, me->release) : std::nullopt;
  return is_pending ? std::max(done, std::optional(home->pending[warp].scope)) : done;
}

// ---- words

void HappensBefore::learn(LinearThread who, const Word& word, MemoryScope scope, uint64_t tick) {
  if (!tells_in(word.allocation)) return;
  const auto found = told_.find(word);
  if (found == told_.end()) return;
  has_learnt_ = true;
  BlockState& home = home_of(who.block);
  const auto take = [&](const Known& told, Known ThreadState::*last) {
    ThreadState& me = own(home, who);
    if (told.is_same(me.*last)) return;
    me.*last = told;
    if (me.known.holds(told) || !me.seen.join(told)) return;
    me.is_fence_current = false;
    me.learnt_at = tick;
  };
  if (scope >= MemoryScope::device && !found->second.all.is_empty()) take(found->second.all, &ThreadState::learnt_of_all);
  if (scope >= MemoryScope::cluster && has_clusters())
    if (const auto in_cluster = found->second.in_cluster.find(cluster_of(who.block)); in_cluster != found->second.in_cluster.end()) take(in_cluster->second, &ThreadState::learnt_in_cluster);
  const auto in_block = found->second.in_block.find(who.block);
  if (in_block != found->second.in_block.end()) take(in_block->second, &ThreadState::learnt_in_block);
}

void HappensBefore::tell(LinearThread who, const Word& word, MemoryScope scope, bool begins_anew) {
  MayTell mine;
  if (BlockState* home = find_home(who.block)) {
    settle(*home, who.block, who.thread / warp_size);
    mine = home->may_tell;
    if (find(*home, who.thread)) {
      ThreadState& me = own(*home, who);
      mine.join(me.may_tell);
      mine.join(std::exchange(me.releases, {}));
      me.release.reset();
    }
  }
  if (begins_anew && tells_in(word.allocation)) told_.erase(word);
  if (mine.block.is_empty()) return;
  if (tells_in_.size() <= word.allocation) tells_in_.resize(word.allocation + 1);
  tells_in_[word.allocation] = true;
  Told& told = told_[word];
  told.in_block[who.block].join(mine.block);
  if (scope >= MemoryScope::cluster && !mine.cluster.is_empty()) told.in_cluster[cluster_of(who.block)].join(mine.cluster);
  if (scope >= MemoryScope::device) told.all.join(mine.all);
}

void HappensBefore::tell_nothing(LinearThread who) {
  BlockState* home = find_home(who.block);
  if (!home || !find(*home, who.thread)) return;
  ThreadState& me = own(*home, who);
  me.releases = {};
  me.release.reset();
}

void HappensBefore::overwrite(const Word& bytes) {
  for (uint32_t size : {1u, 2u, 4u, 8u, 16u})
    for (uint64_t offset = bytes.offset / size * size; offset < bytes.offset + bytes.bytes; offset += size) told_.erase({bytes.allocation, bytes.copy, offset, size});
}

void HappensBefore::come_to(LinearThread who, const Word& word, MemoryScope scope, bool has_narrow, uint64_t moment) {
  ThreadState& me = own(home_of(who.block), who);
  const auto come = [&](uint64_t atomics) {
    me.known.join(atomics, moment);
    if (me.is_fence_current) me.add_news(atomics, moment);
  };
  if (has_narrow) come(atomics_on(word, MemoryScope::block, who.block));
  if (has_narrow && has_clusters() && scope >= MemoryScope::cluster) come(atomics_on(word, MemoryScope::cluster, who.block));
  if (scope >= MemoryScope::device) come(atomics_on(word, MemoryScope::device, who.block));
}

uint64_t HappensBefore::came_to(const View& view, const Word& word, MemoryScope scope, uint32_t by_block) const {
  const BlockState* home = view.home;
  const Known* all[] = {&start(), home ? &home->known : nullptr, home ? &home->seen : nullptr, view.me ? &view.me->known : nullptr, view.me ? &view.me->seen : nullptr};
  uint64_t latest = 0, whom = 0;
  for (const Known* known : all) {
    if (!known || known->is_empty()) continue;
    if (!whom) whom = atomics_on(word, in_effect(scope), by_block);
    latest = std::max(latest, known->time_of(whom));
  }
  return latest;
}

// ---- what lies behind a thread

std::optional<HappensBefore::WarpView> HappensBefore::warp_view(uint32_t block, uint32_t warp, LaneMask lanes) const {
  if (grids_.size() > 1) return std::nullopt;  // they know something of other grids
  WarpView view{block, warp, grid_tick_};
  const BlockState* const home = find_home(block);
  if (!home) return view;
  if (!home->known.is_empty() || !home->seen.is_empty() || (touched_of(*home, warp) & lanes)) return std::nullopt;
  view.of_block = home->barrier_tick;
  if (warp < home->whole_warps.size()) view.of_warp = home->whole_warps[warp];
  return view.of_warp == parted ? std::nullopt : std::optional(view);
}

HappensBefore::View HappensBefore::view(LinearThread who) const {
  View view;
  view.who = who;
  view.since = std::max(grid_tick_, grid_begin_);
  view.home = find_home(who.block);
  if (!view.home) return view;
  const BlockState& home = *view.home;
  view.me = find(home, who.thread);
  view.since = std::max(view.since, home.barrier_tick);
  if (view.me) view.since = std::max(view.since, view.me->learnt_at);
  const uint32_t warp = who.thread / warp_size, lane = who.thread % warp_size;
  view.since = std::max(view.since, home.synced(warp, lane, lane));  // its last warp function
  view.has_unfenced = !home.seen.is_empty() || (view.me && !view.me->seen.is_empty());
  view.has_own = view.me && (!view.me->known.is_empty() || !view.me->seen.is_empty());
  return view;
}

LaneMask HappensBefore::unordered(LinearThread who, uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) const { return unordered(view(who), block, warp, lanes, tick); }

LaneMask HappensBefore::unordered(const View& view, uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) const {
  if (tick < view.since) return left_over(view, {block, warp, lanes, tick}, true);
  const LaneMask own = block == view.who.block && warp == view.who.thread / warp_size ? LaneMask{1} << view.who.thread % warp_size : 0;
  return lanes & ~own;
}

LaneMask HappensBefore::lacks_fence(const View& view, uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) const {
  if (!view.has_unfenced || !lanes) return 0;
  const Earlier earlier{block, warp, lanes, tick};
  return left_over(view, earlier, false) & ~left_over(view, earlier, true);
}

LaneMask HappensBefore::left_over(const View& view, const Earlier& earlier, bool with_seen) const {
  const auto [block, warp, all, tick] = earlier;
  LaneMask lanes = all;
  const bool is_of_other_grid = tick < grid_begin_;
  if (tick < grid_tick_ && !is_of_other_grid) return 0;
  const uint32_t my_warp = view.who.thread / warp_size, my_lane = view.who.thread % warp_size;
  const bool is_mine = block == view.who.block;
  if (is_mine && warp == my_warp) lanes &= ~(LaneMask{1} << my_lane);
  if ((!view.home && !is_of_other_grid) || !lanes) return lanes;
  static const BlockState nothing;
  const BlockState& home = view.home ? *view.home : nothing;
  if (is_mine && tick < home.barrier_tick) return 0;
  if (is_mine && warp == my_warp)
    for (LaneMask rest = lanes; rest; rest &= rest - 1)
      if (const int lane = std::countr_zero(rest); tick < home.synced(warp, my_lane, static_cast<uint32_t>(lane))) lanes &= ~(LaneMask{1} << lane);
  const ThreadState* me = view.me;
  const Known* has[5];
  size_t count = 0;
  const auto look_at = [&](const Known& known) {
    if (!known.is_empty()) has[count++] = &known;
  };
  if (is_of_other_grid) look_at(start());
  look_at(home.known);
  if (me) look_at(me->known);
  if (with_seen) look_at(home.seen);
  if (with_seen && me) look_at(me->seen);
  const uint64_t grid = is_of_other_grid ? Known::whole_grid(grid_of(block).number) : 0;
  for (size_t i = 0; i < count && is_of_other_grid; ++i)
    if (tick < has[i]->time_of(grid)) return 0;
  for (size_t i = 0; i < count && lanes; ++i) lanes &= ~has[i]->covered(block, warp, lanes, tick);
  return lanes;
}

}  // namespace wb
