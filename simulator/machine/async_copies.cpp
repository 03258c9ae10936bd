// Asynchronous copies to shared memory: cp.async, and what CUDA's headers make of it. Such a copy is sure to be done only when its thread's wait
// for it is over. So it is carried out then, at the latest moment that CUDA allows, and not a moment earlier:
//
//   begins     the load before copy_N has read the source, to be checked and counted; the destination becomes poison (a plain store);
//              the copy joins the lane's queue
//   ...        whoever reads the destination now reads poison, and is reported: async.wait
//   is done    at copy_wait, or at copy_arrive for one that is bound to a barrier: source and destination are accessed again, at the place
//              of the copy (but at sites of their own, the next ones). That is not counted, but it races with what nothing puts in order
//              with the wait.
//
// A copy that nobody waits for is never carried out. One that is bound to a barrier is, when its thread arrives there; where it does not, when
// somebody completes the phase. Groups: copy_commit makes all copies of the lane one group older; the group that is open has age 0.
//
// A wait is one instruction that is executed until nothing is left: each time the oldest copies of all lanes that began at one place are
// carried out together, as they came.
//
// Only copies from global or shared to shared memory are late, as on the hardware; others are done at once.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/machine/run_context.h"

namespace wb {
namespace {

uint8_t bytes_of(Opcode op) { return static_cast<uint8_t>(1u << (static_cast<uint32_t>(op) - static_cast<uint32_t>(Opcode::copy_1))); }

Opcode load_of(uint32_t bytes) {
  switch (bytes) {
    case 1: return Opcode::ld_u8;
    case 2: return Opcode::ld_u16;
    case 4: return Opcode::ld_32;
    case 8: return Opcode::ld_64;
    default: return Opcode::ld_2x64;
  }
}
Opcode store_of(uint32_t bytes) {
  switch (bytes) {
    case 1: return Opcode::st_8;
    case 2: return Opcode::st_16;
    case 4: return Opcode::st_32;
    case 8: return Opcode::st_64;
    default: return Opcode::st_2x64;
  }
}

// The view that a pointer leads to, if an access there is allowed; in the device's heap that is seen by the access itself.
const AllocationView* view_at(const RunContext& c, uint64_t pointer, uint32_t bytes) {
  const uint32_t allocation = pointer_allocation(pointer);
  if (allocation >= c.view_count) return nullptr;
  const AllocationView& view = c.views[allocation];
  if (allocation == c.heap_view) return &view;
  const int64_t at = pointer_offset(pointer);
  const bool is_inside = at >= 0 && static_cast<uint64_t>(at) + bytes <= view.size && static_cast<uint64_t>(at) % bytes == 0;
  return is_inside ? &view : nullptr;
}

bool is_common(const AllocationView& view) { return view.space == Space::global || view.space == Space::shared; }

// A few registers of its own, with which the machine's loads and stores are carried out, as if they stood at `pc`.
class Scratch {
 public:
  Scratch(RunContext& c, bool checked) : c_(c), checked_(checked), registers_(c.registers), pc_(c.pc), mask_(c.mask) { c_.registers = bytes_; }
  ~Scratch() {
    c_.registers = registers_;
    c_.pc = pc_;
    c_.mask = mask_;
    c_.is_late = false;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  uint64_t& from(uint32_t lane) { return c_.reg<uint64_t>(0)[lane]; }
  uint64_t& to(uint32_t lane) { return c_.reg<uint64_t>(2)[lane]; }
  // The value of a lane, of 1 to 16 bytes, as loads leave it and stores take it.
  void set_value(uint32_t lane, const uint8_t* value, uint32_t bytes) {
    if (bytes <= 4) std::memcpy(c_.reg<uint8_t>(value_slot) + 4 * lane, value, bytes);
    else std::memcpy(c_.reg<uint8_t>(value_slot) + 8 * lane, value, 8);
    if (bytes == 16) std::memcpy(c_.reg<uint8_t>(value_slot + 2) + 8 * lane, value + 8, 8);
  }
  void load_late(Pc pc, LaneMask lanes, uint32_t bytes) {
    c_.is_late = true;
    access(pc, lanes, {.op = load_of(bytes), .d = value_slot, .a = 0, .kind = Ins::is_copy});
  }
  void store(Pc pc, LaneMask lanes, uint32_t bytes, bool is_late) {
    c_.is_late = is_late;
    access(pc, lanes, {.op = store_of(bytes), .d = value_slot, .a = 2});
  }

 private:
  static constexpr uint16_t value_slot = 4;

  void access(Pc pc, LaneMask lanes, const Ins& ins) {
    if (!lanes) return;
    c_.pc = pc;
    c_.mask = lanes;
    access_lanes(c_, ins, checked_);
  }

  RunContext& c_;
  const bool checked_;
  uint8_t* const registers_;
  const Pc pc_;
  const LaneMask mask_;
  alignas(64) uint8_t bytes_[8 * warp_size * 4] = {};
};

void clear_written(const AllocationView& view, uint64_t offset, uint32_t bytes) {
  for (uint64_t bit = view.written_origin + offset; bytes; ++bit, --bytes) view.written[bit >> 3] = static_cast<uint8_t>(view.written[bit >> 3] & ~(1u << (bit & 7)));
}

bool is_due(const PendingCopy& copy, const Ins& ins, uint32_t prior, uint64_t barrier) {
  if (ins.op == Opcode::copy_arrive) return copy.barrier == barrier;
  return ins.kind || copy.age > prior;
}

// Of one lane: the first copy that the instruction waits for; null: none.
const PendingCopy* first_due(const RunContext& c, const Ins& ins, uint32_t lane) {
  const uint32_t prior = ins.op == Opcode::copy_wait ? c.reg<uint32_t>(ins.a)[lane] : 0;
  const uint64_t barrier = ins.op == Opcode::copy_arrive ? c.reg<uint64_t>(ins.a)[lane] : 0;
  for (const PendingCopy& copy : c.warp->copies[lane])
    if (is_due(copy, ins, prior, barrier)) return &copy;
  return nullptr;
}

// Copies of other threads of the block that are bound to the barrier become those of the lane.
void adopt_copies(RunContext& c, uint32_t lane, uint64_t barrier) {
  WarpState* const warps = c.warp - c.warp_index;
  LaneCopies adopted;
  for (uint32_t w = 0; w < c.shape->warps_per_block(); ++w)
    for (LaneCopies& copies : warps[w].copies) {
      if (w == c.warp_index && &copies == &c.warp->copies[lane]) continue;
      std::copy_if(copies.begin(), copies.end(), std::back_inserter(adopted), [&](const PendingCopy& copy) { return copy.barrier == barrier; });
      std::erase_if(copies, [&](const PendingCopy& copy) { return copy.barrier == barrier; });
    }
  LaneCopies& own = c.warp->copies[lane];
  own.insert(own.end(), adopted.begin(), adopted.end());
}

bool has_copies(const RunContext& c) {
  const WarpState* const warps = c.warp - c.warp_index;
  return std::any_of(warps, warps + c.shape->warps_per_block(), [](const WarpState& warp) { return !warp.copies.empty(); });
}

const PendingCopy* find_copy(const LaneCopies& copies, uint64_t pointer, uint32_t bytes) {
  for (const PendingCopy& copy : copies)
    if (pointer < copy.to + copy.bytes && copy.to < pointer + bytes) return &copy;
  return nullptr;
}

// What a younger copy of the lane is under way to as well, has no value before that one is done: a ring of too few stages.
void leave_to_younger(RunContext& c, const LaneCopies& copies, const PendingCopy& done) {
  for (const PendingCopy& copy : copies) {
    const uint64_t begin = std::max(copy.to, done.to), end = std::min(copy.to + copy.bytes, done.to + done.bytes);
    if (begin < end) clear_written(c.views[pointer_allocation(begin)], static_cast<uint64_t>(pointer_offset(begin)), static_cast<uint32_t>(end - begin));
  }
}

struct Early {
  const PendingCopy* copy = nullptr;
  uint32_t thread = 0;
};
// The copy under way to these bytes; of several the reading thread's own.
Early find_copy_of_block(const RunContext& c, uint32_t lane, uint64_t pointer, uint32_t bytes) {
  if (!c.warp->copies.empty())
    if (const PendingCopy* copy = find_copy(c.warp->copies[lane], pointer, bytes)) return {copy, c.warp_index * warp_size + lane};
  const WarpState* const warps = c.warp - c.warp_index;
  for (uint32_t w = 0; w < c.shape->warps_per_block(); ++w)
    for (uint32_t l = 0; l < warps[w].copies.size(); ++l)
      if (const PendingCopy* copy = find_copy(warps[w].copies[l], pointer, bytes)) return {copy, w * warp_size + l};
  return {};
}

}  // namespace

void begin_copies(RunContext& c, const Ins& ins, bool checked) {
  const uint8_t bytes = bytes_of(ins.op);
  uint8_t poison[16];
  std::memset(poison, poison_byte, sizeof poison);
  PendingCopy fresh[warp_size];
  LaneMask late = 0, at_once = 0;
  for_each_lane(c.mask, [&](uint32_t lane) {
    fresh[lane] = {.to = c.reg<uint64_t>(ins.a)[lane], .from = c.reg<uint64_t>(ins.b)[lane], .pc = c.pc, .bytes = bytes};
    const AllocationView* const source = view_at(c, fresh[lane].from, bytes);
    if (!source) fresh[lane].from = 0;  // zeros, or a load that has been reported
    const AllocationView* const target = view_at(c, fresh[lane].to, bytes);
    if (target && target->space == Space::shared && (!source || is_common(*source))) late |= 1u << lane;
    else if (source) at_once |= 1u << lane;
  });
  {
    const Pc pc = c.pc;
    const LaneMask lanes = c.mask;
    Scratch scratch(c, checked);
    for_each_lane(lanes, [&](uint32_t lane) {
      scratch.from(lane) = fresh[lane].from;
      scratch.to(lane) = fresh[lane].to;
    });
    scratch.load_late(pc - 1, at_once, bytes);
    for_each_lane(late, [&](uint32_t lane) { scratch.set_value(lane, poison, bytes); });
    scratch.store(pc, lanes, bytes, false);
  }
  if (!late) return;
  if (c.warp->copies.empty()) c.warp->copies.resize(warp_size);
  for_each_lane(late, [&](uint32_t lane) {
    clear_written(c.views[pointer_allocation(fresh[lane].to)], static_cast<uint64_t>(pointer_offset(fresh[lane].to)), bytes);
    c.warp->copies[lane].push_back(fresh[lane]);
  });
}

void commit_copies(RunContext& c) {
  if (c.warp->copies.empty()) return;
  for_each_lane(c.mask, [&](uint32_t lane) {
    for (PendingCopy& copy : c.warp->copies[lane]) ++copy.age;
  });
}

void bind_copies(RunContext& c, const Ins& ins) {
  if (c.warp->copies.empty()) return;
  for_each_lane(c.mask, [&](uint32_t lane) {
    for (PendingCopy& copy : c.warp->copies[lane])
      if (!copy.barrier) copy.barrier = c.reg<uint64_t>(ins.a)[lane];
  });
}

bool finish_copies(RunContext& c, const Ins& ins, bool checked) {
  const bool adopts = ins.op == Opcode::copy_arrive && ins.kind;
  if (c.warp->copies.empty()) {
    if (!adopts || !has_copies(c)) return true;
    c.warp->copies.resize(warp_size);
  }
  if (adopts) for_each_lane(c.mask, [&](uint32_t lane) { adopt_copies(c, lane, c.reg<uint64_t>(ins.a)[lane]); });
  const PendingCopy* first = nullptr;
  LaneMask lanes = 0, left = 0;
  PendingCopy at_work[warp_size];
  for_each_lane(c.mask, [&](uint32_t lane) {
    const PendingCopy* const copy = first_due(c, ins, lane);
    if (!copy) return;
    if (!first) first = copy;
    left |= 1u << lane;
    if (copy->pc != first->pc) return;
    lanes |= 1u << lane;
    at_work[lane] = *copy;
  });
  if (!first) return true;
  const uint8_t bytes = first->bytes;
  const Pc pc = first->pc;
  LaneMask sourced = 0;
  for_each_lane(lanes, [&](uint32_t lane) {
    LaneCopies& copies = c.warp->copies[lane];
    copies.erase(copies.begin() + (first_due(c, ins, lane) - copies.data()));
    if (at_work[lane].from) sourced |= 1u << lane;
    if (first_due(c, ins, lane)) return;
    left &= ~(1u << lane);
  });
  {
    Scratch scratch(c, checked);
    for_each_lane(lanes, [&](uint32_t lane) {
      scratch.from(lane) = at_work[lane].from;
      scratch.to(lane) = at_work[lane].to;
    });
    scratch.load_late(pc - 1, sourced, bytes);
    scratch.store(pc, lanes, bytes, true);
  }
  for_each_lane(lanes, [&](uint32_t lane) { leave_to_younger(c, c.warp->copies[lane], at_work[lane]); });
  return !left;
}

LaneMask report_early_reads(RunContext& c, uint32_t allocation, LaneMask lanes, const int64_t* offset, AccessKind access, uint8_t bytes) {
  LaneMask early = 0;
  Early found[warp_size];
  uint32_t other_thread[warp_size] = {};
  for_each_lane(lanes, [&](uint32_t lane) {
    found[lane] = find_copy_of_block(c, lane, make_pointer(allocation, offset[lane]), bytes);
    if (!found[lane].copy) return;
    early |= 1u << lane;
    other_thread[lane] = found[lane].thread;
  });
  for (LaneMask left = early; left && c.checks;) {
    const Pc pc = found[std::countr_zero(left)].copy->pc;
    LaneMask same = 0;
    for_each_lane(left, [&](uint32_t lane) { same |= found[lane].copy->pc == pc ? 1u << lane : 0u; });
    left &= ~same;
    c.checks->fault({.kind = FindingKind::async_wait, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .lanes = same,
                     .access = access, .bytes = bytes, .allocation = allocation, .offset = offset, .other_site = c.info[pc].site, .other_thread = other_thread});
  }
  return early;
}

}  // namespace wb
