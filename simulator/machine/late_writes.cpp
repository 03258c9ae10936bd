// Late writes of told schedules (told_schedule.h): a store that has been carried out and that nobody sees yet.
//
//   before the store    what stands there is kept
//   after it            it is put back, and what was stored is kept instead
//   when it lands       what was stored stands there
//
// A write must land before anything that makes it visible to the thread that it is kept from: a fence of its own thread that reaches so far; a
// barrier or warp function, if the other is of the same block, else a fence of any thread behind the barrier; and before its own thread comes to
// those bytes again. What an ordered store of cuda::atomic or PTX has written need not land at every fence: only one of sequential consistency that reaches
// the other makes it be seen before whatever comes next (PTX memory model, "Fence-SC"); behind any other that releases, the next atomic or volatile store tells of it.
#include <algorithm>
#include <cstring>

#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

using Phase = HoldState::Phase;

bool do_overlap(const HoldState::Late& a, const HoldState::Late& b) {
  return a.allocation == b.allocation && a.owner == b.owner && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

// The bytes themselves, and their written bits.
struct Standing {
  uint8_t* bytes = nullptr;
  uint8_t* written = nullptr;
  uint64_t first_bit = 0;
  uint8_t* dirty = nullptr;  // of the first byte's page
  bool is_written(uint32_t i) const { return written[(first_bit + i) >> 3] >> ((first_bit + i) & 7) & 1; }
  void mark(uint32_t i, bool is) const {
    const auto bit = static_cast<uint8_t>(1u << ((first_bit + i) & 7));
    uint8_t& byte = written[(first_bit + i) >> 3];
    byte = static_cast<uint8_t>(is ? byte | bit : byte & ~bit);
  }
};

// A template, for the machine's inside has no name out here.
template <class Impl>
std::optional<Standing> find(Impl& m, const HoldState::Late& late) {
  Standing at;
  if (m.memory_of[late.allocation] != no_allocation) {
    Memory::Block& global = m.memory[m.memory_of[late.allocation]];
    if (global.is_borrowed || global.is_lent) return std::nullopt;  // nobody stores there, or not in a run that is told
    at = {global.data + late.offset, global.written_bits, late.offset, &global.dirty[late.offset >> page_shift]};
    return at;
  }
  BlockState* const b = m.find_resident(late.owner);
  if (!b) return std::nullopt;
  unpack_block(*b);
  b->is_changed = true;
  const uint32_t index = late.allocation - m.first_program_allocation;
  const uint64_t place = uint64_t{m.place_of(index)} + late.offset;
  return Standing{b->shared.data() + place, b->shared_written.data(), place, nullptr};
}

}  // namespace

// Where a lane's memory instruction, the next one of its warp, goes. None: out of bounds, or to memory of its own.
std::optional<HoldState::Late> Machine::Impl::target_of(const BlockState& block, uint32_t warp, uint32_t lane) const {
  const WarpState& w = block.warps[warp];
  const Ins& ins = program->code[w.splits[w.current].pc];
  const auto* registers = reinterpret_cast<const uint8_t*>(block.registers.data() + size_t{warp} * slot_words);
  const auto wide = [&](uint32_t slot) {
    uint64_t bits = 0;
    std::memcpy(&bits, registers + size_t{slot} * warp_size * 4 + 8 * lane, 8);
    return bits;
  };
  const auto narrow = [&](uint32_t slot) {
    uint32_t bits = 0;
    std::memcpy(&bits, registers + size_t{slot} * warp_size * 4 + 4 * lane, 4);
    return bits;
  };
  int64_t index = 0;
  switch (static_cast<IndexKind>(ins.kind & Ins::index_mask)) {
    case IndexKind::none: break;
    case IndexKind::i32: index = static_cast<int32_t>(narrow(ins.b)); break;
    case IndexKind::u32: index = narrow(ins.b); break;
    case IndexKind::i64: index = static_cast<int64_t>(wide(ins.b)); break;
  }
  const uint64_t base = wide(ins.a);
  HoldState::Late target;
  target.allocation = view_of(warp_context, base);
  target.bytes = static_cast<uint8_t>(access_bytes(ins.op));
  const ClusterPlace place = is_of_cluster(target.allocation) ? cluster_place(target.allocation) : ClusterPlace{};
  const bool is_of_other = is_of_cluster(target.allocation) && place.rank < shape.cluster_size();
  if (is_of_other) target.allocation = place.allocation;
  if (target.allocation >= allocations.size()) return std::nullopt;
  if (allocations[target.allocation].space == Space::shared) target.owner = is_of_other ? shape.block_of_cluster(shape.cluster_of(block.index), place.rank) : block.index;
  const int64_t offset = pointer_place(allocations[target.allocation], base) + index * ins.scale + ins.imm;
  if (offset < 0) return std::nullopt;
  target.offset = static_cast<uint64_t>(offset);
  const AllocationInfo& info = allocations[target.allocation];
  const bool is_common = info.space == Space::global || info.space == Space::shared;
  return is_common && target.offset + target.bytes <= info.bytes ? std::optional(target) : std::nullopt;
}

// What others look at, and may be told by.
bool Machine::Impl::writes_signal(Pc pc) const {
  const Opcode op = program->code[pc].op;
  const uint32_t site = program->info[pc].site;
  return is_atomic(op) ? site == no_site || program->sites[site].kind != AccessKind::load : is_store(op) && program->info[pc].is_volatile;
}

// The next instruction is a store that shall be late. False: it cannot be (it does more than store, or another lane stores there, too).
bool Machine::Impl::begin_late_write(size_t hold) {
  const ToldSchedule::Moment& moment = options.told.holds[hold].before;
  const BlockState& block = *state.resident[state.block_at_work];
  const uint32_t w = block.warp_at_work, lane = moment.thread % warp_size;
  const Split& split = block.warps[w].splits[block.warps[w].current];
  std::optional<HoldState::Late> late = target_of(block, w, lane);
  const bool is_store_of_atomic = is_atomic(program->code[split.pc].op) && program->sites[program->info[split.pc].site].kind == AccessKind::store;
  if (!(is_store(program->code[split.pc].op) || is_store_of_atomic) || !late) return false;
  for (uint32_t other = 0; other < warp_size; ++other) {
    if (other == lane || !(split.lanes >> other & 1)) continue;
    if (const auto theirs = target_of(block, w, other); theirs && do_overlap(*theirs, *late)) return false;
  }
  const auto at = find(*this, *late);
  if (!at) return false;
  std::memcpy(late->value.data(), at->bytes, late->bytes);
  for (uint32_t i = 0; i < late->bytes; ++i) late->was_written |= uint32_t{at->is_written(i)} << i;
  state.holds[hold].late = *late;
  state.holds[hold].phase = Phase::writing;
  return true;
}

// After a turn: the stores in it that shall be late.
void Machine::Impl::take_back_writes() {
  for (size_t i = 0; i < state.holds.size(); ++i) {
    HoldState& hold = state.holds[i];
    if (hold.phase != Phase::writing) continue;
    hold.phase = Phase::holding;
    hold.since = state.tick;
    const auto at = find(*this, hold.late);
    if (!at) continue;
    std::swap_ranges(at->bytes, at->bytes + hold.late.bytes, hold.late.value.begin());
    for (uint32_t b = 0; b < hold.late.bytes; ++b) at->mark(b, hold.late.was_written >> b & 1);
  }
}

void Machine::Impl::land_late_write(size_t hold) {
  const HoldState::Late& late = state.holds[hold].late;
  const auto at = find(*this, late);
  if (!at) return;  // shared memory of a block that is done
  std::memcpy(at->bytes, late.value.data(), late.bytes);
  for (uint32_t b = 0; b < late.bytes; ++b) at->mark(b, true);
  if (at->dirty) *at->dirty = 1;
}

// Does the next instruction make a late write visible, or use it? Who comes to a barrier that would is stopped there, as long as others can go on: it may well be slow.
bool Machine::Impl::land_what_must() {
  const BlockState& block = *state.resident[state.block_at_work];
  const uint32_t w = block.warp_at_work;
  const Split& split = block.warps[w].splits[block.warps[w].current];
  const Ins& ins = program->code[split.pc];
  for (size_t i = 0; i < state.holds.size(); ++i) {
    const ToldSchedule::Hold& told = options.told.holds[i];
    HoldState& hold = state.holds[i];
    if (!told.late || hold.phase != Phase::holding || told.before.block != number_of(block.index)) continue;
    const uint32_t lane = told.before.thread % warp_size;
    const bool is_mine = told.before.thread / warp_size == w && (split.lanes >> lane & 1);
    const bool is_for_my_block = told.until.block == number_of(block.index), is_for_my_cluster = shape.cluster_of(told.until.block - number_of(0)) == shape.cluster_of(block.index);
    bool must = false;
    if (is_mine && is_memory(ins.op)) {
      const auto target = target_of(block, w, lane);
      must = target && do_overlap(*target, hold.late);
    }
    const bool arrives = ins.op == Opcode::cluster_arrive && static_cast<HalfBarrier>(ins.kind) != HalfBarrier::relaxed;
    const bool is_told_by_barrier = (is_barrier(ins.op) && is_for_my_block) || (arrives && is_for_my_cluster);
    if (is_mine && is_told_by_barrier && !hold.late.is_stopped) return stop_late_writer(i), true;
    must |= is_told_by_barrier && (is_mine || hold.late.is_known_to_block);
    if (is_mine && is_warp_sync(ins.op)) must |= is_for_my_block;
    if (is_mine && (is_barrier(ins.op) || is_warp_sync(ins.op))) hold.late.is_known_to_block = true;
    const Fence fence = fence_of_kind(ins.kind);
    const bool reaches = is_for_my_block || fence.scope >= MemoryScope::device || (fence.scope == MemoryScope::cluster && is_for_my_cluster);
    const bool releases = ins.op == Opcode::fence && fence.part != FencePart::acquire && !is_between_launches(fence.part) && (is_mine || hold.late.is_known_to_block);
    const bool may_pass = is_atomic(program->code[told.before.pc].op) && !(reaches && fence.part == FencePart::whole);
    if (releases && may_pass) hold.late.is_released = true;
    else must |= releases && reaches;
    must |= hold.late.is_released && (is_mine || hold.late.is_known_to_block) && writes_signal(split.pc);
    if (must) let_go(i, Phase::given_up);
  }
  return false;
}

void Machine::Impl::stop_late_writer(size_t hold) {
  WarpState& warp = state.resident[state.block_at_work]->warps[state.resident[state.block_at_work]->warp_at_work];
  warp.splits[warp.current].apart_until = end_of_time;
  state.holds[hold].late.is_stopped = true;
  turn_to(options.told.holds[hold].until);
}

void Machine::Impl::land_all() {
  for (size_t i = 0; i < state.holds.size(); ++i)
    if (options.told.holds[i].late && state.holds[i].phase == Phase::holding) let_go(i, Phase::given_up);
}

}  // namespace wb
