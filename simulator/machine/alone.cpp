// Some blocks of a launch, without the others. A block cannot tell whether the others really run: it has its turns, finds in global memory
// what they left there, and is let go by the grid's barrier. Who knows all that from before (recording/run_journal.h) need not run them.
//
//   the run       block 0 | block 7 | block 3 | block 7 | block 1 | ...
//   block 7 alone  stores  | turn    | stores  | turn    | stores  | ...     in the time of a few turns
//
// Where blocks reach into the shared memory of their cluster, all of a cluster must be among them: they hand each other data and let each other go as ever.
//
// Blocks that are not among them are not there at all; a moment that is looked at shows nothing of them.
#include <algorithm>
#include <cstring>

#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"

namespace wb {

void Machine::load_alone(const MachineState& saved, std::span<const uint32_t> blocks) {
  Impl& m = *impl_;
  static_cast<MachineHead&>(m.state) = saved;
  m.is_alone = true;
  std::vector<std::shared_ptr<const SavedBlock>> own;
  for (const auto& block : saved.blocks)
    if (std::binary_search(blocks.begin(), blocks.end(), block->head.index)) own.push_back(block);
  m.load_blocks(own);
  for (const auto& block : m.state.resident) block->next_look = saved.tick + 1;
  if (!m.state.is_settled) return;
  const uint32_t at_work = saved.blocks[saved.block_at_work]->head.index;
  const auto found = std::find_if(m.state.resident.begin(), m.state.resident.end(), [&](const auto& block) { return block->index == at_work; });
  m.state.is_settled = found != m.state.resident.end();
  m.state.block_at_work = m.state.is_settled ? static_cast<uint32_t>(found - m.state.resident.begin()) : 0;
}

void Machine::load_memory_alone(const MachineState& saved, std::vector<Memory::Part> parts) {
  for (Memory::Part& part : parts) part.allocation = impl_->memory_with(part.allocation);
  impl_->memory.load(saved.memory, parts);
}

// Who loads it takes all blocks to have been looked at up to then.
MachineState Machine::save_alone(std::vector<Memory::Part> parts) {
  for (const auto& block : impl_->state.resident) impl_->wake(*block);
  MachineState saved = save_without_memory(Keep::shown);
  for (Memory::Part& part : parts) part.allocation = impl_->memory_with(part.allocation);
  saved.memory = impl_->memory.save(parts);
  saved.bytes += saved.memory.bytes;
  return saved;
}

void Machine::set_clock_alone(const Clock& clock, std::span<const uint32_t> blocks) {
  Impl& m = *impl_;
  m.state.tick = clock.tick;
  if (m.state.started != clock.started)
    for (const uint32_t block : blocks)
      if (const uint64_t place = m.position_of(block); place >= m.state.started && place < clock.started) {
        m.start_block(block);
        m.state.resident.back()->next_look = clock.tick;
      }
  m.state.started = clock.started;
  if (m.state.grid_releases != clock.grid_releases) {
    m.state.grid_releases = clock.grid_releases;
    m.state.grid_released_at = clock.grid_released_at;
    for (const auto& block : m.state.resident) m.let_go_alone(*block);
  }
}

// The adversarial schedule looks at all warps before each turn (adversarial.cpp). Between two looks something changes only where lanes wake up, and nobody knows of that
// but who comes to the block: so that is made up for when somebody does.
void Machine::Impl::look_alone(BlockState& block, uint64_t last) {
  if (options.schedule != Schedule::adversarial || block.next_look > last) return;
  const uint64_t first = std::exchange(block.next_look, last + 1);
  if (all_wait(block)) return;
  for (WarpState& warp : block.warps) {
    for (uint64_t tick = first; is_runnable(warp.splits);) {
      choose_split(warp, tick);
      if (tick >= last) break;
      uint64_t next = last;
      for (const Split& split : warp.splits)
        if (split.apart_until > tick) next = std::min(next, split.apart_until);
      tick = next;
    }
  }
  block.is_changed = true;
}

// The grid's barrier lets blocks go at once where it has to look at them; here that is made up for (see grid_barrier.cpp).
void Machine::Impl::let_go_alone(BlockState& block) {
  if (!is_let_go(block)) return;
  block.next_look = std::max(block.next_look, state.grid_released_at);
  if (block.passes_plainly) return;
  unpack_block(block);
  block.at_grid_barrier = false;
  const uint64_t now = std::exchange(state.tick, state.grid_released_at);
  release_barrier(block);
  state.tick = now;
}

void Machine::choose_alone(uint32_t index, uint32_t w, uint64_t random) {
  Impl& m = *impl_;
  BlockState* const block = m.find_awake(index);
  if (!block) return;
  const auto at = std::find_if(m.state.resident.begin(), m.state.resident.end(), [&](const auto& b) { return b.get() == block; });
  const auto resident = static_cast<uint32_t>(at - m.state.resident.begin());
  m.state.random = random;
  choose_split(block->warps[w], m.state.tick);
  if (!m.is_in_turn()) {
    m.begin_parting_turn(resident, w);
  } else {
    m.state.block_at_work = resident;
    block->warp_at_work = w;
    block->is_changed = true;
  }
  m.state.turn_end = end_of_time;
  m.state.is_settled = true;
}

void Machine::run_alone(uint64_t limit) {
  Impl& m = *impl_;
  if (!m.state.is_settled) return;
  m.state.turn_end = end_of_time;
  m.after_turn_alone(m.run_turn(limit));
}

void Machine::end_turn_alone() { impl_->state.is_settled = false; }

// What after_turn() does to the block; whose turn is next is said from outside.
void Machine::Impl::after_turn_alone(Stop stop) {
  if (stop == Stop::limit) return;
  BlockState& block = *state.resident[state.block_at_work];
  state.is_settled = false;
  if (stop == Stop::trap) {
    state.is_trapped = true;
    return;
  }
  if (stop == Stop::barrier && program->has_named_barriers && come_to_named_barrier(block, block.warp_at_work)) return;
  if (stop == Stop::done) block.live_warps--;
  else block.waiting_warps++;
  if (block.live_warps == 0) return end_block(state.block_at_work);
  if (stop == Stop::done) complete_what_can(block);
  if (program->has_clusters) complete_cluster(block.index, state.tick - 1);
  if (block.waiting_warps != block.live_warps || (program->has_clusters && is_at_cluster_barrier(block))) return;
  if (!program->has_grid_barrier || !is_at_grid_barrier(block)) return release_barrier(block);
  block.at_grid_barrier = true;
  block.passes_plainly = passes_plainly(block);
  block.grid_arrivals = state.grid_releases + 1;
}

void Machine::put_warp_alone(uint32_t block, uint32_t warp, const WarpStand& stand) {
  BlockState* const b = impl_->find_awake(block);
  if (!b) return;
  WarpState& w = b->warps[warp];
  w.splits = stand.splits;
  w.current = stand.current;
  w.back_jumps = stand.back_jumps;
  b->is_changed = true;
}

void Machine::put_shared_alone(uint32_t block, uint32_t allocation, uint64_t offset, const MemoryView& view) {
  BlockState* const b = impl_->find_awake(block);
  if (!b) return;
  write_through(make_pointer(allocation, static_cast<int64_t>(offset)), view, block, 0);
  b->is_changed = true;
}

// The heap's marks stand behind all others.
uint32_t Machine::Impl::memory_with(uint32_t allocation) const { return allocation == views.size() ? static_cast<uint32_t>(memory.count() - 1) : memory_of[allocation]; }

void Machine::write_alone(uint32_t allocation, uint64_t offset, std::span<const uint8_t> bytes, const uint8_t* written) {
  Impl& m = *impl_;
  Memory::Block& block = m.memory[m.memory_with(allocation)];
  constexpr size_t word = 4;  // most are
  if (bytes.size() == word) std::memcpy(block.data + offset, bytes.data(), word);
  else std::memcpy(block.data + offset, bytes.data(), bytes.size());
  if (written) std::memcpy(block.written_bits + offset / 8, written, bytes.size() / 8);
  else if (allocation < m.views.size() && !m.views[allocation].starts_defined) set_written(block.written_bits, offset, bytes.size());
  for (uint64_t page = offset >> page_shift; page <= (offset + bytes.size() - 1) >> page_shift; ++page) block.dirty[page] = 1;
}

}  // namespace wb
