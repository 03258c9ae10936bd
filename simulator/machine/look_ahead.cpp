#include "simulator/machine/look_ahead.h"

#include <algorithm>
#include <utility>

#include "simulator/analysis/each_lane.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

// What a lane does there depends on more than its registers, memory and those that it meets; or somebody else notices it.
bool is_beyond_sight(Opcode op) {
  const bool touches_others = !stays_in_block(op) && !is_cluster(op);
  return touches_others || op == Opcode::active_mask || op == Opcode::heap_open || op == Opcode::heap_close || is_async_copy(op);
}

DecidingSlots& deciding_slots_of(std::unique_ptr<DecidingSlots>& slots, const Program& program) {
  if (!slots) slots = std::make_unique<DecidingSlots>(program);
  return *slots;
}

}  // namespace

Machine::Impl::LookAhead::LookAhead(Impl& machine, const Members& members)
    : m_(machine),
      c_(machine.warp_context),
      members_(members),
      circles_(block_, deciding_slots_of(machine.deciding_slots, *machine.program), *machine.program, machine.slot_words, machine.local_stride),
      steps_left_(std::max<uint64_t>(100'000, machine.state.tick / 4) / machine.shape.cluster_size()) {
  if (machine.program->has_clusters) wide_circles_.emplace(block_, *machine.deciding_slots, *machine.program, machine.slot_words, machine.local_stride);
  prepare_context();
}

Machine::Impl::LookAhead::~LookAhead() { std::fill(std::begin(m_.bound_to), std::end(m_.bound_to), nullptr); }  // the views leave the copy

void Machine::Impl::LookAhead::prepare_context() {
  c_.owner = this;
  c_.first_block = 0;
  c_.checks = nullptr;
  c_.listener = this;
  c_.frozen = &frozen_;
  c_.is_watched = false;
  c_.console = &nothing_;
  c_.arrive_at_cluster = [](RunContext& c, const Ins&) { arrive_at_cluster(*c.warp, c.mask); };
  c_.pass_cluster = [](RunContext& c) {
    c.warp->arrived |= c.mask & ~c.warp->may_pass;
    return pass_cluster_lanes(*c.warp, c.pc, c.mask) == c.mask;
  };
  c_.cluster_memory = [](RunContext& c, uint32_t allocation) { return static_cast<LookAhead*>(c.owner)->cluster_memory(allocation); };
  c_.grow_stack = [](RunContext& c, uint32_t bytes) { static_cast<LookAhead*>(c.owner)->grow_stack(c, bytes); };
}

void Machine::Impl::LookAhead::grow_stack(RunContext& context, uint32_t bytes) {
  m_.grow_stack(block_, bytes);
  m_.bind_stack(block_, context.warp_index);
  context.stack_stride = block_.stack_stride;
}

// ---- what it looks at

void Machine::Impl::LookAhead::take(const BlockState& block) {
  block_ = block;
  m_.wake(block_);
  begin();
}

void Machine::Impl::LookAhead::take_fresh(uint32_t index) {
  m_.fill_block(block_, index, block_.warps.empty());
  begin();
}

void Machine::Impl::LookAhead::begin() {
  has_given_up_ = has_news_ = has_changed_shared_ = false;
  is_there_ = true;
  steps_ = 0;
  most_steps_ = 2048;
  next_picture_ = 1;
  tick_ = m_.state.tick;
  frozen_ = {};
  for (WarpState& warp : block_.warps) {
    most_steps_ += 256 * warp.splits.size();
    for (Split& split : warp.splits) split.apart_until = 0;
    for (const LaneCopies& copies : warp.copies)  // bulk copies end by what a barrier's word says, and nobody else
      has_given_up_ |= std::any_of(copies.begin(), copies.end(), [](const PendingCopy& copy) { return copy.kind == PendingCopy::Kind::of_thread; });
  }
  each_circles([](Circles& circles) { circles.begin(); });
}

// What happens is told to all of them.
template <class Work>
void Machine::Impl::LookAhead::each_circles(Work work) {
  work(circles_);
  if (wide_circles_) work(*wide_circles_);
}

bool Machine::Impl::LookAhead::is_held() {
  uint32_t w = block_.warp_at_work;
  for (size_t i = 0; i < block_.warps.size() && !open_lanes(w); ++i) w = (w + 1) % static_cast<uint32_t>(block_.warps.size());
  only_warp_ = w;
  run_to_the_end(256 + 64 * block_.warps[w].splits.size());
  only_warp_ = no_warp;
  return !has_given_up_ && !block_.warps[w].done();
}

bool Machine::Impl::LookAhead::comes_to_stand() {
  if (std::exchange(has_news_, false)) count_anew();
  run_to_the_end(std::max(most_steps_, steps_) - steps_);
  return !has_given_up_;
}

bool Machine::Impl::LookAhead::is_left() const {
  return std::any_of(block_.warps.begin(), block_.warps.end(), [](const WarpState& warp) { return !warp.done(); });
}

// ---- clusters

// As the machine does it; who lets them go is the one who looks at all members.
void Machine::Impl::LookAhead::arrive_at_cluster(WarpState& warp, LaneMask lanes) {
  warp.may_pass &= ~lanes;
  warp.arrived |= lanes;
}

void Machine::Impl::LookAhead::let_go() {
  silently([&] { m_.let_go_of_cluster(block_, tick_); });
  has_news_ = true;
}

void Machine::Impl::LookAhead::take_wide_picture() {
  wide_circles_->take_picture();
  has_changed_shared_ = false;
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
  next_picture_ = steps_ + 1;
  circles_.count_anew();
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
  return open & ~circles_.of(w);
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

bool Machine::Impl::LookAhead::is_in_sight(PathPiece piece) const {
  for (Pc pc = piece.begin; pc < piece.end; ++pc) {
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
  const PathPiece piece{pc, pc + std::min(m_.stretches[pc], other_splits(warp).next - pc)};
  if (!is_in_sight(piece)) {
    has_given_up_ = true;
    return;
  }
  walk(w, lanes, piece);
  if (frozen_.is_global_changed) has_given_up_ = true;
  if (has_given_up_) return;
  come_to_barrier(w);
  ++steps_;
  steps_left_ -= steps_left_ > 0;
  if (!only_looks_on) learn_from_step(w, lanes);
}

void Machine::Impl::LookAhead::walk(uint32_t w, LaneMask lanes, PathPiece piece) {
  LaneStand before[warp_size];
  const bool is_meeting = is_warp_sync(m_.program->code[piece.end - 1].op);
  if (is_meeting) for_each_lane(~0u, [&](uint32_t lane) { before[lane] = stand_of(block_.warps[w], lane); });
  run_instructions(w, piece.end - piece.begin);
  const LaneMask met = is_meeting ? lanes_that_met(w, lanes, before) : 0;
  each_circles([&](Circles& circles) {
    circles.walk(w, lanes, piece);
    circles.meet(w, met);
  });
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
LaneMask Machine::Impl::LookAhead::lanes_that_met(uint32_t w, LaneMask stepped, const LaneStand* before) const {
  LaneMask met = 0;
  for_each_lane(~0u, [&](uint32_t lane) {
    const LaneStand now = stand_of(block_.warps[w], lane);
    if (!now.is_live || now.waits_for) return;
    if ((stepped >> lane & 1) || (before[lane].waits_for && now.pc != before[lane].pc)) met |= 1u << lane;
  });
  return met;
}

void Machine::Impl::LookAhead::learn_from_step(uint32_t w, LaneMask lanes) {
  if (std::exchange(frozen_.is_shared_changed, false)) {
    has_changed_shared_ = true;
    count_anew();
    for (const auto& member : members_) member->has_news_ |= member.get() != this;
  } else if (steps_ >= next_picture_) {
    next_picture_ = 2 * steps_;
    circles_.take_picture();
  } else {
    circles_.find(w, lanes);
  }
}

// ---- barriers

// work(), in which the machine's checks hear of nothing, and which does not count for who waits too long.
template <class Work>
void Machine::Impl::LookAhead::silently(Work work) {
  Checks* const checks = std::exchange(m_.checks, nullptr);
  const uint64_t idle_turns = m_.state.idle_turns;
  work();
  m_.checks = checks;
  m_.state.idle_turns = idle_turns;
}

// A warp that has just run: it has left, or all its lanes wait. As the machine does it.
void Machine::Impl::LookAhead::come_to_barrier(uint32_t w) {
  if (!m_.program->has_named_barriers) return;
  const auto& splits = block_.warps[w].splits;
  if (!std::all_of(splits.begin(), splits.end(), [](const Split& split) { return split.at_barrier; })) return;
  silently([&] {
    if (splits.empty()) {
      block_.live_warps--;
      circles_.pass_barrier();
      m_.complete_what_can(block_);
    } else if (m_.come_to_named_barrier(block_, w)) {
      circles_.pass_barrier();
    } else {
      block_.waiting_warps++;
    }
  });
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
  if (only_warp_ != no_warp || has_given_up_ || circles_.are_any()) return false;
  if (!are_all_at_barrier() || m_.is_at_grid_barrier(block_) || (m_.program->has_clusters && m_.is_at_cluster_barrier(block_))) return false;
  if (m_.has_barrier_votes) m_.count_votes(block_);
  m_.pass_barrier(block_, tick_);
  circles_.pass_barrier();
  return true;
}

// ---- what is looked at

void Machine::Impl::LookAhead::access(const WarpAccess& access) {
  if (!is_look(access)) return;
  if (is_strong_look(access) || m_.allocations[access.allocation].may_be_stored) each_circles([&](Circles& circles) { circles.look(access, c_.pc); });
}

}  // namespace wb
