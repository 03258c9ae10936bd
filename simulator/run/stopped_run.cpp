#include "simulator/run/stopped_run.h"

#include <algorithm>

namespace wb {
namespace {

// Where the warps of the block at work stand: what a finding about a run that cannot go on names.
std::vector<BarrierStand> stands_of(Machine& machine, uint32_t block_index) {
  std::vector<BarrierStand> stands;
  const BlockState* block = machine.resident(block_index);
  if (!block) return stands;
  for (uint32_t w = 0; w < block->warps.size(); ++w)
    for (const Split& split : block->warps[w].splits) {
      BarrierStand stand;
      stand.state = split.at_barrier || split.waits_for ? BarrierStand::State::waiting : BarrierStand::State::elsewhere;
      stand.warp = w;
      stand.lanes = split.lanes;
      stand.site = machine.program().info[split.pc].site;
      stand.span = machine.program().info[split.pc].span;
      stands.push_back(stand);
    }
  return stands;
}

// Barriers with numbers at which somebody of the block waits.
std::vector<LackingBarrier> lacking_barriers(const BlockState& block) {
  std::vector<LackingBarrier> lacking;
  for (uint32_t number = 0; number < block.named.size(); ++number) {
    const NamedBarrier& barrier = block.named[number];
    if (barrier.waiting) lacking.push_back({number, barrier.arrived, barrier.is_for_all ? block.live_warps * warp_size : barrier.expected});
  }
  return lacking;
}

// Who does not come to such a barrier may have left.
void add_exited(std::vector<BarrierStand>& stands, const BlockState& block) {
  for (uint32_t w = 0; w < block.warps.size(); ++w)
    if (block.warps[w].exited) stands.push_back({.state = BarrierStand::State::exited, .warp = w, .lanes = block.warps[w].exited});
}

// Blocks that a block at a barrier of the grid waits for, though they have left.
std::vector<uint32_t> left_blocks(const Machine& machine, uint32_t waiting) {
  std::vector<uint32_t> left;
  const BlockState* block = machine.resident(waiting);
  if (!block || !block->at_grid_barrier) return left;
  const std::vector<LaneState> states = machine.block_states();
  for (uint32_t b = 0; b < states.size(); ++b)
    if (states[b] == LaneState::done) left.push_back(b);
  return left;
}

// One that waits for itself, rather than for the grid.
uint32_t stuck_block(const Machine& machine) {
  const auto& resident = machine.state().resident;
  const auto own = std::find_if(resident.begin(), resident.end(), [](const auto& block) { return !block->at_grid_barrier; });
  return (own == resident.end() ? resident.front() : *own)->index;
}

}  // namespace

void report_stop(Machine& machine, Checks& checks, FindingKind kind) {
  uint32_t block = 0;
  if (auto next = machine.next()) block = next->block;
  else if (!machine.state().resident.empty()) block = stuck_block(machine);
  std::vector<BarrierStand> stands = stands_of(machine, block);
  const BlockState* state = machine.resident(block);
  const std::vector<LackingBarrier> lacking = state ? lacking_barriers(*state) : std::vector<LackingBarrier>{};
  if (!lacking.empty()) add_exited(stands, *state);
  checks.stopped(kind, block, machine.tick(), stands, left_blocks(machine, block), lacking);
}

void report_budget(Machine& machine, Checks& checks) {
  report_stop(machine, checks, FindingKind::budget);
  if (const std::optional<EndlessLanes> poll = machine.find_poll()) checks.last_poll(*poll);
}

}  // namespace wb
