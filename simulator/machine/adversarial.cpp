// The adversarial schedule: any warp, but nobody stores as long as somebody else can still fetch. Each turn is one instruction.
//
// Before each turn all warps that can run choose among their lanes, so that it is known who comes to a store. A grid whose blocks wait for
// each other has tens of thousands of warps; but from one turn to the next that changes for few alone:
//
//   the block that was at work       its warps are looked at again
//   a warp whose lanes are asleep    when they wake up: that tick is written down (Looks)
//   blocks that start                likewise, at once
//   a barrier of the grid            all of them
//
// To look at a warp twice while the same lanes are awake changes nothing, so the others need not be looked at, and the run is the same.
#include <algorithm>

#include "simulator/machine/machine_impl.h"

namespace wb {

bool Machine::Impl::comes_to_store(const WarpState& warp) const {
  const Opcode op = program->code[warp.splits[warp.current].pc].op;
  return is_store(op) || is_atomic(op) || is_async_copy(op);
}

void Machine::Impl::look_at(size_t resident) {
  BlockState& block = *state.resident[resident];
  uint32_t can_run = 0, can_fetch = 0;
  uint64_t next_look = end_of_time;
  if (!all_wait(block)) {  // for the grid
    wake(block);
    for (WarpState& warp : block.warps) {
      if (!is_runnable(warp.splits)) continue;
      choose_split(warp, state.tick);
      ++can_run;
      can_fetch += !comes_to_store(warp);
      for (const Split& split : warp.splits)
        if (split.apart_until > state.tick) next_look = std::min(next_look, split.apart_until);
    }
    block.is_changed = true;
  }
  ready.change(resident, can_run);
  fetching.change(resident, can_fetch);
  if (next_look != end_of_time) looks.add(next_look, block.index);
}

bool Machine::Impl::settle_adversarial() {
  if (ready.is_known()) {
    look_at(state.block_at_work);
    for (uint32_t index = 0; looks.take(state.tick, index);) {
      const BlockState* const block = find_resident(index);
      if (!block) continue;
      look_at(static_cast<size_t>(std::find_if(state.resident.begin(), state.resident.end(), [&](const auto& b) { return b.get() == block; }) - state.resident.begin()));
    }
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
  const BlockState& block = *state.resident[resident];
  const auto is_one = [&](const WarpState& warp) { return is_runnable(warp.splits) && !(prefers_fetch && comes_to_store(warp)); };
  uint32_t w = 0;
  while (!is_one(block.warps[w]) || nth-- > 0) ++w;
  begin_parting_turn(static_cast<uint32_t>(resident), w);
  state.turn_end = state.tick + 1;
  return true;
}

}  // namespace wb
