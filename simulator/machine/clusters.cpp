// Clusters: blocks that run at the same time and reach into each other's shared memory.
//
//   grid (4,1,1), cluster (2,1,1)      cluster 0: blocks 0, 1      cluster 1: blocks 2, 3       started together, each rank behind the one before
//
// A pointer into the cluster's shared memory has a mark and a rank (source/pointer_value.h), so its allocation is beyond all that the run loop knows:
// every such access goes by access_lanes(), which asks here for the memory. Plain pointers lead to the own block, as ever, at no cost.
//
// The barrier of a cluster counts threads. Each of them arrives, and later waits (cluster.sync() does both):
//
//   block 0, warp 0    arrive                      wait | goes on
//   block 1, warp 0              arrive  wait ..........| goes on
//   block 1, warp 1                           arrive    : all have come, or have left: what waits is let go, and who comes to wait later passes
//
// A block that is in no cluster is one of its own: then this is the barrier in two halves that a block has (block.barrier_arrive(), barrier_wait()).
//
// A block that has left is not resident any more. Its shared memory is gone with it: whoever comes to it then is told so; and who came to it with
// nothing to keep the block from leaving first is told so when it leaves (Checks::leave_cluster).
#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"

namespace wb {
namespace {

bool is_waiting(const Split& split, const Program& program) { return split.at_barrier && program.code[split.pc].op == Opcode::cluster_wait; }

enum class Mistake : uint64_t { twice, without_arrival, left };

bool is_of_block(const Ins& ins) { return static_cast<HalfBarrier>(ins.kind) == HalfBarrier::block; }

void tell(RunContext& c, LaneMask lanes, Mistake mistake) {
  if (!lanes || !c.checks) return;
  uint64_t values[warp_size];
  std::fill(std::begin(values), std::end(values), static_cast<uint64_t>(mistake));
  c.checks->fault({.kind = is_of_block(c.code[c.pc]) ? FindingKind::barrier_halves : FindingKind::cluster_barrier, .tick = c.tick, .block = c.block, .warp = c.warp_index,
                   .site = c.info[c.pc].site, .lanes = lanes, .allocation = no_allocation, .value = values});
}

}  // namespace

// The next block, with all of its cluster.
void Machine::Impl::start_next_blocks() {
  const uint32_t size = shape.cluster_size();
  do start_block(block_at(state.started++));
  while (state.started % size && state.started < part_end);
}

ClusterMemory Machine::Impl::memory_in_cluster(RunContext& c, uint32_t allocation) {
  const ClusterPlace place = cluster_place(allocation);
  if (place.allocation >= views.size() || views[place.allocation].space != Space::shared || place.rank >= shape.cluster_size()) return {};
  const uint32_t in_block = place_of(place.allocation - first_program_allocation);
  if (in_block == SharedLayout::not_there) return {};
  const BlockState& own = *state.resident[state.block_at_work];
  const uint32_t index = shape.block_of_cluster(shape.cluster_of(own.index), place.rank);
  if (index == own.index) return {&views[place.allocation], place.allocation};
  ClusterMemory found{nullptr, place.allocation, c.first_block + index, own.cluster_waits > 0, own.cluster_phases};
  BlockState* const block = find_resident(index);
  if (!block) return found;
  unpack_block(*block);
  block->is_changed = true;
  cluster_view = views[place.allocation];
  cluster_view.bytes = block->shared.data() + in_block;
  cluster_view.written = block->shared_written.data();
  cluster_view.written_origin = in_block;
  found.view = &cluster_view;
  return found;
}

// ---- the barrier

void Machine::Impl::arrive_at_cluster(RunContext& c, const Ins& ins) {
  BlockState& block = *state.resident[state.block_at_work];
  WarpState& warp = *c.warp;
  tell(c, c.mask & (warp.arrived | warp.may_pass), Mistake::twice);
  warp.may_pass &= ~c.mask;
  warp.arrived |= c.mask;
  const bool is_relaxed = static_cast<HalfBarrier>(ins.kind) == HalfBarrier::relaxed;
  if (checks) checks->cluster_arrival(cluster_number(block.index), c.block, {c.warp_index, c.mask}, is_relaxed, c.tick);
  complete_cluster(block.index, c.tick);
}

// Those of the lanes that go on. Lanes that have arrived for the next time wait without them: they may have come round while the others were still on their
// way. The split at work keeps those that wait, and the others stand behind the wait.
LaneMask pass_cluster_lanes(WarpState& warp, Pc wait, LaneMask lanes) {
  const LaneMask waiting = lanes & warp.arrived, passing = lanes & ~waiting;
  warp.may_pass &= ~passing;
  if (!waiting || !passing) return passing;
  Split apart = warp.splits[warp.current];
  apart.pc = wait + 1;
  apart.lanes = passing;
  warp.splits[warp.current].lanes = waiting;
  warp.splits.push_back(apart);
  return passing;
}

// Lanes come to wait. False: for some of them others have not arrived yet. Who has not arrived itself is told so, and does it now.
bool Machine::Impl::pass_cluster(RunContext& c) {
  BlockState& block = *state.resident[state.block_at_work];
  WarpState& warp = *c.warp;
  if (const LaneMask missing = c.mask & ~(warp.arrived | warp.may_pass)) {
    tell(c, missing, Mistake::without_arrival);
    warp.arrived |= missing;
    if (checks) checks->cluster_arrival(cluster_number(block.index), c.block, {c.warp_index, missing}, false, c.tick);
    complete_cluster(block.index, c.tick);
  }
  const LaneMask passing = pass_cluster_lanes(warp, c.pc, c.mask);
  if (!passing) return false;
  block.cluster_waits = block.cluster_phases;
  if (checks) checks->cluster_wait(cluster_number(block.index), c.block, {c.warp_index, passing}, c.tick);
  return passing == c.mask;
}

bool Machine::Impl::has_arrived_at_cluster(BlockState& block) {
  unpack_block(block);
  return std::all_of(block.warps.begin(), block.warps.end(), [](const WarpState& warp) {
    return std::all_of(warp.splits.begin(), warp.splits.end(), [&](const Split& split) { return !(split.lanes & ~warp.arrived); });
  });
}

// Of a block whose warps all wait: some of them there.
bool Machine::Impl::is_at_cluster_barrier(const BlockState& block) const {
  return std::any_of(block.warps.begin(), block.warps.end(), [&](const WarpState& warp) {
    return std::any_of(warp.splits.begin(), warp.splits.end(), [&](const Split& split) { return is_waiting(split, *program); });
  });
}

// Of a block that ends: who has arrived and left without waiting.
void Machine::Impl::report_unmet_arrivals(const BlockState& block) {
  uint64_t values[warp_size];
  std::fill(std::begin(values), std::end(values), static_cast<uint64_t>(Mistake::left));
  for (uint32_t w = 0; w < block.warps.size(); ++w) {
    const WarpState& warp = block.warps[w];
    for (LaneMask rest = warp.exited & (warp.arrived | warp.may_pass); rest; rest &= rest - 1) {
      const Pc arrival = arrival_before(warp.exit_pc[static_cast<size_t>(std::countr_zero(rest))]);
      checks->fault({.kind = FindingKind::barrier_halves, .tick = state.tick - 1, .block = number_of(block.index), .warp = w, .site = program->info[arrival].site,
                     .lanes = rest & (0 - rest), .allocation = no_allocation, .value = values});
    }
  }
}

// The last place in the text where threads arrive at the block's barrier, as seen from here.
Pc Machine::Impl::arrival_before(Pc pc) const {
  Pc found = pc;
  for (Pc at = 0; at < program->code.size() && (at < pc || found == pc); ++at)
    if (program->code[at].op == Opcode::cluster_arrive && is_of_block(program->code[at])) found = at;
  return found;
}

// Somebody of this block's cluster has arrived, or has left.
void Machine::Impl::complete_cluster(uint32_t block, uint64_t tick) {
  const uint32_t cluster = shape.cluster_of(block);
  std::vector<BlockState*> blocks;
  if (BlockState* const own = find_resident(block); own && !has_arrived_at_cluster(*own)) return;
  for (uint32_t rank = 0; rank < shape.cluster_size(); ++rank)
    if (BlockState* const other = find_resident(shape.block_of_cluster(cluster, rank))) {
      if (!has_arrived_at_cluster(*other)) return;
      blocks.push_back(other);
    }
  if (blocks.empty()) return;
  if (checks) {
    std::vector<uint32_t> numbers;
    for (const BlockState* one : blocks) numbers.push_back(number_of(one->index));
    checks->cluster_complete(cluster_number(block), numbers, tick);
  }
  for (BlockState* one : blocks) let_go_of_cluster(*one, tick);
  state.idle_turns = 0;
  for (const BlockState* one : blocks) count_anew(*one);
}

void Machine::Impl::let_go_of_cluster(BlockState& block, uint64_t tick) {
  if (is_alone) look_alone(block, tick);
  ++block.cluster_phases;
  block.is_changed = true;
  for (uint32_t w = 0; w < block.warps.size(); ++w) {
    WarpState& warp = block.warps[w];
    const bool was_stopped = !warp.splits.empty() && std::none_of(warp.splits.begin(), warp.splits.end(), can_run);
    const bool was_counted = was_stopped && std::none_of(warp.splits.begin(), warp.splits.end(), [&](const Split& split) { return is_named_barrier(program->code[split.pc].op); });
    warp.may_pass |= std::exchange(warp.arrived, 0);
    const bool goes_on = std::any_of(warp.splits.begin(), warp.splits.end(), [&](const Split& split) { return is_waiting(split, *program); });
    if (goes_on && was_counted) block.waiting_warps--;  // before anybody is told, who may count (recording/run_journal.h)
    for (Split& split : warp.splits) {
      if (!is_waiting(split, *program)) continue;
      if (checks) checks->cluster_wait(cluster_number(block.index), number_of(block.index), {w, split.lanes}, tick);
      warp.may_pass &= ~split.lanes;
      block.cluster_waits = block.cluster_phases;
      split.pc++;
      split.at_barrier = false;
    }
    if (goes_on && was_stopped) choose_split(warp, tick);
  }
}

}  // namespace wb
