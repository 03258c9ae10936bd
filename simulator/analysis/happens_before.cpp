#include "simulator/analysis/happens_before.h"

#include <algorithm>
#include <bit>

namespace wb {

HappensBefore::ThreadState& HappensBefore::own(BlockState& home, uint32_t thread) {
  if (home.threads.empty()) {
    home.threads.resize(threads_per_block_);
    home.is_touched.resize(threads_per_block_);
  }
  if (!home.is_touched[thread]) {
    home.is_touched[thread] = true;
    home.touched.push_back(thread);
  }
  return home.threads[thread];
}

void HappensBefore::barrier(uint32_t block, uint64_t tick) {
  BlockState& home = blocks_[block];
  home.barrier_tick = tick;
  for (uint32_t thread : home.touched) {
    ThreadState& from = home.threads[thread];
    home.known.join(from.known);
    home.seen.join(from.seen);
    home.may_tell_block.join(from.may_tell_block);
    home.may_tell_all.join(from.may_tell_all);
    from = {};
    home.is_touched[thread] = false;
  }
  home.touched.clear();
}

uint64_t HappensBefore::last_barrier(uint32_t block) const {
  const auto found = blocks_.find(block);
  return found == blocks_.end() ? grid_tick_ : std::max(grid_tick_, found->second.barrier_tick);
}

void HappensBefore::grid_barrier(uint64_t tick) {
  grid_tick_ = tick;
  blocks_.clear();
  told_.clear();
}

void HappensBefore::warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) {
  BlockState& home = blocks_[block];
  if (home.warps.size() <= warp) home.warps.resize(warp + 1);
  std::vector<uint64_t>& clock = home.warps[warp];
  if (clock.empty()) clock.assign(warp_size * warp_size, 0);
  // Each named lane knows now what any of them knew.
  uint64_t joined[warp_size] = {};
  ThreadState all;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    for (uint32_t other = 0; other < warp_size; ++other) joined[other] = std::max(joined[other], clock[lane * warp_size + other]);
    if (const ThreadState* from = find(home, warp * warp_size + lane)) {
      all.known.join(from->known);
      all.seen.join(from->seen);
      all.may_tell_block.join(from->may_tell_block);
      all.may_tell_all.join(from->may_tell_all);
    }
  }
  const bool has_news = !all.known.is_empty() || !all.seen.is_empty() || !all.may_tell_block.is_empty();
  for (LaneMask rest = lanes; rest; rest &= rest - 1) joined[std::countr_zero(rest)] = tick;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    std::copy(joined, joined + warp_size, clock.begin() + lane * warp_size);
    if (!home.threads.empty()) home.threads[warp * warp_size + lane].is_fence_current = false;
    if (!has_news) continue;
    ThreadState& to = own(home, warp * warp_size + lane);
    to.known = all.known;
    to.seen = all.seen;
    to.may_tell_block = all.may_tell_block;
    to.may_tell_all = all.may_tell_all;
  }
}

void HappensBefore::find_base(FenceBase& base, const BlockState& home, uint32_t block, uint32_t warp, uint32_t lane, const ThreadState& me) {
  const uint64_t* row = warp < home.warps.size() && !home.warps[warp].empty() ? &home.warps[warp][lane * warp_size] : nullptr;
  if (base.is_set && me.known.is_same(base.known) && (row == base.row || (row && base.row && std::equal(row, row + warp_size, base.row)))) return;
  base = {row, me.known, home.known, true};
  if (home.barrier_tick) base.all.join(Known::whole_block(block), home.barrier_tick);
  base.all.join(me.known);
  for (uint32_t other = 0; row && other < warp_size; ++other)
    if (row[other] > home.barrier_tick) base.all.join(Known::one_thread(block, warp * warp_size + other), row[other]);
}

void HappensBefore::barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) {
  BlockState& home = blocks_[block];
  Arrivals& to = home.arrivals[number];
  to.seen.join(home.seen);
  to.may_tell_block.join(home.may_tell_block);
  to.may_tell_all.join(home.may_tell_all);
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
    to.may_tell_block.join(me->may_tell_block);
    to.may_tell_all.join(me->may_tell_all);
  }
  const uint32_t threads = threads_per_block_ - std::min(threads_per_block_, who.warp * warp_size);
  if (who.lanes == (threads >= warp_size ? ~LaneMask{0} : (LaneMask{1} << threads) - 1)) return to.known.join(Known::one_warp(block, who.warp), tick);
  for (LaneMask rest = who.lanes; rest; rest &= rest - 1)
    to.known.join(Known::one_thread(block, who.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest))), tick);
}

void HappensBefore::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) {
  BlockState& home = blocks_[block];
  const Arrivals from = std::exchange(home.arrivals[number], {});
  Known before, after;  // of the lane before: most know the same
  for (const WarpLanes& who : waiting)
    for (LaneMask rest = who.lanes; rest; rest &= rest - 1) {
      ThreadState& me = own(home, who.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest)));
      if (after.is_empty() || !me.known.is_same(before)) {
        before = after = me.known;
        after.join(from.known);
      }
      me.known = after;
      me.seen.join(from.seen);
      me.may_tell_block.join(from.may_tell_block);
      me.may_tell_all.join(from.may_tell_all);
      me.is_fence_current = false;
      me.learnt_at = tick;
    }
}

void HappensBefore::fence(uint32_t block, uint32_t warp, LaneMask lanes, FenceScope scope, uint64_t tick) {
  BlockState& home = blocks_[block];
  const bool is_for_all = scope != FenceScope::block;
  FenceBase base;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest)), thread = warp * warp_size + lane;
    ThreadState& me = own(home, thread);
    if (!me.is_fence_current || (is_for_all && !me.is_current_for_all)) {
      me.known.join(home.seen);
      me.known.join(std::exchange(me.seen, {}));
      find_base(base, home, block, warp, lane, me);
      me.may_tell_block.join(base.all);
      if (is_for_all) me.may_tell_all.join(base.all);
      me.news.clear();
    }
    me.news.push_back({Known::one_thread(block, thread), tick});
    for (const auto& [whom, before] : me.news) {
      me.may_tell_block.join(whom, before);
      if (is_for_all) me.may_tell_all.join(whom, before);
    }
    me.news.clear();
    me.has_fenced = me.is_fence_current = true;
    me.is_current_for_all = is_for_all;
  }
}

void HappensBefore::learn(LinearThread who, const Word& word, bool within_block, uint64_t tick) {
  const auto found = told_.find(word);
  if (found == told_.end()) return;
  has_learnt_ = true;
  BlockState& home = blocks_[who.block];
  const auto take = [&](const Known& told, Known ThreadState::*last) {
    ThreadState& me = own(home, who.thread);
    if (told.is_same(me.*last)) return;
    me.*last = told;
    if (me.known.holds(told) || !me.seen.join(told)) return;
    me.is_fence_current = false;
    me.learnt_at = tick;
  };
  if (!within_block && !found->second.all.is_empty()) take(found->second.all, &ThreadState::learnt_of_all);
  const auto in_block = found->second.in_block.find(who.block);
  if (in_block != found->second.in_block.end()) take(in_block->second, &ThreadState::learnt_in_block);
}

void HappensBefore::tell(LinearThread who, const Word& word, bool within_block, bool begins_anew) {
  const auto at = blocks_.find(who.block);
  Known in_block, all;
  if (at != blocks_.end()) {
    in_block = at->second.may_tell_block;
    all = at->second.may_tell_all;
    if (const ThreadState* me = find(at->second, who.thread)) {
      in_block.join(me->may_tell_block);
      all.join(me->may_tell_all);
    }
  }
  if (begins_anew) told_.erase(word);
  if (in_block.is_empty()) return;
  if (tells_in_.size() <= word.allocation) tells_in_.resize(word.allocation + 1);
  tells_in_[word.allocation] = true;
  Told& told = told_[word];
  told.in_block[who.block].join(in_block);
  if (!within_block) told.all.join(all);
}

void HappensBefore::overwrite(const Word& bytes) {
  for (uint32_t size : {2u, 4u, 8u})
    for (uint64_t offset = bytes.offset / size * size; offset < bytes.offset + bytes.bytes; offset += size) told_.erase({bytes.allocation, bytes.copy, offset, size});
}

void HappensBefore::come_to(LinearThread who, const Word& word, bool within_block, uint64_t moment) {
  ThreadState& me = own(blocks_[who.block], who.thread);
  const auto come = [&](uint64_t atomics) {
    me.known.join(atomics, moment);
    if (me.is_fence_current) me.add_news(atomics, moment);
  };
  come(atomics_on(word, who.block));
  if (!within_block) come(atomics_on(word, every_block));
}

bool HappensBefore::has_come_to(LinearThread who, const Word& word, uint32_t other_block, bool other_within_block, uint64_t after) const {
  const auto at = blocks_.find(who.block);
  if (at == blocks_.end()) return false;
  const ThreadState* me = find(at->second, who.thread);
  const auto covers = [&](uint64_t whom) {
    return at->second.known.covers(whom, after) || at->second.seen.covers(whom, after) || (me && (me->known.covers(whom, after) || me->seen.covers(whom, after)));
  };
  return covers(atomics_on(word, other_block)) || (!other_within_block && covers(atomics_on(word, every_block)));
}

bool HappensBefore::has_fenced(LinearThread who) const {
  const auto at = blocks_.find(who.block);
  if (at == blocks_.end()) return false;
  const ThreadState* me = find(at->second, who.thread);
  return me && me->has_fenced;
}

uint64_t HappensBefore::knows_since(LinearThread who) const {
  const auto at = blocks_.find(who.block);
  if (at == blocks_.end()) return grid_tick_;
  const BlockState& home = at->second;
  uint64_t since = std::max(grid_tick_, home.barrier_tick);
  if (const ThreadState* me = find(home, who.thread)) since = std::max(since, me->learnt_at);
  const uint32_t warp = who.thread / warp_size, lane = who.thread % warp_size;
  if (warp < home.warps.size() && !home.warps[warp].empty()) since = std::max(since, home.warps[warp][lane * warp_size + lane]);  // its last warp function
  return since;
}

uint64_t HappensBefore::barrier_tick(uint32_t block) const {
  const auto at = blocks_.find(block);
  return at == blocks_.end() ? grid_tick_ : std::max(grid_tick_, at->second.barrier_tick);
}

LaneMask HappensBefore::lacks_fence(LinearThread who, uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) const {
  const auto at = blocks_.find(who.block);
  if (at == blocks_.end()) return 0;
  const ThreadState* me = find(at->second, who.thread);
  if (at->second.seen.is_empty() && (!me || me->seen.is_empty())) return 0;
  const Earlier earlier{block, warp, lanes, tick};
  return left_over(who, earlier, false) & ~left_over(who, earlier, true);
}

LaneMask HappensBefore::left_over(LinearThread who, const Earlier& earlier, bool with_seen) const {
  const auto [block, warp, all, tick] = earlier;
  LaneMask lanes = all;
  if (tick < grid_tick_) return 0;
  const uint32_t my_warp = who.thread / warp_size, my_lane = who.thread % warp_size;
  const bool is_mine = block == who.block;
  if (is_mine && warp == my_warp) lanes &= ~(LaneMask{1} << my_lane);
  const auto at = blocks_.find(who.block);
  if (at == blocks_.end() || !lanes) return lanes;
  const BlockState& home = at->second;
  if (is_mine && tick < home.barrier_tick) return 0;
  if (is_mine && warp == my_warp && warp < home.warps.size() && !home.warps[warp].empty())
    for (LaneMask rest = lanes; rest; rest &= rest - 1)
      if (const int lane = std::countr_zero(rest); tick < home.warps[warp][my_lane * warp_size + static_cast<uint32_t>(lane)]) lanes &= ~(LaneMask{1} << lane);
  const ThreadState* me = find(home, who.thread);
  const Known* has[4];
  size_t count = 0;
  const auto look_at = [&](const Known& known) {
    if (!known.is_empty()) has[count++] = &known;
  };
  look_at(home.known);
  if (me) look_at(me->known);
  if (with_seen) look_at(home.seen);
  if (with_seen && me) look_at(me->seen);
  if (!count) return lanes;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const uint32_t thread = warp * warp_size + static_cast<uint32_t>(lane);
    for (size_t i = 0; i < count; ++i)
      if (has[i]->covers(block, thread, tick)) lanes &= ~(LaneMask{1} << lane);
  }
  return lanes;
}

}  // namespace wb
