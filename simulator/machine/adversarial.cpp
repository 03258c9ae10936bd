// The adversarial schedule: any warp, but nobody stores as long as somebody else can still fetch. Each turn is one instruction.
//
// Before each turn all warps that can run choose among their lanes, so that it is known who comes to a store. A grid whose blocks wait for
// each other has tens of thousands of warps; but from one turn to the next that changes for few alone:
//
//   the warp that was at work        is looked at again; all of its block where it came to a barrier or ended
//   a warp whose lanes are asleep    when they wake up: that tick is written down (Looks)
//   blocks that start, or that the barrier of their cluster lets go    likewise, at once
//   a barrier of the grid            all of them
//
// To look at a warp twice while the same lanes are awake changes nothing, so the others need not be looked at, and the run is the same.
#include <algorithm>
#include <bit>

#include "simulator/machine/machine_impl.h"

namespace wb {

bool Machine::Impl::comes_to_store(const WarpState& warp) const {
  const Opcode op = program->code[warp.splits[warp.current].pc].op;
  return is_store(op) || is_atomic(op) || is_async_copy(op);
}

// Can it run, and does it come to no store then? And when it must be looked at again.
Machine::Impl::Looked Machine::Impl::look_at_warp(WarpState& warp) {
  if (!is_runnable(warp.splits)) return {};
  choose_split(warp, state.tick);
  Looked looked{true, !comes_to_store(warp), end_of_time};
  for (const Split& split : warp.splits)
    if (split.apart_until > state.tick) looked.next = std::min(looked.next, split.apart_until);
  return looked;
}

void Machine::Impl::look_at(size_t resident) {
  BlockState& block = *state.resident[resident];
  uint32_t can_run = 0, can_fetch = 0;
  uint64_t next_look = end_of_time;
  if (!all_wait(block)) {  // for the grid
    wake(block);
    for (uint32_t w = 0; w < block.warps.size(); ++w) {
      const Looked looked = look_at_warp(block.warps[w]);
      can_run |= uint32_t{looked.can_run} << w;
      can_fetch |= uint32_t{looked.can_fetch} << w;
      next_look = std::min(next_look, looked.next);
    }
    block.is_changed = true;
  }
  ready.change_warps(resident, can_run);
  fetching.change_warps(resident, can_fetch);
  if (next_look != end_of_time) looks.add(next_look, block.index);
}

// Nothing else of its block has changed.
void Machine::Impl::look_at_warp_at_work() {
  BlockState& block = *state.resident[state.block_at_work];
  const uint32_t bit = 1u << block.warp_at_work;
  const Looked looked = look_at_warp(block.warps[block.warp_at_work]);
  const auto with = [&](uint32_t warps, bool is) { return is ? warps | bit : warps & ~bit; };
  ready.change_warps(state.block_at_work, with(ready.warps_of(state.block_at_work), looked.can_run));
  fetching.change_warps(state.block_at_work, with(fetching.warps_of(state.block_at_work), looked.can_fetch));
  if (looked.next != end_of_time) looks.add(looked.next, block.index);
}

bool Machine::Impl::settle_adversarial() {
  if (ready.is_known()) {
    if (is_warp_alone_changed) look_at_warp_at_work();
    else look_at(state.block_at_work);
    for (uint32_t index = 0; looks.take(state.tick, index);)
      if (const std::optional<size_t> place = resident_place(index)) look_at(*place);
  } else {
    ready.set(std::vector<uint32_t>(state.resident.size()));
    fetching.set(std::vector<uint32_t>(state.resident.size()));
    looks.forget();
    for (size_t i = 0; i < state.resident.size(); ++i) look_at(i);
  }
  if (ready.total() == 0) return false;
  const bool prefers_fetch = fetching.total() && random_below(16);
  const ReadyWarps& candidates = prefers_fetch ? fetching : ready;
  auto [resident, nth] = candidates.find(random_below(candidates.total()));
  uint32_t warps = candidates.warps_of(resident);
  for (; nth > 0; --nth) warps &= warps - 1;
  const auto w = static_cast<uint32_t>(std::countr_zero(warps));
  begin_parting_turn(static_cast<uint32_t>(resident), w);
  state.turn_end = state.tick + 1;
  return true;
}

}  // namespace wb
