// grid.sync(): a block that has arrived waits until all blocks of the grid have, so all of them must be resident at once. A block that has
// returned never arrives, and neither does one for which there is no room: then nobody can go on, which is a deadlock.
//
// A grid may have thousands of blocks, and nothing of a block changes by being let go but where its warps stand. So that is not written down:
// a block that has come to the barrier for the k-th time goes on if the grid has been let go k times.
//
//   block 7     ... at work ...|  stands at the barrier, grid_arrivals 3                                  | wakes: its turn, or somebody looks
//   the grid    grid_releases 2 ............................................ 3, released_at = this tick ......
//   snapshots                  S: block 7, saved            S: the same            S: the same saved block
//
// Blocks that the barrier has to look at are let go at once: those whose warps stand at different barriers, that have lanes which left, and
// barriers that give each thread a result.
#include <algorithm>
#include <bit>

#include "simulator/analysis/checks.h"
#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"

namespace wb {

// Of a block whose warps all wait.
bool Machine::Impl::is_at_grid_barrier(const BlockState& block) const {
  for (const WarpState& warp : block.warps)
    for (const Split& split : warp.splits)
      if (program->code[split.pc].op == Opcode::barrier && program->code[split.pc].kind == 1) return true;
  return false;
}

bool Machine::Impl::passes_plainly(const BlockState& block) const {
  if (has_barrier_votes || is_told()) return false;
  const Pc first = block.warps[0].splits.empty() ? 0 : block.warps[0].splits[0].pc;
  return std::all_of(block.warps.begin(), block.warps.end(), [&](const WarpState& warp) {
    return !warp.exited && std::all_of(warp.splits.begin(), warp.splits.end(), [&](const Split& split) { return split.pc == first; });
  });
}

// A launch that is not cooperative has no barrier of the grid: a card ends it with an error. Here it goes on as if it had, so that the rest is seen.
void Machine::Impl::tell_of_plain_launch(const BlockState& block) {
  if (!checks || may_sync_grid || state.grid_releases > 0 || state.at_grid_barrier > 0) return;
  for (uint32_t w = 0; w < block.warps.size(); ++w)
    for (const Split& split : block.warps[w].splits) {
      const Ins& ins = program->code[split.pc];
      if (ins.op != Opcode::barrier || ins.kind != 1) continue;
      const uint32_t thread = w * warp_size + static_cast<uint32_t>(std::countr_zero(split.lanes));
      return checks->grid_fault({GridFault::Mistake::plain, state.tick - 1, block.index, thread, program->info[split.pc].site, {}, {}, {}});
    }
}

void Machine::Impl::arrive_at_grid_barrier(BlockState& block) {
  tell_of_plain_launch(block);
  block.at_grid_barrier = true;
  block.passes_plainly = passes_plainly(block);
  block.grid_arrivals = state.grid_releases + 1;
  block.is_changed = true;
  if (++state.at_grid_barrier < block_count) {
    state.wanted_resident = std::min(static_cast<uint32_t>(state.resident.size()) + 1, max_resident);
    return;
  }
  state.at_grid_barrier = 0;
  state.grid_releases++;
  state.grid_released_at = state.tick;
  ready.forget();
  for (const auto& waiting : state.resident) {
    if (waiting->passes_plainly) {
      if (checks) checks->barrier(waiting->index, state.tick - 1);
      continue;
    }
    unpack_block(*waiting);
    waiting->at_grid_barrier = false;
    release_barrier(*waiting);
  }
  if (checks) checks->grid_barrier(state.tick - 1);
  if (is_in_turn()) state.block_at_work = 0;
}

// To be called before anybody looks at a block's warps or lets them run.
void Machine::Impl::wake(BlockState& block) {
  unpack_block(block);
  if (is_let_go(block)) wake_let_go(block);
  if (is_alone) look_alone(block, state.tick);
}

void Machine::Impl::wake_let_go(BlockState& block) {
  block.at_grid_barrier = false;
  pass_barrier(block, state.grid_released_at);
}

}  // namespace wb
