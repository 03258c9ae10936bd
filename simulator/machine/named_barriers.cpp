// Barriers with a number: for as many threads of a block as each call says (PTX "bar", "barrier"; __barrier_sync_count).
//
// A barrier counts warps, 32 threads each, whole or not. A warp comes to it when all its lanes that have not left stand there. Who waits goes on
// when the count is full, who only arrives goes on at once; then the barrier is as new.
//
//   warp 0   write tile   bar.arrive 1, 96 | goes on ...                                   what it did before is behind those who wait
//   warp 1                                       bar.sync 1, 96 | waits ...... | read tile
//   warp 2                                                       bar.sync 1, 96 | read tile
//                          32 of 96              64 of 96         96: complete, 0 of ...
//
// Without a count it is for all warps that have not left. Number 0 without one is the block's own barrier, that of __syncthreads().
// In the schedules in which warps take turns, a warp that arrives gives its turn away: else a producer would run ahead of those it works for, which
// no GPU does as far.
//
// Lanes of one warp that stand at different barriers wait for each other, as PTX says: the warp never arrives. What PTX leaves undefined (a count
// that is no whole number of warps, two counts at once) is reported, and goes on with the count rounded up, of who came first.
#include <algorithm>
#include <bit>

#include "simulator/analysis/barrier_numbers.h"
#include "simulator/analysis/checks.h"
#include "simulator/machine/machine_impl.h"

namespace wb {
namespace {

uint32_t whole_warps(uint32_t threads) { return threads / warp_size * warp_size + (threads % warp_size ? warp_size : 0); }

LaneMask lanes_of(const WarpState& warp) {
  LaneMask lanes = 0;
  for (const Split& split : warp.splits) lanes |= split.lanes;
  return lanes;
}

}  // namespace

// A warp at a barrier, all its lanes.
struct Machine::Impl::Arrival {
  uint32_t warp = 0, number = 0, count = 0;  // count 0: for all of the block
  uint32_t other_count = 0;                  // that some of its lanes give
  bool waits = false, has_vote = false;
  LaneMask lanes = 0;
  uint32_t site = no_site;
};

// None: its lanes stand at different barriers.
std::optional<Machine::Impl::Arrival> Machine::Impl::arrival_of(const BlockState& block, uint32_t w) const {
  Arrival arrival;
  bool is_first = true;
  for (const Split& split : block.warps[w].splits) {
    const Ins& ins = program->code[split.pc];
    if (!split.at_barrier || !is_named_barrier(ins.op)) return std::nullopt;
    const uint32_t* const registers = block.registers.data() + size_t{w} * slot_words;
    const bool has_vote = ins.op == Opcode::named_barrier_vote, waits = has_vote || static_cast<NamedBarrierUse>(ins.kind) == NamedBarrierUse::sync;
    for (LaneMask rest = split.lanes; rest; rest &= rest - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(rest));
      const uint32_t number = registers[size_t{ins.a} * warp_size + lane], count = registers[size_t{ins.b} * warp_size + lane];
      if (is_first) arrival = {w, number, count, count, waits, has_vote, lanes_of(block.warps[w]), program->info[split.pc].site};
      is_first = false;
      if (number != arrival.number || waits != arrival.waits || has_vote != arrival.has_vote) return std::nullopt;
      if (count != arrival.count) arrival.other_count = count;
    }
  }
  return arrival;
}

// The warp's lanes all wait. False: not at a barrier with a number, or at one that is the block's own.
bool Machine::Impl::come_to_named_barrier(BlockState& block, uint32_t w) {
  const WarpState& warp = block.warps[w];
  if (std::none_of(warp.splits.begin(), warp.splits.end(), [&](const Split& split) { return is_named_barrier(program->code[split.pc].op); })) return false;
  const std::optional<Arrival> arrival = arrival_of(block, w);
  if (!arrival) return true;
  const bool is_for_all = arrival->count == 0 || (arrival->count == warps_per_block * warp_size && block.live_warps == warps_per_block);
  if (arrival->number == 0 && arrival->waits && !arrival->has_vote && is_for_all) return false;
  if (block.named.empty()) block.named.resize(ptx_barriers + tile_barriers);
  check_arrival(block, *arrival);
  arrive(block, *arrival);
  return true;
}

void Machine::Impl::check_arrival(const BlockState& block, const Arrival& arrival) {
  const uint32_t block_threads = warps_per_block * warp_size;
  if (!is_barrier_number(arrival.number)) report_barrier(block, arrival, BarrierMistake::number, 0);
  if (!arrival.waits && arrival.count == 0) report_barrier(block, arrival, BarrierMistake::no_count, 0);
  if (arrival.count % warp_size) report_barrier(block, arrival, BarrierMistake::not_warps, 0);
  else if (arrival.count > block_threads) report_barrier(block, arrival, BarrierMistake::too_many, shape.threads_per_block());
  if (arrival.other_count != arrival.count) report_barrier(block, arrival, BarrierMistake::other_count, arrival.other_count);
  const NamedBarrier& barrier = block.named[barrier_index(arrival.number)];
  if (barrier.expected == 0) {  // those who wait at the block's own barrier hold its number
    if (arrival.number == 0 && block.waiting_warps) report_barrier(block, arrival, BarrierMistake::other_count, block_threads);
    return;
  }
  const uint32_t expected = barrier.is_for_all ? block_threads : barrier.expected;
  if ((arrival.count ? whole_warps(arrival.count) : block_threads) != expected) report_barrier(block, arrival, BarrierMistake::other_count, expected);
  if (arrival.has_vote ? barrier.has_others : barrier.has_votes) report_barrier(block, arrival, BarrierMistake::mixed, 0);
}

void Machine::Impl::report_barrier(const BlockState& block, const Arrival& arrival, BarrierMistake mistake, uint32_t expected) {
  if (checks)
    checks->barrier_mistake({mistake, state.tick - 1, number_of(block.index), arrival.warp, arrival.lanes, arrival.site, arrival.number, arrival.count, expected, arrival.has_vote});
}

void Machine::Impl::arrive(BlockState& block, const Arrival& arrival) {
  const uint32_t number = barrier_index(arrival.number);
  NamedBarrier& barrier = block.named[number];
  if (barrier.expected == 0) {
    barrier.is_for_all = arrival.count == 0;
    barrier.expected = arrival.count ? whole_warps(arrival.count) : warps_per_block * warp_size;
  }
  barrier.arrived += warp_size;
  (arrival.has_vote ? barrier.has_votes : barrier.has_others) = true;
  if (checks) checks->barrier_arrival(number_of(block.index), number, {arrival.warp, arrival.lanes}, state.tick - 1);
  if (arrival.waits) {
    barrier.waiting |= 1u << arrival.warp;
  } else {
    let_go_of_named(block, arrival.warp);
    if (is_in_turn()) block.warp_at_work = (arrival.warp + (options.schedule == Schedule::reverse ? warps_per_block - 1 : 1)) % warps_per_block;
  }
  complete_what_can(block);
}

// A warp has come, or has left the kernel.
void Machine::Impl::complete_what_can(BlockState& block) {
  for (uint32_t number = 0; number < block.named.size(); ++number) {
    const NamedBarrier& barrier = block.named[number];
    if (barrier.expected && barrier.arrived >= (barrier.is_for_all ? block.live_warps * warp_size : barrier.expected)) complete(block, number);
  }
}

void Machine::Impl::complete(BlockState& block, uint32_t number) {
  const NamedBarrier barrier = std::exchange(block.named[number], {});
  if (barrier.has_votes) count_named_votes(block, barrier);
  std::vector<WarpLanes> waiting;
  for (uint32_t w = 0; w < warps_per_block; ++w)
    if (barrier.waiting >> w & 1) waiting.push_back({w, lanes_of(block.warps[w])});
  if (checks) {
    const bool is_whole = waiting.size() == (barrier.is_for_all ? block.live_warps : warps_per_block);  // a count does not wait for those who leave
    if (is_whole) checks->barrier(number_of(block.index), state.tick - 1);
    else checks->named_barrier(number_of(block.index), number, waiting, state.tick - 1);
  }
  for (const WarpLanes& one : waiting) let_go_of_named(block, one.warp);
  state.idle_turns = 0;
}

void Machine::Impl::let_go_of_named(BlockState& block, uint32_t w) {
  WarpState& warp = block.warps[w];
  for (Split& split : warp.splits) {
    split.pc++;
    split.at_barrier = false;
  }
  choose_split(warp, state.tick);
  block.is_changed = true;
}

// What bar.red gives: over all threads that wait there.
void Machine::Impl::count_named_votes(BlockState& block, const NamedBarrier& barrier) {
  uint32_t threads = 0, votes = 0;
  const auto each_vote = [&](auto&& work) {
    for (uint32_t w = 0; w < warps_per_block; ++w)
      for (const Split& split : block.warps[w].splits)
        if (const Ins& ins = program->code[split.pc]; (barrier.waiting >> w & 1) && ins.op == Opcode::named_barrier_vote)
          for (LaneMask rest = split.lanes; rest; rest &= rest - 1)
            work(ins, block.registers.data() + size_t{w} * slot_words + static_cast<size_t>(std::countr_zero(rest)));
  };
  each_vote([&](const Ins& ins, const uint32_t* lane) {
    ++threads;
    votes += lane[size_t{ins.c} * warp_size] != 0;
  });
  each_vote([&](const Ins& ins, uint32_t* lane) {
    const auto kind = static_cast<BarrierVote>(ins.kind);
    lane[size_t{ins.d} * warp_size] = kind == BarrierVote::count_of ? votes : kind == BarrierVote::all ? votes == threads : votes != 0;
  });
}

}  // namespace wb
