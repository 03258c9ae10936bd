// Looking at a machine: where blocks, warps and lanes stand, what is in their registers and in memory.
#include <algorithm>
#include <cstring>
#include <utility>

#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"

namespace wb {

MachineStatus Machine::run_until(uint64_t limit) { return impl_->run_until(limit); }
MachineStatus Machine::run_turn(uint64_t limit) { return impl_->run_until(limit, true); }
uint64_t Machine::tick() const { return impl_->state.tick; }
std::optional<EndlessWait> Machine::find_endless_wait() { return impl_->find_endless_wait(); }
std::optional<EndlessLanes> Machine::find_poll() { return impl_->find_poll(); }
bool Machine::is_finished() const { return impl_->is_over(); }
void Machine::set_checks(Checks* checks) { impl_->checks = checks; }
void Machine::set_listener(AccessListener* listener) { impl_->listener = listener; }
const Program& Machine::program() const { return *impl_->program; }
const LaunchShape& Machine::shape() const { return impl_->shape; }
const RunningState& Machine::state() const { return impl_->state; }
std::span<const AllocationInfo> Machine::allocations() const { return impl_->allocations; }
uint32_t Machine::first_program_allocation() const { return impl_->first_program_allocation; }
Schedule Machine::schedule() const { return impl_->options.schedule; }
const ToldSchedule& Machine::told() const { return impl_->options.told; }

const Memory& Machine::memory() const { return impl_->memory; }
Memory& Machine::memory() { return impl_->memory; }
std::vector<uint8_t> Machine::take_bytes(uint32_t buffer, uint64_t most) {
  Memory::Block& block = impl_->memory[buffer];
  if (block.is_lent) return {};
  if (block.is_borrowed || block.zeros) return {block.data, block.data + std::min(block.size, most)};
  block.bytes.resize(block.size);
  return std::move(block.bytes);
}

std::optional<NextInstruction> Machine::next() {
  if (!impl_->settle()) return std::nullopt;
  BlockState& block = *impl_->state.resident[impl_->state.block_at_work];
  unpack_block(block);
  const WarpState& warp = block.warps[block.warp_at_work];
  const Split& split = warp.splits[warp.current];
  return NextInstruction{block.index, block.warp_at_work, split.pc, split.lanes};
}

std::optional<size_t> Machine::Impl::resident_place(uint32_t block) const {
  // They stand in the order in which they started, and as a rule the first ones ended first.
  const uint64_t place = is_alone ? state.resident.size() : position_of(block) - (state.started - state.resident.size());
  if (place < state.resident.size() && state.resident[place]->index == block) return place;
  const auto found = std::find_if(state.resident.begin(), state.resident.end(), [&](const auto& b) { return b->index == block; });
  return found == state.resident.end() ? std::nullopt : std::optional(static_cast<size_t>(found - state.resident.begin()));
}
BlockState* Machine::Impl::find_resident(uint32_t block) const {
  const std::optional<size_t> place = resident_place(block);
  return place ? state.resident[*place].get() : nullptr;
}
BlockState* Machine::Impl::find_awake(uint32_t block) {
  BlockState* const found = find_resident(block);
  if (found) wake(*found);
  return found;
}
const BlockState* Machine::resident(uint32_t block) const { return impl_->find_awake(block); }

LaneState Machine::Impl::state_of(const BlockState& block) const {
  if (block.waiting_warps && !is_let_go(block)) return LaneState::at_barrier;
  if (std::any_of(block.named.begin(), block.named.end(), [](const NamedBarrier& barrier) { return barrier.waiting != 0; })) return LaneState::at_barrier;
  const bool at_work = state.is_settled && state.resident[state.block_at_work].get() == &block;
  return at_work ? LaneState::running : LaneState::ready;
}

uint64_t Machine::position_of(uint32_t block) const { return impl_->position_of(block); }

LaneState Machine::block_state(uint32_t block) const {
  const Impl& m = *impl_;
  if (block >= m.block_count) return LaneState::absent;
  if (m.position_of(block) >= m.state.started) return LaneState::waiting;
  const BlockState* b = m.find_resident(block);
  return b ? m.state_of(*b) : LaneState::done;
}

std::vector<LaneState> Machine::block_states() const {
  const Impl& m = *impl_;
  std::vector<LaneState> states(m.block_count, LaneState::waiting);
  for (uint64_t position = m.part_begin; position < m.state.started; ++position) states[m.block_at(position)] = LaneState::done;
  for (const auto& b : m.state.resident) states[b->index] = m.state_of(*b);
  return states;
}

std::optional<Pc> Machine::lane_pc(uint32_t block, uint32_t thread) const {
  const BlockState* b = impl_->find_awake(block);
  if (!b || thread / warp_size >= b->warps.size()) return std::nullopt;
  for (const Split& split : b->warps[thread / warp_size].splits)
    if (split.lanes >> (thread % warp_size) & 1) return split.pc;
  return std::nullopt;
}

LaneView Machine::lane(uint32_t block, uint32_t thread) {
  Impl& m = *impl_;
  if (block >= m.block_count || thread >= m.shape.threads_per_block()) return {LaneState::absent, {}};
  if (m.position_of(block) >= m.state.started) return {LaneState::waiting, {}};
  const BlockState* b = m.find_awake(block);
  if (!b) return {LaneState::done, {}};
  const uint32_t warp_index = thread / warp_size, lane = thread % warp_size;
  const WarpState& warp = b->warps[warp_index];
  const bool at_work = m.state.is_settled && m.state.resident[m.state.block_at_work].get() == b && b->warp_at_work == warp_index;
  for (size_t i = 0; i < warp.splits.size(); ++i) {
    const Split& split = warp.splits[i];
    if (!(split.lanes >> lane & 1)) continue;
    LaneView view{LaneState::ready, m.program->info[split.pc].span};
    if (!can_run(split)) view.state = LaneState::at_barrier;
    else if (at_work) view.state = i == warp.current ? LaneState::running : LaneState::masked;
    return view;
  }
  return {LaneState::done, {}};
}

uint64_t Machine::read_slot(uint32_t block, uint32_t thread, uint32_t slot, bool is_wide) const {
  const BlockState* b = impl_->find_awake(block);
  if (!b || thread / warp_size >= b->warps.size() || slot + (is_wide ? 2 : 1) > impl_->program->slot_count) return 0;
  const uint32_t* at = b->registers.data() + size_t{thread / warp_size} * impl_->slot_words + size_t{slot} * warp_size;
  if (!is_wide) return at[thread % warp_size];
  uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const uint8_t*>(at) + 8 * (thread % warp_size), 8);
  return bits;
}

bool Machine::init_mask(uint32_t block, uint32_t thread, int32_t mask) const {
  const BlockState* b = impl_->find_awake(block);
  if (mask < 0 || !b) return true;
  const size_t at = size_t{thread / warp_size} * impl_->program->init_mask_count + static_cast<size_t>(mask);
  return at < b->init_masks.size() && (b->init_masks[at] >> (thread % warp_size) & 1);
}

// Where an allocation's copy of a block or thread stands, and its written bits.
Machine::Impl::Bytes Machine::Impl::find_bytes(uint32_t allocation, uint32_t block, uint32_t thread) {
  if (memory_of[allocation] != no_allocation) {
    Memory::Block& memory_block = memory[memory_of[allocation]];
    return {memory_block.data, memory_block.written_bits, 0};
  }
  BlockState* const b = find_awake(block);
  if (!b || thread / warp_size >= b->warps.size()) return {};
  const uint32_t index = allocation - first_program_allocation;
  const AllocationInfo& info = allocations[allocation];
  const uint32_t place = place_of(index);
  if (place == SharedLayout::not_there) return {};
  if (program->allocations[index].is_stacked) {  // the copy of the activation in which the thread stands
    uint64_t frame = 0;
    for (const Split& split : b->warps[thread / warp_size].splits)
      if ((split.lanes >> (thread % warp_size) & 1) && split.depth) frame = uint64_t{split.depth - 1} * program->frame_bytes;
    const uint64_t origin = uint64_t{thread} * b->stack_stride + frame + place;
    if (frame + place + info.bytes > b->stack_stride) return {};
    return {b->stack.data() + origin, b->stack_written.data(), origin};
  }
  const uint64_t origin = info.space == Space::shared ? place : uint64_t{thread} * local_stride + place;
  if (info.space == Space::shared) return {b->shared.data() + origin, b->shared_written.data(), origin};
  return {b->local.data() + origin, b->local_written.data(), origin};
}

const uint8_t* Machine::bytes_of(uint32_t allocation, uint32_t block, uint32_t thread) const {
  return allocation < impl_->allocations.size() ? impl_->find_bytes(allocation, block, thread).bytes : nullptr;
}

const uint8_t* Machine::written_bits_of(uint32_t allocation) const {
  const Impl& m = *impl_;
  const bool may_lack = m.memory_of[allocation] != no_allocation && (m.allocations[allocation].is_heap || !m.allocations[allocation].starts_defined);
  return may_lack ? m.memory[m.memory_of[allocation]].written_bits : nullptr;
}

uint32_t Machine::allocation_of(uint64_t pointer) const { return view_of(impl_->warp_context, pointer); }

MemoryView Machine::read_through(uint64_t pointer, uint64_t count, uint32_t block, uint32_t thread) const {
  Impl& m = *impl_;
  const uint32_t allocation = allocation_of(pointer);
  if (pointer == 0 || allocation >= m.allocations.size()) return {};
  const AllocationInfo& info = m.allocations[allocation];
  const int64_t at = pointer_place(info, pointer);
  if (at < 0) return {};
  const auto place = static_cast<uint64_t>(at);
  if (allocation < m.first_program_allocation || !m.program->allocations[allocation - m.first_program_allocation].is_stacked) return read_memory(allocation, block, thread, place, count);
  const Impl::Bytes found = m.find_through(pointer, count, block, thread);
  if (!found.bytes) return {};
  MemoryView view{{found.bytes, found.bytes + count}, std::vector<bool>(count)};
  for (uint64_t i = 0; i < count; ++i) view.defined[i] = found.written[(found.origin + i) >> 3] >> ((found.origin + i) & 7) & 1;
  return view;
}

bool Machine::write_through(uint64_t pointer, const MemoryView& view, uint32_t block, uint32_t thread) {
  const Impl::Bytes found = impl_->find_through(pointer, view.bytes.size(), block, thread);
  if (!found.bytes || !found.written) return false;
  const AllocationInfo& info = impl_->allocations[allocation_of(pointer)];
  if (info.starts_defined || (info.is_heap && !impl_->heap->holds(heap_pointer_offset(pointer), static_cast<uint32_t>(view.bytes.size())))) return false;
  std::copy(view.bytes.begin(), view.bytes.end(), found.bytes);
  for (uint64_t i = 0; i < view.bytes.size(); ++i) {
    const uint64_t bit = found.origin + i;
    const bool has = view.defined.empty() || view.defined[i];
    found.written[bit >> 3] = static_cast<uint8_t>((found.written[bit >> 3] & ~(1u << (bit & 7))) | unsigned{has} << (bit & 7));
  }
  return true;
}

Machine::Impl::Bytes Machine::Impl::find_through(uint64_t pointer, uint64_t count, uint32_t block, uint32_t thread) {
  const uint32_t allocation = view_of(warp_context, pointer);
  if (pointer == 0 || allocation >= allocations.size()) return {};
  const AllocationInfo& info = allocations[allocation];
  const int64_t at = pointer_place(info, pointer);
  if (at < 0) return {};
  const auto place = static_cast<uint64_t>(at);
  if (allocation < first_program_allocation || !program->allocations[allocation - first_program_allocation].is_stacked) {
    const Bytes all = find_bytes(allocation, block, thread);
    const bool is_there = all.bytes && place <= info.bytes && count <= info.bytes - place;
    return is_there ? Bytes{all.bytes + place, all.written, all.origin + place} : Bytes{};
  }
  BlockState* const b = find_awake(block);
  const uint64_t from = place + program->allocations[allocation - first_program_allocation].place;
  if (!b || place % program->frame_bytes + count > info.bytes || from + count > b->stack_stride) return {};
  const uint64_t origin = uint64_t{thread} * b->stack_stride + from;
  return {b->stack.data() + origin, b->stack_written.data(), origin};
}

MemoryView Machine::read_memory(uint32_t allocation, uint32_t block, uint32_t thread) const {
  return read_memory(allocation, block, thread, 0, UINT64_MAX);
}

namespace {

// How many of so many bytes are like the first one, if that is all zeros or all ones: mostly very many.
uint64_t bytes_alike(const uint8_t* bytes, uint64_t most) {
  if (most == 0 || (bytes[0] != 0 && bytes[0] != 0xFF)) return 0;
  const uint64_t all = bytes[0] ? ~uint64_t{0} : 0;
  uint64_t alike = 0;
  for (uint64_t word = 0; alike + sizeof word <= most; alike += sizeof word) {
    std::memcpy(&word, bytes + alike, sizeof word);
    if (word != all) break;
  }
  while (alike < most && bytes[alike] == bytes[0]) ++alike;
  return alike;
}

}  // namespace

MemoryView Machine::read_memory(uint32_t allocation, uint32_t block, uint32_t thread, uint64_t first, uint64_t count) const {
  MemoryView view;
  if (allocation >= impl_->allocations.size()) return view;
  const AllocationInfo& info = impl_->allocations[allocation];
  first = std::min(first, info.bytes);
  count = std::min(count, info.bytes - first);
  const auto [bytes, written, origin] = impl_->find_bytes(allocation, block, thread);
  if (bytes) view.bytes.assign(bytes + first, bytes + first + count);
  else view.bytes.assign(count, poison_byte);
  if (info.starts_defined) return view;
  view.defined.assign(count, false);
  if (!written) return view;
  for (uint64_t i = 0; i < count;) {
    const uint64_t bit = origin + first + i, alike = bit & 7 ? 0 : bytes_alike(written + (bit >> 3), (count - i) / 8) * 8;
    const uint8_t eight = written[bit >> 3];
    if (alike == 0) view.defined[i++] = eight >> (bit & 7) & 1;
    else if (eight) std::fill_n(view.defined.begin() + static_cast<std::ptrdiff_t>(i), alike, true);
    i += alike;
  }
  return view;
}

std::vector<uint8_t> Machine::read_global(uint32_t allocation, uint64_t first, uint64_t count) const {
  const Impl& m = *impl_;
  if (allocation >= m.allocations.size() || m.memory_of[allocation] == no_allocation || first + count > m.allocations[allocation].bytes) return {};
  const uint8_t* data = m.memory[m.memory_of[allocation]].data;
  return {data + first, data + first + count};
}

bool Machine::was_written(uint32_t allocation, uint64_t byte) const {
  const Impl& m = *impl_;
  if (allocation >= m.allocations.size() || m.memory_of[allocation] == no_allocation || byte >= m.allocations[allocation].bytes) return false;
  return m.memory[m.memory_of[allocation]].written_bits[byte >> 3] >> (byte & 7) & 1;
}

}  // namespace wb
