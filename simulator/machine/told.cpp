// Schedules that are told from outside: see told_schedule.h. Blocks and warps take turns as in order (schedule.cpp); what is held does not
// count as able to run, and when a hold begins the turn goes to whom it waits for.
//
// One grid of a launch is told. Its blocks are named as everywhere (number_of()): through all grids where the whole launch runs, from 0 in a machine that
// runs one grid alone.
#include <algorithm>

#include "simulator/machine/machine_impl.h"

namespace wb {
namespace {

using Moment = ToldSchedule::Moment;
using Phase = HoldState::Phase;

LaneMask lane_of(const Moment& moment) { return 1u << moment.thread % warp_size; }
bool is_in(const Moment& moment, uint32_t block, uint32_t warp) { return moment.block == block && moment.thread / warp_size == warp; }

}  // namespace

bool Machine::Impl::is_told() const {
  if (options.schedule != Schedule::in_order || options.told.empty()) return false;
  if (options.start) return state.grid == options.start->grid;
  const uint32_t block = options.told.holds.empty() ? options.told.first_blocks.front() : options.told.holds.front().before.block;
  return block >= number_of(0) && block - number_of(0) < block_count;
}

bool Machine::Impl::is_held_back() const {
  const auto is_over = [](const HoldState& hold) { return hold.phase == Phase::kept || hold.phase == Phase::needless || hold.phase == Phase::given_up; };
  return is_told() && (state.holds.size() != options.told.holds.size() || !std::all_of(state.holds.begin(), state.holds.end(), is_over));
}

// ---- the order in which blocks start

// Where blocks form clusters, those of the first blocks go first.
std::vector<uint32_t> Machine::Impl::told_first_units() const {
  std::vector<uint32_t> first;
  for (const uint32_t block : options.told.first_blocks)
    if (const uint32_t unit = shape.cluster_of(block - number_of(0)); std::find(first.begin(), first.end(), unit) == first.end()) first.push_back(unit);
  return first;
}

uint32_t Machine::Impl::told_unit_at(uint64_t position) const {
  std::vector<uint32_t> first = told_first_units();
  if (position < first.size()) return first[position];
  uint64_t unit = position - first.size();
  std::sort(first.begin(), first.end());
  for (uint32_t taken : first) unit += taken <= unit;  // ascending: each one at or below moves the others up
  return static_cast<uint32_t>(unit);
}

uint64_t Machine::Impl::told_unit_position_of(uint32_t unit) const {
  const std::vector<uint32_t> first = told_first_units();
  const auto at = std::find(first.begin(), first.end(), unit);
  if (at != first.end()) return static_cast<uint64_t>(at - first.begin());
  return unit + static_cast<uint64_t>(std::count_if(first.begin(), first.end(), [&](uint32_t taken) { return taken > unit; }));
}

// ---- holding and letting go

// To be changed.
Split* Machine::Impl::held_split(const Moment& moment) {
  BlockState* const block = find_awake(moment.block - number_of(0));
  if (!block) return nullptr;
  block->is_changed = true;
  for (Split& split : block->warps[moment.thread / warp_size].splits)
    if (split.lanes & lane_of(moment)) return &split;
  return nullptr;
}

void Machine::Impl::let_go(size_t hold, Phase phase) {
  if (options.told.holds[hold].late) land_late_write(hold);
  state.holds[hold].phase = phase;
  state.holds[hold].ended = state.tick;
  if (options.told.holds[hold].late && !state.holds[hold].late.is_stopped) return;
  const Moment& mine = options.told.holds[hold].before;
  for (size_t i = 0; i < state.holds.size(); ++i) {  // is it held once more?
    const Moment& other = options.told.holds[i].before;
    if (state.holds[i].phase == Phase::holding && other.block == mine.block && other.thread == mine.thread) return;
  }
  if (Split* split = held_split(mine)) split->apart_until = 0;
}

void Machine::Impl::let_go_of_the_served() {
  for (size_t i = 0; i < state.holds.size(); ++i) {
    HoldState& hold = state.holds[i];
    if (hold.phase != Phase::holding) continue;
    if (hold.passes_until >= options.told.holds[i].until.pass) {
      if (options.told.holds[i].last) continue;
      let_go(i, Phase::kept);
      if (!options.told.holds[i].late) turn_to(options.told.holds[i].before);  // it goes on at once: as little as possible comes between
    } else if (state.tick - hold.since > options.told.patience) {
      let_go(i, Phase::given_up);
    }
  }
}

// Nobody can run but those who are held.
bool Machine::Impl::give_up_a_hold() {
  for (size_t i = 0; i < state.holds.size(); ++i)
    if (state.holds[i].phase == Phase::holding) {
      let_go(i, state.holds[i].passes_until >= options.told.holds[i].until.pass ? Phase::kept : Phase::given_up);
      return true;
    }
  return false;
}

// Whom a hold waits for has the turn.
void Machine::Impl::turn_to(const Moment& moment) {
  const uint32_t block = moment.block - number_of(0);
  const auto find = [&] { return std::find_if(state.resident.begin(), state.resident.end(), [&](const auto& b) { return b->index == block; }); };
  auto at = find();
  while (at == state.resident.end() && position_of(block) >= state.started && state.resident.size() + shape.cluster_size() <= max_resident) {
    start_next_blocks();
    state.has_interleaved = true;
    at = find();
  }
  if (at == state.resident.end()) return;  // it is done, or there is no room for it
  state.block_at_work = static_cast<uint32_t>(at - state.resident.begin());
  (*at)->warp_at_work = moment.thread / warp_size;
  (*at)->is_changed = true;
}

// Does a hold begin in front of the instruction that would be next? Then somebody else has to be chosen.
bool Machine::Impl::hold_back() {
  const BlockState& block = *state.resident[state.block_at_work];
  const uint32_t index = number_of(block.index), w = block.warp_at_work;
  for (size_t i = 0; i < state.holds.size(); ++i) {
    const ToldSchedule::Hold& told = options.told.holds[i];
    HoldState& hold = state.holds[i];
    WarpState& warp = state.resident[state.block_at_work]->warps[w];
    Split& split = warp.splits[warp.current];
    const bool is_there = hold.phase == Phase::coming && is_in(told.before, index, w) && split.pc == told.before.pc && (split.lanes & lane_of(told.before)) &&
                          hold.passes_before + 1 == told.before.pass;
    if (!is_there) continue;
    if (hold.passes_until >= told.until.pass) {
      hold.phase = Phase::needless;
      continue;
    }
    if (told.late) {
      if (!begin_late_write(i)) hold.phase = Phase::given_up;
      continue;
    }
    const bool parts = told.alone && split.lanes != lane_of(told.before);
    if (parts && program->assumes_lockstep) {
      hold.phase = Phase::given_up;
      continue;
    }
    hold.phase = Phase::holding;
    hold.since = state.tick;
    if (parts) {
      Split mine = split;
      mine.lanes = lane_of(told.before);
      mine.apart_until = end_of_time;
      split.lanes &= ~mine.lanes;
      warp.splits.push_back(mine);
    } else {
      split.apart_until = end_of_time;
    }
    turn_to(told.until);
    return true;
  }
  return false;
}

// ---- turns

// Ends the turn in front of the next moment, or where control may go elsewhere; counts the moments that come to pass in it.
void Machine::Impl::shorten_turn() {
  const BlockState& block = *state.resident[state.block_at_work];
  const uint32_t w = block.warp_at_work;
  const WarpState& warp = block.warps[w];
  const Split& split = warp.splits[warp.current];
  uint64_t length = stretches[split.pc];
  if (warp.splits.size() > 1) length = std::min<uint64_t>(length, std::max(1u, other_splits(warp).next - split.pc));
  bool is_concerned = false;
  const auto meet = [&](const Moment& moment, uint32_t& passes) {
    if (!is_in(moment, number_of(block.index), w)) return;
    is_concerned = true;
    if (moment.pc > split.pc) length = std::min<uint64_t>(length, moment.pc - split.pc);
    if (moment.pc != split.pc) return;
    length = 1;
    passes += (split.lanes & lane_of(moment)) != 0;
  };
  for (size_t i = 0; i < state.holds.size(); ++i) {
    const ToldSchedule::Hold& told = options.told.holds[i];
    meet(told.before, state.holds[i].passes_before);
    meet(told.until, state.holds[i].passes_until);
    if (told.late && state.holds[i].phase == Phase::holding && told.before.block == number_of(block.index)) {  // its block's fences are watched
      is_concerned = true;
      length = 1;
    }
  }
  if (is_concerned) state.turn_end = std::min(state.turn_end, state.tick + length);
}

bool Machine::Impl::settle_told() {
  if (state.holds.size() != options.told.holds.size()) state.holds.resize(options.told.holds.size());
  let_go_of_the_served();
  for (;;) {
    if (!settle_in_turn()) {
      if (!give_up_a_hold()) return false;
      continue;
    }
    if (!hold_back() && !land_what_must()) break;
  }
  // A turn that was cut into pieces is over when all of it would have been.
  const BlockState& block = *state.resident[state.block_at_work];
  const uint64_t who = uint64_t{block.index} << 32 | block.warp_at_work;
  if (who != state.told_turn_of || state.tick >= state.told_turn_end) {
    state.told_turn_of = who;
    state.told_turn_end = state.turn_end;
  }
  state.turn_end = state.told_turn_end;
  shorten_turn();
  return true;
}

}  // namespace wb
