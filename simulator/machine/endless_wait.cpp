// Will this launch ever end? Looks ahead from where it stands, and says "no" only where that is certain under every schedule.
//
// Global memory is frozen: whatever a block does from here on, it sees global memory as it is now. Each block is run on by itself, on a copy.
//   - A thread that would change global memory goes on: nothing is known, and the look ahead ends.
//   - A thread that comes back to where it stood, with all that decides its way as it was (program/deciding_slots.h), goes round for ever.
//   - A thread that waits at a barrier, for threads that go round, waits for ever. Others may run to their end.
// If no thread of any block, blocks to come included, changes global memory, then it stays as it is, frozen or not. So each thread does what it did
// here, in whatever order they come: those that go round never end, and nobody can help them.
//
//   lane 0   while (atomicAdd(&flag, 0) == 0) {}        | atomicAdd | branch | atomicAdd | branch       the same again: for ever
//   lane 1   for (i = 0; i < 1000 && !flag; i++) {}     | i: 7 .. i: 8 .. i: 9 .. the look ahead gives up: nothing is known
//
// Circles are found as Brent does it: a picture of the block is kept, at steps 1, 2, 4, 8, ... anew, and lanes are compared with it. Lanes that have
// met since (a warp function, a barrier of the block) did what the others' values made them do: they are in a circle only if all of them are back at
// once. Shared memory belongs to the copy and may change; circles count from the last change on. A thread's local memory is part of where it stands.
//
// Barriers of the block, and those with a number, are passed as the machine passes them. How many have come to a barrier is part of where the block stands: who
// only arrives, round after round, lets others go on in the end.
//
// Blocks of a cluster are looked at together: each has a look ahead of its own, and shared memory of any of them is the copies'. Each goes as far as it comes alone. When
// all of them stand, and all threads that are left have arrived at the barrier of the cluster, that lets them go; when somebody has changed shared memory, all circles
// count anew.
//
// Not seen: circles through the barrier of a cluster of several blocks, or those in which memory changes and changes back (two threads that both give way for ever), and those with a clock, __activemask(), the heap,
// output, or asynchronous copies under way.
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <set>
#include <tuple>

#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

template <class F>
void for_each_lane(LaneMask lanes, F&& f) {
  for (; lanes; lanes &= lanes - 1) f(static_cast<uint32_t>(std::countr_zero(lanes)));
}

// What a lane does there depends on more than its registers, memory and those that it meets; or somebody else notices it.
bool is_beyond_sight(Opcode op) {
  return (!stays_in_block(op) && !is_cluster(op)) || op == Opcode::active_mask || op == Opcode::heap_open || op == Opcode::heap_close || is_async_copy(op);
}

// Where a lane stands, but for what it holds.
struct Stand {
  Pc pc = 0;
  uint32_t depth = 0;
  LaneMask waits_for = 0;
  bool is_live = false, at_barrier = false, gives_up = false;
  bool has_arrived = false, may_pass = false;  // at the barrier of the cluster
  friend bool operator==(const Stand&, const Stand&) = default;
};
Stand stand_of(const WarpState& warp, uint32_t lane) {
  for (const Split& split : warp.splits)
    if (split.lanes >> lane & 1)
      return {split.pc, split.depth, split.waits_for, true, split.at_barrier, split.gives_up, (warp.arrived >> lane & 1) != 0, (warp.may_pass >> lane & 1) != 0};
  return {};
}

bool are_alike(const std::vector<NamedBarrier>& a, const std::vector<NamedBarrier>& b) {
  const auto key = [](const NamedBarrier& n) { return std::tie(n.expected, n.arrived, n.waiting, n.is_for_all, n.has_votes, n.has_others); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const NamedBarrier& x, const NamedBarrier& y) { return key(x) == key(y); });
}

}  // namespace

class Machine::Impl::LookAhead final : public AccessListener {
 public:
  enum class Verdict : uint8_t { ends, waits, never_ends };

  // One of those of a cluster's blocks, by their ranks. They stay where they are.
  using Members = std::vector<std::unique_ptr<LookAhead>>;
  LookAhead(Impl& machine, const Members& members)
      : m_(machine), c_(machine.warp_context), members_(members), steps_left_(std::max<uint64_t>(100'000, machine.state.tick / 4) / machine.shape.cluster_size()) {
    c_.first_block = 0;
    c_.arrive_at_cluster = [](RunContext& c, const Ins&) { arrive_at_cluster(*c.warp, c.mask); };
    c_.pass_cluster = [](RunContext& c) {
      c.warp->arrived |= c.mask & ~c.warp->may_pass;
      return pass_cluster_lanes(*c.warp, c.pc, c.mask) == c.mask;
    };
    c_.cluster_memory = [](RunContext& c, uint32_t allocation) { return static_cast<LookAhead*>(c.owner)->cluster_memory(allocation); };
    c_.checks = nullptr;
    c_.listener = this;
    c_.frozen = &frozen_;
    c_.is_watched = false;
    c_.console = &nothing_;
    c_.owner = this;
    c_.grow_stack = [](RunContext& context, uint32_t bytes) {
      LookAhead& self = *static_cast<LookAhead*>(context.owner);
      self.m_.grow_stack(self.block_, bytes);
      self.m_.bind_stack(self.block_, context.warp_index);
      context.stack_stride = self.block_.stack_stride;
    };
    if (!m_.deciding_slots) m_.deciding_slots = std::make_unique<DecidingSlots>(*m_.program);
  }
  ~LookAhead() override { std::fill(std::begin(m_.bound_to), std::end(m_.bound_to), nullptr); }  // the views leave the copy

  void take(const BlockState& block) {
    block_ = block;
    m_.wake(block_);
    begin();
  }
  void take_fresh(uint32_t index) {
    m_.fill_block(block_, index, block_.warps.empty());
    begin();
  }
  void take_none() { is_there_ = false; }  // the block of this rank has left
  bool is_there() const { return is_there_; }
  uint32_t index() const { return block_.index; }

  // Do the lanes of one warp go round, or come to a wait? The first one that can run, from the one at work on.
  bool is_held() {
    uint32_t w = block_.warp_at_work;
    for (size_t i = 0; i < block_.warps.size() && !open_lanes(w); ++i) w = (w + 1) % static_cast<uint32_t>(block_.warps.size());
    only_warp_ = w;
    run_to_the_end(256 + 64 * block_.warps[w].splits.size());
    only_warp_ = no_warp;
    return !has_given_up_ && !block_.warps[w].done();
  }
  // Until nobody goes on but in circles. False: they do, or come out of sight.
  bool comes_to_stand() {
    if (std::exchange(has_news_, false)) count_anew();
    run_to_the_end(std::max(most_steps_, steps_) - steps_);
    return !has_given_up_;
  }
  // Another block has changed shared memory since.
  bool has_news() const { return has_news_; }
  bool is_left() const {
    return std::any_of(block_.warps.begin(), block_.warps.end(), [](const WarpState& warp) { return !warp.done(); });
  }
  bool has_arrived() { return m_.has_arrived_at_cluster(block_); }
  void let_go() {
    Checks* const checks = std::exchange(m_.checks, nullptr);
    m_.let_go_of_cluster(block_, tick_);
    m_.checks = checks;
    has_news_ = true;
  }
  // Of one that stands.
  Verdict verdict() const {
    LaneMask in_circles = 0, live = 0;
    for (size_t w = 0; w < block_.warps.size(); ++w) {
      in_circles |= in_circle_[w];
      for (const Split& split : block_.warps[w].splits) live |= split.lanes;
    }
    return in_circles ? Verdict::never_ends : live ? Verdict::waits : Verdict::ends;
  }

  bool has_polls() const {
    for (size_t t = 0; t < lanes_.size(); ++t)
      if (lanes_[t].polled.rank && (in_circle_[t / warp_size] >> (t % warp_size) & 1)) return true;
    return false;
  }
  std::vector<EndlessLanes> endless_lanes() const;
  bool only_looks_on = false;  // nothing is concluded from what is seen
  // What some lane has come back to while it ran, for whatever reason.
  std::optional<EndlessLanes> first_poll() const;

  void access(const WarpAccess& access) override;

 private:
  static constexpr uint32_t no_warp = ~0u;
  static constexpr uint32_t most_tries = 4;  // of a lane that is back at its place, with one picture

  // The last look at memory that others may store to; an atomic or volatile one (rank 2) rather than a plain one.
  struct Polled {
    uint32_t rank = 0, times = 0;  // how often the same was read at one place, one after the other
    AccessKind access{};
    Pc pc = 0;
    uint32_t site = no_site, allocation = 0, owner = own_block;
    uint64_t offset = 0, value = 0;
    uint8_t bytes = 0;
  };
  struct Lane {
    std::vector<PathPiece> path;  // since the picture
    LaneMask met = 0;             // lanes of its warp, since then
    uint32_t tries = 0;
    Polled polled;
  };

  static void arrive_at_cluster(WarpState& warp, LaneMask lanes);
  ClusterMemory cluster_memory(uint32_t allocation);

  void begin();
  void count_anew();
  void run_to_the_end(uint64_t most_steps);
  bool run_round();
  LaneMask open_lanes(uint32_t w) const;
  void step(uint32_t w, size_t split);
  bool is_in_sight(Pc begin, Pc end) const;
  void run_instructions(uint32_t w, uint32_t count);
  LaneMask lanes_that_met(uint32_t w, LaneMask stepped, const Stand* before) const;
  void come_to_barrier(uint32_t w);
  bool are_all_at_barrier() const;
  bool pass_barrier();
  void take_picture();
  void find_circles(uint32_t w, LaneMask lanes);
  bool is_back(uint32_t w, uint32_t lane);
  bool holds_the_same(uint32_t w, uint32_t lane);
  LaneMask company_of(uint32_t w, uint32_t lane) const;
  bool is_whole_block_back();
  bool has_stayed(uint32_t w, uint32_t lane);
  Lane& lane_at(uint32_t w, uint32_t lane) { return lanes_[size_t{w} * warp_size + lane]; }
  EndlessLanes describe(uint32_t w, uint32_t lane) const;
  void describe_poll(const Polled& polled, EndlessLanes& told) const;

  Impl& m_;
  RunContext c_;
  const Members& members_;
  AllocationView cluster_view_;   // of shared memory in another member
  FrozenMemory frozen_;
  std::string nothing_;
  uint64_t steps_left_;           // of all blocks together
  BlockState block_;              // the copy at work
  std::vector<Lane> lanes_;       // by thread
  std::vector<LaneMask> in_circle_;  // by warp
  BlockArrays picture_;
  uint32_t picture_stride_ = 0;   // of its stack
  uint32_t picture_live_warps_ = 0;
  std::vector<NamedBarrier> picture_named_;
  bool has_passed_barrier_ = false;  // or come to one with a number, since the picture
  bool has_given_up_ = false, is_there_ = false, has_news_ = false;
  uint64_t steps_ = 0, most_steps_ = 0, next_picture_ = 1, tick_ = 0;
  uint32_t only_warp_ = no_warp;
  std::vector<PathPiece> path_of_slots_;
  std::vector<uint32_t> slots_;   // that decide on that path
};

void Machine::Impl::LookAhead::begin() {
  lanes_.assign(block_.warps.size() * warp_size, {});
  in_circle_.assign(block_.warps.size(), 0);
  has_given_up_ = has_news_ = false;
  is_there_ = true;
  steps_ = 0;
  most_steps_ = 2048;
  for (const WarpState& warp : block_.warps) most_steps_ += 256 * warp.splits.size();
  next_picture_ = 1;
  tick_ = m_.state.tick;
  frozen_ = {};
  for (WarpState& warp : block_.warps)
    for (Split& split : warp.splits) split.apart_until = 0;
  for (const WarpState& warp : block_.warps)
    for (const LaneCopies& copies : warp.copies) has_given_up_ |= !copies.empty() && m_.program->has_async_copies;
  take_picture();
}

// ---- clusters

// As the machine does it; who lets them go is the one who looks at all members.
void Machine::Impl::LookAhead::arrive_at_cluster(WarpState& warp, LaneMask lanes) {
  warp.may_pass &= ~lanes;
  warp.arrived |= lanes;
}

ClusterMemory Machine::Impl::LookAhead::cluster_memory(uint32_t allocation) {
  const ClusterPlace place = cluster_place(allocation);
  if (place.allocation >= m_.views.size() || m_.views[place.allocation].space != Space::shared || place.rank >= members_.size()) return {};
  const uint32_t in_block = m_.place_of(place.allocation - m_.first_program_allocation);
  if (in_block == SharedLayout::not_there) return {};
  LookAhead& other = *members_[place.rank];
  if (&other == this) return {&m_.views[place.allocation], place.allocation};
  if (!other.is_there_) return {nullptr, place.allocation};
  cluster_view_ = m_.views[place.allocation];
  cluster_view_.bytes = other.block_.shared.data() + in_block;
  cluster_view_.written = other.block_.shared_written.data();
  cluster_view_.written_origin = in_block;
  return {&cluster_view_, place.allocation, other.block_.index};
}

// ---- steps

void Machine::Impl::LookAhead::count_anew() {
  std::fill(in_circle_.begin(), in_circle_.end(), 0);
  next_picture_ = steps_ + 1;
  take_picture();
}

void Machine::Impl::LookAhead::run_to_the_end(uint64_t most_steps) {
  const uint64_t end = steps_ + most_steps;
  while (!has_given_up_ && (run_round() || pass_barrier()))
    if (steps_ > end || steps_left_ == 0) has_given_up_ = true;
}

LaneMask Machine::Impl::LookAhead::open_lanes(uint32_t w) const {
  LaneMask open = 0;
  for (const Split& split : block_.warps[w].splits)
    if (can_run(split)) open |= split.lanes;
  return open & ~in_circle_[w];
}

// Each split that can run, and has lanes of which nothing is known, once. False: there is none.
bool Machine::Impl::LookAhead::run_round() {
  bool any = false;
  for (uint32_t w = 0; w < block_.warps.size(); ++w) {
    if (only_warp_ != no_warp && w != only_warp_) continue;
    WarpState& warp = block_.warps[w];
    for (LaneMask left = open_lanes(w); left && !has_given_up_; left &= open_lanes(w)) {
      choose_split(warp, tick_);  // merges those that have met
      const LaneMask first = left & (~left + 1);
      const auto split = std::find_if(warp.splits.begin(), warp.splits.end(), [&](const Split& s) { return s.lanes & first; });
      left &= ~split->lanes;
      step(w, static_cast<size_t>(split - warp.splits.begin()));
      any = true;
    }
  }
  return any;
}

bool Machine::Impl::LookAhead::is_in_sight(Pc begin, Pc end) const {
  for (Pc pc = begin; pc < end; ++pc) {
    const Opcode op = m_.program->code[pc].op;
    const bool is_harmless = op == Opcode::clock_now || op == Opcode::active_mask;  // for who only looks on
    if (is_beyond_sight(op) && !(only_looks_on && is_harmless)) return false;
  }
  return true;
}

// To the end of a piece of code behind which control may go elsewhere, or to where another split stands.
void Machine::Impl::LookAhead::step(uint32_t w, size_t split) {
  WarpState& warp = block_.warps[w];
  warp.current = static_cast<uint32_t>(split);
  warp.back_jumps = 0;
  const Pc pc = warp.splits[split].pc;
  const LaneMask lanes = warp.splits[split].lanes;
  const uint32_t count = std::min(m_.stretches[pc], other_splits(warp).next - pc);
  if (!is_in_sight(pc, pc + count)) {
    has_given_up_ = true;
    return;
  }
  Stand before[warp_size];
  const bool is_meeting = is_warp_sync(m_.program->code[pc + count - 1].op);
  if (is_meeting) for_each_lane(~0u, [&](uint32_t lane) { before[lane] = stand_of(warp, lane); });
  run_instructions(w, count);
  for_each_lane(lanes, [&](uint32_t lane) { lane_at(w, lane).path.push_back({pc, pc + count}); });
  if (is_meeting) {
    const LaneMask met = lanes_that_met(w, lanes, before);
    for_each_lane(met, [&](uint32_t lane) { lane_at(w, lane).met |= met; });
  }
  if (frozen_.is_global_changed) has_given_up_ = true;
  if (has_given_up_) return;
  come_to_barrier(w);
  ++steps_;
  steps_left_ -= steps_left_ > 0;
  if (only_looks_on) return;
  if (frozen_.is_shared_changed) {
    frozen_.is_shared_changed = false;
    count_anew();
    for (const auto& member : members_) member->has_news_ |= member.get() != this;
  } else if (steps_ >= next_picture_) {
    next_picture_ = 2 * steps_;
    take_picture();
  } else {
    find_circles(w, lanes);
  }
}

void Machine::Impl::LookAhead::run_instructions(uint32_t w, uint32_t count) {
  m_.bind_views(block_, w);
  c_.registers = reinterpret_cast<uint8_t*>(block_.registers.data() + size_t{w} * m_.slot_words);
  c_.init_masks = block_.init_masks.data() + size_t{w} * m_.program->init_mask_count;
  c_.warp = &block_.warps[w];
  c_.block = block_.index;
  c_.warp_index = w;
  c_.stack_stride = block_.stack_stride;
  c_.stack_limit = m_.options.stack_bytes;
  c_.tick = tick_;
  c_.limit = tick_ + count;
  m_.loops.checked(c_);
  tick_ += count;
}

// Those that a warp function has let go: lanes of the step, and others that had waited.
LaneMask Machine::Impl::LookAhead::lanes_that_met(uint32_t w, LaneMask stepped, const Stand* before) const {
  LaneMask met = 0;
  for_each_lane(~0u, [&](uint32_t lane) {
    const Stand now = stand_of(block_.warps[w], lane);
    if (!now.is_live || now.waits_for) return;
    if ((stepped >> lane & 1) || (before[lane].waits_for && now.pc != before[lane].pc)) met |= 1u << lane;
  });
  return met;
}

// A warp that has just run: it has left, or all its lanes wait. As the machine does it, but nobody is told.
void Machine::Impl::LookAhead::come_to_barrier(uint32_t w) {
  if (!m_.program->has_named_barriers) return;
  const auto& splits = block_.warps[w].splits;
  if (!std::all_of(splits.begin(), splits.end(), [](const Split& split) { return split.at_barrier; })) return;
  Checks* const checks = std::exchange(m_.checks, nullptr);
  const uint64_t idle_turns = m_.state.idle_turns;
  if (splits.empty()) {
    block_.live_warps--;
    has_passed_barrier_ = true;
    m_.complete_what_can(block_);
  } else if (m_.come_to_named_barrier(block_, w)) {
    has_passed_barrier_ = true;
  } else {
    block_.waiting_warps++;
  }
  m_.checks = checks;
  m_.state.idle_turns = idle_turns;
}

bool Machine::Impl::LookAhead::are_all_at_barrier() const {
  if (m_.program->has_named_barriers) return block_.live_warps && block_.waiting_warps == block_.live_warps;
  bool any = false;
  for (const WarpState& warp : block_.warps)
    for (const Split& split : warp.splits) {
      if (!split.at_barrier) return false;
      any = true;
    }
  return any;
}

// All that are left wait at barriers of the block: as the machine does it, they pass.
bool Machine::Impl::LookAhead::pass_barrier() {
  if (only_warp_ != no_warp || has_given_up_) return false;
  if (std::any_of(in_circle_.begin(), in_circle_.end(), [](LaneMask lanes) { return lanes != 0; })) return false;
  if (!are_all_at_barrier() || m_.is_at_grid_barrier(block_) || (m_.program->has_clusters && m_.is_at_cluster_barrier(block_))) return false;
  if (m_.has_barrier_votes) m_.count_votes(block_);
  m_.pass_barrier(block_, tick_);
  has_passed_barrier_ = true;
  return true;
}

void Machine::Impl::LookAhead::take_picture() {
  picture_.warps = block_.warps;
  picture_.registers = block_.registers;
  picture_.local = block_.local;
  picture_.stack = block_.stack;
  picture_stride_ = block_.stack_stride;
  picture_live_warps_ = block_.live_warps;
  picture_named_ = block_.named;
  has_passed_barrier_ = false;
  for (size_t t = 0; t < lanes_.size(); ++t) {
    Lane& lane = lanes_[t];
    if (in_circle_[t / warp_size] >> (t % warp_size) & 1) continue;
    lane.path.clear();
    lane.met = 0;
    lane.tries = 0;
    lane.polled = {};
  }
}

// Of these lanes, which have just run.
void Machine::Impl::LookAhead::find_circles(uint32_t w, LaneMask lanes) {
  for_each_lane(lanes, [&](uint32_t lane) {
    if (in_circle_[w] >> lane & 1 || !is_back(w, lane) || lane_at(w, lane).tries++ >= most_tries) return;
    if (has_passed_barrier_) {
      if (!is_whole_block_back()) return;
      for (uint32_t other = 0; other < block_.warps.size(); ++other)
        for (const Split& split : block_.warps[other].splits)
          for_each_lane(split.lanes, [&](uint32_t l) { in_circle_[other] |= LaneMask{!has_stayed(other, l)} << l; });
      return;
    }
    const LaneMask company = company_of(w, lane);
    bool are_back = true;
    for_each_lane(company, [&](uint32_t other) { are_back = are_back && is_back(w, other) && holds_the_same(w, other); });
    if (are_back) in_circle_[w] |= company;
  });
}

bool Machine::Impl::LookAhead::is_back(uint32_t w, uint32_t lane) {
  if (lane_at(w, lane).path.empty()) return false;
  const Stand now = stand_of(block_.warps[w], lane);
  return now.is_live && now == stand_of(picture_.warps[w], lane);
}

bool Machine::Impl::LookAhead::holds_the_same(uint32_t w, uint32_t lane) {
  const Lane& it = lane_at(w, lane);
  if (it.path != path_of_slots_) {
    path_of_slots_ = it.path;
    slots_ = m_.deciding_slots->of(it.path);
  }
  const size_t base = size_t{w} * m_.slot_words;
  const auto is_same = [&](size_t word, size_t count) {
    return std::equal(block_.registers.begin() + static_cast<std::ptrdiff_t>(word), block_.registers.begin() + static_cast<std::ptrdiff_t>(word + count),
                      picture_.registers.begin() + static_cast<std::ptrdiff_t>(word));
  };
  for (const uint32_t slot : slots_) {
    const size_t row = base + size_t{slot} * warp_size;
    if (m_.deciding_slots->is_narrow(slot) && !is_same(row + lane, 1)) return false;
    if (m_.deciding_slots->is_wide(slot) && !is_same(row + 2 * lane, 2)) return false;
  }
  const size_t thread = size_t{w} * warp_size + lane;
  const auto is_same_memory = [&](const std::vector<uint8_t>& now, const std::vector<uint8_t>& then, size_t stride) {
    return stride == 0 || std::memcmp(now.data() + thread * stride, then.data() + thread * stride, stride) == 0;
  };
  if (!is_same_memory(block_.local, picture_.local, m_.local_stride)) return false;
  if (picture_stride_ != block_.stack_stride || !is_same_memory(block_.stack, picture_.stack, picture_stride_)) return false;
  if (!m_.program->has_calls) return true;
  const LaneStack &now = block_.warps[w].stacks[lane], &then = picture_.warps[w].stacks[lane];
  return now.returns == then.returns && now.words == then.words;
}

// The lane, whom it has met, whom they have met, and so on.
LaneMask Machine::Impl::LookAhead::company_of(uint32_t w, uint32_t lane) const {
  LaneMask company = 1u << lane, before = 0;
  while (company != before) {
    before = company;
    for_each_lane(before, [&](uint32_t member) { company |= lanes_[size_t{w} * warp_size + member].met; });
  }
  return company;
}

// It has waited since the picture was taken.
bool Machine::Impl::LookAhead::has_stayed(uint32_t w, uint32_t lane) {
  const Stand now = stand_of(block_.warps[w], lane);
  return now.at_barrier && lane_at(w, lane).path.empty() && now == stand_of(picture_.warps[w], lane);
}

bool Machine::Impl::LookAhead::is_whole_block_back() {
  if (block_.live_warps != picture_live_warps_ || !are_alike(block_.named, picture_named_)) return false;
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (const Split& split : block_.warps[w].splits) {
      bool are_back = true;
      for_each_lane(split.lanes, [&](uint32_t lane) { are_back = are_back && (has_stayed(w, lane) || (is_back(w, lane) && holds_the_same(w, lane))); });
      if (!are_back) return false;
    }
  return true;
}

void Machine::Impl::LookAhead::access(const WarpAccess& access) {
  if (access.kind == AccessKind::store || (access.kind == AccessKind::atomic && !access.result_used)) return;
  if (access.space != Space::global && access.space != Space::shared) return;
  const uint32_t rank = access.kind == AccessKind::atomic || access.is_volatile ? 2 : 1;
  if (rank == 1 && !m_.allocations[access.allocation].may_be_stored) return;
  for_each_lane(access.active, [&](uint32_t lane) {
    Polled& polled = lane_at(access.warp, lane).polled;
    if (rank < polled.rank) return;
    const uint64_t value = access.kind == AccessKind::atomic ? access.old_value[lane] : access.value[lane];
    const bool is_again = polled.pc == c_.pc && polled.allocation == access.allocation && polled.owner == access.owner && polled.offset == access.offset[lane] && polled.value == value;
    polled = {rank, is_again ? polled.times + 1 : 1, access.kind, c_.pc, access.site, access.allocation, access.owner, access.offset[lane], value, access.bytes};
  });
}

// ---- what is said about it

EndlessLanes Machine::Impl::LookAhead::describe(uint32_t w, uint32_t lane) const {
  const Program& p = *m_.program;
  const Stand stand = stand_of(block_.warps[w], lane);
  const Polled& polled = lanes_[size_t{w} * warp_size + lane].polled;
  EndlessLanes told;
  told.block = block_.index;
  told.warp = w;
  told.lanes = 1u << lane;
  told.span = p.info[stand.pc].span;
  const bool is_circling = in_circle_[w] >> lane & 1;
  told.how = !is_circling ? EndlessLanes::How::waits : polled.rank ? EndlessLanes::How::polls : EndlessLanes::How::circles;
  if (told.how == EndlessLanes::How::waits) told.site = p.info[stand.pc].site;
  if (told.how == EndlessLanes::How::polls) describe_poll(polled, told);
  return told;
}

void Machine::Impl::LookAhead::describe_poll(const Polled& polled, EndlessLanes& told) const {
  told.how = EndlessLanes::How::polls;
  told.access = polled.access;
  told.site = polled.site;
  told.pc = polled.pc;
  told.span = m_.program->info[polled.pc].span;
  told.allocation = polled.allocation;
  told.owner = polled.owner;
  told.offset = polled.offset;
  told.bytes = polled.bytes;
  told.value = polled.value;
}

std::optional<EndlessLanes> Machine::Impl::LookAhead::first_poll() const {
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
      const Polled& polled = lanes_[size_t{w} * warp_size + lane].polled;
      if (polled.rank < 2 || polled.times < 2) continue;
      EndlessLanes told{.block = block_.index, .warp = w, .lanes = 1u << lane};
      describe_poll(polled, told);
      return told;
    }
  return std::nullopt;
}

std::vector<EndlessLanes> Machine::Impl::LookAhead::endless_lanes() const {
  std::vector<EndlessLanes> all;
  const auto is_alike = [](const EndlessLanes& a, const EndlessLanes& b) {
    return a.warp == b.warp && a.how == b.how && a.site == b.site && a.span == b.span && a.allocation == b.allocation && a.owner == b.owner && a.offset == b.offset;
  };
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (const Split& split : block_.warps[w].splits)
      for_each_lane(split.lanes, [&](uint32_t lane) {
        const EndlessLanes one = describe(w, lane);
        const auto same = std::find_if(all.begin(), all.end(), [&](const EndlessLanes& other) { return is_alike(one, other); });
        if (same == all.end()) all.push_back(one);
        else same->lanes |= one.lanes;
      });
  return all;
}

// ---- the whole launch

// Look aheads for the blocks of one cluster after the other; where there are none, for single blocks.
class Machine::Impl::ClusterAhead {
 public:
  explicit ClusterAhead(Impl& machine) : m_(machine) {
    for (uint32_t rank = 0; rank < m_.shape.cluster_size(); ++rank) members_.push_back(std::make_unique<LookAhead>(m_, members_));
  }
  LookAhead& member(uint32_t block) { return *members_[m_.shape.cluster_rank(block)]; }
  const LookAhead::Members& members() const { return members_; }

  // As they stand.
  void take(uint32_t cluster) {
    for (uint32_t rank = 0; rank < members_.size(); ++rank) {
      const BlockState* const block = m_.find_resident(m_.shape.block_of_cluster(cluster, rank));
      block ? members_[rank]->take(*block) : members_[rank]->take_none();
    }
  }
  void take_fresh(uint32_t cluster) {
    for (uint32_t rank = 0; rank < members_.size(); ++rank) members_[rank]->take_fresh(m_.shape.block_of_cluster(cluster, rank));
  }

  // Until all of them stand, for good. False: nothing is known.
  bool comes_to_stand() {
    for (uint32_t rounds = 0; rounds < most_rounds; ++rounds) {
      bool has_news = false;
      for (const auto& one : members_)
        if (one->is_there() && !one->comes_to_stand()) return false;
      for (const auto& one : members_) has_news |= one->is_there() && one->has_news();
      if (!has_news && !pass_barrier()) return true;
    }
    return false;
  }

 private:
  static constexpr uint32_t most_rounds = 256;

  // All that are left have arrived: they are let go.
  bool pass_barrier() {
    bool is_any_left = false;
    for (const auto& one : members_) {
      if (!one->is_there() || !one->is_left()) continue;
      if (!one->has_arrived()) return false;
      is_any_left = true;
    }
    if (!is_any_left) return false;
    for (const auto& one : members_)
      if (one->is_there() && one->is_left()) one->let_go();
    return true;
  }

  Impl& m_;
  LookAhead::Members members_;
};

std::optional<EndlessLanes> Machine::Impl::find_poll() {
  if (is_told() || state.is_trapped || state.resident.empty()) return std::nullopt;
  const uint32_t at_work = state.resident[state.block_at_work]->index;
  ClusterAhead cluster(*this);
  cluster.take(shape.cluster_of(at_work));
  LookAhead& ahead = cluster.member(at_work);
  ahead.only_looks_on = true;
  ahead.is_held();
  return ahead.first_poll();
}

constexpr size_t most_elsewhere = 256;

std::optional<EndlessWait> Machine::Impl::find_endless_wait() {
  if (is_held_back() || state.is_trapped || state.resident.empty()) return std::nullopt;
  ClusterAhead cluster(*this);
  // Nearly always one warp is enough to see that the run goes on.
  const uint32_t at_work = state.resident[state.block_at_work]->index;
  cluster.take(shape.cluster_of(at_work));
  if (!cluster.member(at_work).is_held()) return std::nullopt;
  EndlessWait found;
  uint32_t lowest = ~0u;
  const auto note = [&](const LookAhead& ahead) {
    const LookAhead::Verdict verdict = ahead.verdict();
    found.waiting_blocks += verdict == LookAhead::Verdict::waits;
    if (verdict != LookAhead::Verdict::never_ends) return;
    const bool has_polls = ahead.has_polls();
    found.more_blocks += lowest != ~0u;
    std::vector<EndlessLanes> others = ahead.endless_lanes();
    if (ahead.index() < lowest || (has_polls && !found.has_polls)) {
      lowest = ahead.index();
      std::swap(found.lanes, others);
    }
    for (const EndlessLanes& lanes : others)
      if (lanes.how == EndlessLanes::How::polls && found.elsewhere.size() < most_elsewhere) found.elsewhere.push_back(lanes);
    found.has_polls |= has_polls;
  };
  const auto look = [&] {
    if (!cluster.comes_to_stand()) return false;
    for (const auto& one : cluster.members())
      if (one->is_there()) note(*one);
    return true;
  };
  std::set<uint32_t> looked_at;
  for (const auto& block : state.resident) {
    if (shape.cluster_size() == 1 && all_wait(*block)) {  // for the grid
      ++found.waiting_blocks;
      continue;
    }
    if (!looked_at.insert(shape.cluster_of(block->index)).second) continue;
    cluster.take(shape.cluster_of(block->index));
    if (!look()) return std::nullopt;
  }
  if (lowest == ~0u) return std::nullopt;  // nobody goes round: whoever waits will be let go
  for (uint64_t position = state.started; position < part_end; position += shape.cluster_size()) {
    cluster.take_fresh(shape.cluster_of(block_at(position)));
    if (!look()) return std::nullopt;
  }
  return found;
}

}  // namespace wb
