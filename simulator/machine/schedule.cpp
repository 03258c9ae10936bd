// Who runs next. Everything here is a function of the state alone, so a run can be stopped at any tick and goes on as if it had not been.
//
//   in_order, reverse   one block after the other, in a block one warp after the other, each to its end or its next barrier. A turn is
//                       limited: a warp that spins on a flag lets its neighbours run, and when all warps of the block have only spun
//                       for a turn, further blocks are started and take turns with it. So they are when a block goes from barrier to barrier
//                       for very long, and looks at what others may change. __nanosleep() ends a turn at once; the library's waits have one.
//   round_robin         one instruction of each warp in turn, four blocks at a time
//   random              any warp of up to 16 blocks; now and then some lanes of a warp fall behind at a memory access
//   adversarial         as random, but nobody stores as long as somebody else can still fetch: adversarial.cpp
//   told                in order, but for places that somebody named: told.cpp
#include <algorithm>
#include <bit>

#include "simulator/analysis/checks.h"
#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"

namespace wb {
namespace {

constexpr uint64_t long_turn = 1 << 16;   // alone on the machine
constexpr uint64_t short_turn = 1 << 12;  // others wait, too
constexpr uint64_t barrier_stint = 1 << 18;  // of a block that never spins for a turn, since it comes to barriers: instructions until others take turns with it
constexpr uint64_t passing_share = short_turn / 64;  // of the ticks at which a turn that __nanosleep() has ended counts as idle

bool is_one(LaneMask lanes) { return (lanes & (lanes - 1)) == 0; }

LaneMask lanes_of_warp(const LaunchShape& shape, uint32_t warp) {
  const uint32_t left = shape.threads_per_block() - warp * warp_size;
  return left >= warp_size ? ~0u : (1u << left) - 1;
}

}  // namespace

uint64_t Machine::Impl::random() {  // splitmix64
  uint64_t z = (state.random += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// ---- blocks

void Machine::Impl::start_block(uint32_t index) {
  const bool is_fresh = pool.empty();
  state.resident.push_back(is_fresh ? std::make_unique<BlockState>() : std::move(pool.back()));
  if (!is_fresh) pool.pop_back();
  fill_block(*state.resident.back(), index, is_fresh);
  ready.append(warps_per_block);
  fetching.append(0);
  if (options.schedule == Schedule::adversarial) looks.add(state.tick, index);
  if (checks) checks->begin_block(number_of(index));
  if (checks && shape.cluster_size() > 1) checks->join_cluster(number_of(index), cluster_number(index));
}

// As it is when it starts. `is_fresh`: its arrays have not been of a block of this launch before.
void Machine::Impl::fill_block(BlockState& block, uint32_t index, bool is_fresh) {
  if (is_fresh) {
    block.warps.resize(warps_per_block);
    block.registers.assign(size_t{warps_per_block} * slot_words, 0xABABABAB);
    block.init_masks.resize(size_t{warps_per_block} * program->init_mask_count);
    block.shared.resize(shared_bytes ? shared_bytes + 256 : 0);
    block.shared_written.resize(shared_bytes ? shared_bytes / 8 + 64 : 0);
    block.local.resize(local_stride ? size_t{warps_per_block} * warp_size * local_stride + 256 : 0);
    block.local_written.resize(block.local.size() / 8 + (local_stride ? 64 : 0));
    fill_presets(block.registers.data());
  }
  block.index = index;
  block.warp_at_work = options.schedule == Schedule::reverse ? warps_per_block - 1 : 0;
  block.live_warps = warps_per_block;
  block.waiting_warps = 0;
  block.at_grid_barrier = false;
  block.grid_arrivals = 0;
  block.named.clear();
  block.instructions = 0;
  block.cluster_phases = block.cluster_waits = 0;
  block.saved = block.absent_from = nullptr;
  block.is_changed = true;
  fill_block_index(*program, shape, index, block.registers.data());
  for (uint32_t warp = 0; warp < warps_per_block; ++warp) {
    WarpState& w = block.warps[warp];
    w.splits.assign(1, Split{.pc = entry, .lanes = lanes_of_warp(shape, warp)});
    w.current = 0;
    w.back_jumps = 0;
    w.exited = w.arrived = w.may_pass = 0;
    w.stacks.assign(program->has_calls ? warp_size : 0, {});
    w.copies.clear();
  }
  std::fill(block.init_masks.begin(), block.init_masks.end(), 0);
  std::fill(block.shared.begin(), block.shared.end(), poison_byte);
  std::fill(block.shared_written.begin(), block.shared_written.end(), uint8_t{0});
  std::fill(block.local_written.begin(), block.local_written.end(), uint8_t{0});
  std::fill(block.stack_written.begin(), block.stack_written.end(), uint8_t{0});
}

void Machine::Impl::end_block(size_t at) {
  const uint32_t index = state.resident[at]->index;
  if (checks && program->has_clusters) checks->leave_cluster(number_of(index), state.resident[at]->cluster_waits);
  if (checks && program->has_split_block_barrier) report_unmet_arrivals(*state.resident[at]);
  if (checks) checks->end_block(number_of(index));
  if (pool.size() < 16) pool.push_back(std::move(state.resident[at]));
  state.resident.erase(state.resident.begin() + static_cast<std::ptrdiff_t>(at));
  state.finished++;
  state.idle_turns = 0;
  ready.erase(at);
  fetching.erase(at);
  if (state.block_at_work >= state.resident.size()) state.block_at_work = 0;
  if (options.schedule == Schedule::in_order || options.schedule == Schedule::reverse) {  // those at a barrier of the grid wait for the ones that have not begun
    const auto waiting = static_cast<uint32_t>(state.at_grid_barrier);
    state.wanted_resident = std::min(std::max(waiting + 1, static_cast<uint32_t>(state.resident.size())), max_resident);
  }
  if (program->has_clusters) complete_cluster(index, state.tick - 1);  // who has left need not come
}

// ---- choosing

bool Machine::Impl::settle() {
  if (state.is_settled) return true;
  if (state.is_trapped || is_alone) return false;
  while (state.resident.size() < state.wanted_resident && state.started < part_end) start_next_blocks();
  if (state.resident.empty()) {
    if (is_told()) land_all();
    return false;
  }
  state.is_settled = is_told() ? settle_told() : is_in_turn() ? settle_in_turn() : options.schedule == Schedule::random ? settle_random() : settle_adversarial();
  return state.is_settled;
}

// The next warp that can run, from the one at work on; blocks change when their warps have all had their turn.
bool Machine::Impl::settle_in_turn() {
  const bool down = options.schedule == Schedule::reverse;
  for (size_t tried = 0; tried <= state.resident.size(); ++tried) {
    BlockState& block = *state.resident[state.block_at_work];
    const bool waits = all_wait(block);  // for the grid
    if (!waits) wake(block);
    for (uint32_t i = 0; i < warps_per_block && !waits; ++i) {
      uint32_t index = block.warp_at_work + (down ? warps_per_block - i : i);
      if (index >= warps_per_block) index -= warps_per_block;
      WarpState& warp = block.warps[index];
      if (!is_runnable(warp.splits)) continue;
      block.warp_at_work = index;
      block.is_changed = true;
      choose_split(warp, state.tick);
      const uint64_t turn = options.schedule == Schedule::round_robin ? 1 : state.resident.size() == 1 ? long_turn : short_turn;
      state.turn_end = state.tick + turn;
      return true;
    }
    state.block_at_work = static_cast<uint32_t>((state.block_at_work + 1) % state.resident.size());
  }
  return false;
}

// Lanes of one warp need not go together: some of them fall asleep in front of a memory access.
void Machine::Impl::part_lanes(WarpState& warp, uint32_t one_in, uint32_t longest_sleep) {
  Split& split = warp.splits[warp.current];
  const Opcode op = program->code[split.pc].op;
  if (program->assumes_lockstep) return;
  if (!is_memory(op) || is_one(split.lanes) || random_below(one_in)) return;
  const LaneMask behind = split.lanes & static_cast<LaneMask>(random());
  if (!behind || behind == split.lanes) return;
  Split late = split;
  split.lanes &= ~behind;
  late.lanes = behind;
  late.apart_until = state.tick + 1 + random_below(longest_sleep);
  warp.splits.push_back(late);
}

// Round robin over thousands of blocks: each instruction finds the registers of its warp far away in memory. What the next blocks will
// need is known, and asked for in time: the block, the list of its warps, then their splits, then the registers of the instruction they
// stand at.
void Machine::Impl::fetch_ahead(size_t at) const {
  constexpr size_t few = 64;  // blocks: those stay near
  const size_t count = state.resident.size();
  if (count < few) return;
  const auto each_warp = [&](size_t distance, auto work) {
    const BlockState& block = *state.resident[(at + distance) % count];
    if (block.is_unpacked && !all_wait(block))
      for (uint32_t w = 0; w < block.warps.size(); ++w) work(block, w);
  };
  const auto* const far = reinterpret_cast<const char*>(state.resident[(at + 6) % count].get());
  for (size_t line = 0; line < sizeof(BlockState); line += 64) __builtin_prefetch(far + line);
  each_warp(3, [](const BlockState& block, uint32_t w) { __builtin_prefetch(&block.warps[w]); });
  each_warp(2, [](const BlockState& block, uint32_t w) { __builtin_prefetch(block.warps[w].splits.data()); });
  each_warp(1, [&](const BlockState& block, uint32_t w) {
    if (block.warps[w].splits.empty()) return;
    const Ins& ins = program->code[block.warps[w].splits[0].pc];
    const uint32_t* const registers = block.registers.data() + size_t{w} * slot_words;
    for (const uint16_t slot : {ins.d, ins.a, ins.b}) {
      if (slot >= program->slot_count) continue;
      __builtin_prefetch(registers + size_t{slot} * warp_size);
      __builtin_prefetch(registers + size_t{slot} * warp_size + warp_size / 2);
    }
  });
}

uint32_t Machine::Impl::count_runnable(const BlockState& block) const {
  if (all_wait(block)) return 0;  // for the grid
  if (is_let_go(block)) return block.live_warps;
  uint32_t count = 0;
  each_split_list(block, [&](std::span<const Split> splits) { count += is_runnable(splits); });
  return count;
}

void Machine::Impl::count_anew(const BlockState& block) {
  if (!ready.is_known()) return;
  if (options.schedule == Schedule::adversarial) looks.add(state.tick, block.index);
  else ready.change(*resident_place(block.index), count_runnable(block));
}

// Any warp that can run. Between two turns that changes for the block that was at work alone; after a barrier of the grid everything is
// counted anew.
bool Machine::Impl::settle_random() {
  if (ready.is_known()) {
    ready.change(state.block_at_work, count_runnable(*state.resident[state.block_at_work]));
  } else {
    std::vector<uint32_t> counts;
    for (const auto& block : state.resident) counts.push_back(count_runnable(*block));
    ready.set(std::move(counts));
  }
  if (ready.total() == 0) return false;
  auto [resident, nth] = ready.find(random_below(ready.total()));
  BlockState& block = *state.resident[resident];
  wake(block);
  uint32_t w = 0;
  while (!is_runnable(block.warps[w].splits) || nth-- > 0) ++w;
  choose_split(block.warps[w], state.tick);
  begin_parting_turn(static_cast<uint32_t>(resident), w);
  state.turn_end = state.tick + 1 + random_below(random_below(8) ? 4 : 64);
  return true;
}

// The warp's lanes have been chosen among.
void Machine::Impl::begin_random_turn(uint32_t resident, uint32_t w) {
  state.block_at_work = resident;
  BlockState& block = *state.resident[resident];
  block.warp_at_work = w;
  block.is_changed = true;
  WarpState& warp = block.warps[w];
  if (warp.splits.size() > 1 && !program->assumes_lockstep && random_below(8) == 0) {  // not always the lowest pc
    const uint32_t other = random_below(static_cast<uint32_t>(warp.splits.size()));
    if (can_run(warp.splits[other])) warp.current = other;
  }
}

void Machine::Impl::begin_parting_turn(uint32_t resident, uint32_t w) {
  state.random_at_choice = state.random;
  begin_random_turn(resident, w);
  if (options.schedule == Schedule::adversarial) part_lanes(state.resident[resident]->warps[w], 12, 1000);
  else part_lanes(state.resident[resident]->warps[w], 6, 300);
}

// ---- running

Stop Machine::Impl::run_turn(uint64_t limit) {
  BlockState& block = *state.resident[state.block_at_work];
  const uint32_t w = block.warp_at_work;
  unpack_block(block);
  block.is_changed = true;
  bind_views(block, w);
  RunContext& c = warp_context;
  c.registers = reinterpret_cast<uint8_t*>(block.registers.data() + size_t{w} * slot_words);
  c.init_masks = block.init_masks.data() + size_t{w} * program->init_mask_count;
  c.warp = &block.warps[w];
  c.checks = checks;
  c.listener = listener;
  c.is_watched = checks && checks->is_watched();
  c.block = number_of(block.index);
  c.first_block = c.block - block.index;
  c.warp_index = w;
  c.tick = state.tick;
  c.first_tick = first_tick();
  c.limit = std::min(limit, state.turn_end);
  c.may_pass = !is_alone && !is_told() && (options.schedule == Schedule::in_order || options.schedule == Schedule::reverse);
  c.has_passed = false;
  if (program->has_calls) {
    c.stack_stride = block.stack_stride;
    c.stack_limit = options.stack_bytes;
    c.grow_stack = [](RunContext& context, uint32_t bytes) {
      Impl& self = *static_cast<Impl*>(context.owner);
      BlockState& at_work = *self.state.resident[self.state.block_at_work];
      self.grow_stack(at_work, bytes);
      self.bind_stack(at_work, context.warp_index);
      context.stack_stride = at_work.stack_stride;
    };
  }
  c.thread_instructions = 0;
  const Stop stop = checks || listener ? loops.checked(c) : loops.plain(c);
  if (checks && checks->counts_by_warp()) checks->end_turn(c.block, w, c.tick - state.tick, c.thread_instructions);
  block.instructions += c.tick - state.tick;
  state.tick = c.tick;
  if (c.has_passed && stop == Stop::limit) state.turn_end = state.tick;
  state.thread_instructions += c.thread_instructions;
  return stop;
}

void Machine::Impl::after_turn(Stop stop) {
  is_warp_alone_changed = stop == Stop::limit;
  if (!state.holds.empty()) take_back_writes();
  BlockState& block = *state.resident[state.block_at_work];
  if (stop == Stop::limit) {
    if (state.tick < state.turn_end) return;  // only looked at; the turn goes on
    state.is_settled = false;
    if (state.tick < state.told_turn_end) return;  // a piece of it
    if (!is_in_turn()) {
      if (++state.idle_turns % (1u << 16) == 0) state.wanted_resident = std::min(state.wanted_resident + 8, max_resident);
      return;
    }
    // The turn is over: the next warp; after a round of such turns, the next block.
    const bool down = options.schedule == Schedule::reverse;
    const auto next_warp = [&] { block.warp_at_work = (block.warp_at_work + (down ? warps_per_block - 1 : 1)) % warps_per_block; };
    next_warp();
    if (options.schedule == Schedule::round_robin) {
      while (block.warp_at_work != 0 && !is_runnable(block.warps[block.warp_at_work].splits)) next_warp();  // one that waits must not keep the block at work
      if (block.warp_at_work == 0) {
        state.block_at_work = static_cast<uint32_t>((state.block_at_work + 1) % state.resident.size());
        fetch_ahead(state.block_at_work);
      }
      if (++state.idle_turns % (1u << 18) == 0) state.wanted_resident = std::min(state.wanted_resident + 4, max_resident);
      return;
    }
    if (warp_context.has_passed && (first_tick() + state.tick) % short_turn >= passing_share) return;  // a short one: few of them count as idle
    if (++state.idle_turns >= block.live_warps) let_others_take_turns();
    return;
  }
  state.is_settled = false;
  if (stop == Stop::trap) {
    state.is_trapped = true;
    return;
  }
  const bool ends_stint = stop == Stop::barrier && ends_barrier_stint(block);
  stop_at_barrier(block, stop);
  if (ends_stint) let_others_take_turns();
}

// In turn: further blocks are started, or those that have been come next.
void Machine::Impl::let_others_take_turns() {
  state.idle_turns = 0;
  state.wanted_resident = std::min(static_cast<uint32_t>(state.resident.size()) + 1, max_resident);
  state.has_interleaved = true;
  if (state.started == part_end || state.resident.size() + shape.cluster_size() > max_resident) {
    state.block_at_work = static_cast<uint32_t>((state.block_at_work + 1) % state.resident.size());
  } else {
    state.block_at_work = static_cast<uint32_t>(state.resident.size());
    start_next_blocks();
  }
}

// do __syncthreads(); while (!flag): no turn of such a block is ever spent, and whoever sets the flag may not have begun.
bool Machine::Impl::ends_barrier_stint(const BlockState& block) const {
  if (!has_looks || (options.schedule != Schedule::in_order && options.schedule != Schedule::reverse) || is_told() || is_alone) return false;
  const uint64_t turn_begin = state.turn_end - (state.resident.size() == 1 ? long_turn : short_turn), before = block.instructions - (state.tick - turn_begin);
  return before / barrier_stint != block.instructions / barrier_stint;
}

// A warp waits, or is done.
void Machine::Impl::stop_at_barrier(BlockState& block, Stop stop) {
  if (stop == Stop::barrier && program->has_named_barriers && come_to_named_barrier(block, block.warp_at_work)) return;
  if (stop == Stop::done) block.live_warps--;
  else block.waiting_warps++;
  if (block.live_warps == 0) return end_block(state.block_at_work);
  if (stop == Stop::done) complete_what_can(block);
  if (program->has_clusters) complete_cluster(block.index, state.tick - 1);
  if (block.waiting_warps == block.live_warps && !(program->has_clusters && is_at_cluster_barrier(block))) {
    if (program->has_grid_barrier && is_at_grid_barrier(block)) arrive_at_grid_barrier(block);
    else release_barrier(block);
    state.idle_turns = 0;
  }
}

// What __syncthreads_count and its like give: over all threads that wait here.
void Machine::Impl::count_votes(BlockState& block) {
  uint32_t threads = 0, votes = 0;
  const auto each_vote = [&](auto&& work) {
    for (uint32_t w = 0; w < block.warps.size(); ++w)
      for (const Split& split : block.warps[w].splits) {
        const Ins& ins = program->code[split.pc];
        if (ins.op == Opcode::barrier_vote) work(ins, block.registers.data() + size_t{w} * slot_words, split.lanes);
      }
  };
  each_vote([&](const Ins& ins, const uint32_t* registers, LaneMask lanes) {
    for (; lanes; lanes &= lanes - 1, ++threads) votes += registers[size_t{ins.a} * warp_size + static_cast<uint32_t>(std::countr_zero(lanes))] != 0;
  });
  each_vote([&](const Ins& ins, uint32_t* registers, LaneMask lanes) {
    const auto kind = static_cast<BarrierVote>(ins.kind);
    const uint32_t result = kind == BarrierVote::count_of ? votes : kind == BarrierVote::all ? votes == threads : votes != 0;
    for (; lanes; lanes &= lanes - 1) registers[size_t{ins.d} * warp_size + static_cast<uint32_t>(std::countr_zero(lanes))] = result;
  });
}

// The copies of one that stands in a loop that is written out (program/unroll.cpp) are one, as in a loop.
static bool is_same_barrier(const Program& program, Pc a, Pc b) {
  const auto has_both = [&](const auto& loop) { return loop.begin <= std::min(a, b) && std::max(a, b) < loop.end; };
  return a == b || (program.info[a].site == program.info[b].site && std::any_of(program.loops.begin(), program.loops.end(), has_both));
}

void Machine::Impl::release_barrier(BlockState& block) {
  Pc first = ~0u;
  bool is_divergent = false;
  for (const WarpState& warp : block.warps)
    for (const Split& split : warp.splits) {
      if (first == ~0u) first = split.pc;
      is_divergent |= !is_same_barrier(*program, split.pc, first) && !is_named_barrier(program->code[split.pc].op) && !is_named_barrier(program->code[first].op);
    }
  if (has_barrier_votes) count_votes(block);
  std::vector<LaneMask> skipping;  // by warp; empty when nobody does
  for (size_t w = 0; w < block.warps.size(); ++w)
    for (LaneMask left = block.warps[w].exited; left; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (!has_gone_past(*program, block.warps[w], lane, first)) continue;
      skipping.resize(block.warps.size());
      skipping[w] |= 1u << lane;
      is_divergent = true;
    }

  if (checks) {
    const uint64_t now = state.tick - 1;  // of the last arrival
    if (is_divergent) {
      std::vector<BarrierStand> stands;
      for (uint32_t w = 0; w < block.warps.size(); ++w) {
        for (const Split& split : block.warps[w].splits) {
          BarrierStand stand;
          stand.state = BarrierStand::State::waiting;
          stand.warp = w;
          stand.lanes = split.lanes;
          stand.site = program->info[split.pc].site;
          stands.push_back(stand);
        }
        if (skipping.empty() || !skipping[w]) continue;
        BarrierStand stand;
        stand.state = BarrierStand::State::exited;
        stand.warp = w;
        stand.lanes = skipping[w];
        stand.span = program->info[block.warps[w].exit_pc[static_cast<size_t>(std::countr_zero(skipping[w]))]].span;
        stands.push_back(stand);
      }
      checks->barrier_divergent(number_of(block.index), now, stands);
    }
    checks->barrier(number_of(block.index), now);
  }
  pass_barrier(block, state.tick);
}

void Machine::Impl::pass_barrier(BlockState& block, uint64_t tick) {
  for (WarpState& warp : block.warps) {
    for (Split& split : warp.splits) {
      split.pc++;
      split.at_barrier = false;
    }
    if (!warp.splits.empty()) choose_split(warp, tick);
  }
  block.waiting_warps = 0;
  block.is_changed = true;
  if (is_in_turn()) block.warp_at_work = options.schedule == Schedule::reverse ? warps_per_block - 1 : 0;
}

MachineStatus Machine::Impl::run_until(uint64_t limit, bool one_turn) {
  const uint64_t start = state.tick, threads = state.thread_instructions;
  MachineStatus status = MachineStatus::paused;
  while (state.tick < limit) {
    if (!settle()) {
      if (!state.is_trapped && state.resident.empty() && begin_next_grid()) continue;
      status = state.is_trapped ? MachineStatus::trapped : state.resident.empty() ? MachineStatus::finished : MachineStatus::deadlock;
      break;
    }
    after_turn(run_turn(limit));
    if (one_turn) break;
  }
  if (status == MachineStatus::paused && is_over()) {
    if (is_told()) land_all();
    status = MachineStatus::finished;
  }
  if (checks) checks->instructions(state.tick - start, state.thread_instructions - threads);
  return status;
}

}  // namespace wb
