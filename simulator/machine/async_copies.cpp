// Asynchronous copies to shared memory: cp.async, and what CUDA's headers make of it. Such a copy is sure to be done only when its thread's wait
// for it is over. So it is carried out then, at the latest moment that CUDA allows, and not a moment earlier:
//
//   begins     the load before copy_N has read the source, to be checked and counted; the destination becomes poison (a plain store);
//              the copy joins the lane's queue
//   ...        whoever reads the destination now reads poison, and is reported: async.wait (met_copies.cpp)
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
#include <iterator>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/machine/copy_work.h"
#include "simulator/machine/run_context.h"

namespace wb {
namespace {

uint8_t bytes_of(Opcode op) { return static_cast<uint8_t>(1u << (static_cast<uint32_t>(op) - static_cast<uint32_t>(Opcode::copy_1))); }

bool is_bulk(const PendingCopy& copy) { return copy.kind != PendingCopy::Kind::of_thread; }  // bulk_copies.cpp

bool is_due(const PendingCopy& copy, const Ins& ins, uint32_t prior, uint64_t barrier) {
  if (is_bulk(copy)) return false;
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
      const auto is_adopted = [&](const PendingCopy& copy) { return copy.barrier == barrier && !is_bulk(copy); };
      std::copy_if(copies.begin(), copies.end(), std::back_inserter(adopted), is_adopted);
      std::erase_if(copies, is_adopted);
    }
  LaneCopies& own = c.warp->copies[lane];
  own.insert(own.end(), adopted.begin(), adopted.end());
}

bool has_copies(const RunContext& c) {
  const WarpState* const warps = c.warp - c.warp_index;
  return std::any_of(warps, warps + c.shape->warps_per_block(), [](const WarpState& warp) { return !warp.copies.empty(); });
}

}  // namespace

void begin_copies(RunContext& c, const Ins& ins, bool checked) {
  const uint8_t bytes = bytes_of(ins.op);
  uint8_t poison[16];
  std::memset(poison, poison_byte, sizeof poison);
  PendingCopy fresh[warp_size];
  LaneMask late = 0, at_once = 0;
  for_each_lane(c.mask, [&](uint32_t lane) {
    fresh[lane] = {.to = c.reg<uint64_t>(ins.a)[lane], .from = c.reg<uint64_t>(ins.b)[lane], .tick = c.tick, .pc = c.pc, .bytes = bytes};
    const AllocationView* const source = view_at(c, fresh[lane].from, bytes);
    if (!source) fresh[lane].from = 0;  // zeros, or a load that has been reported
    const AllocationView* const target = view_at(c, fresh[lane].to, bytes);
    if (target && target->space == Space::shared && (!source || is_common(*source))) late |= 1u << lane;
    else if (source) at_once |= 1u << lane;
  });
  {
    const Pc pc = c.pc;
    const LaneMask lanes = c.mask;
    CopyScratch scratch(c, checked);
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
    for (PendingCopy& copy : c.warp->copies[lane]) copy.age += !is_bulk(copy);
  });
}

void bind_copies(RunContext& c, const Ins& ins) {
  if (c.warp->copies.empty()) return;
  for_each_lane(c.mask, [&](uint32_t lane) {
    for (PendingCopy& copy : c.warp->copies[lane])
      if (!copy.barrier && !is_bulk(copy)) copy.barrier = c.reg<uint64_t>(ins.a)[lane];
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
  const uint32_t bytes = first->bytes;
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
    CopyScratch scratch(c, checked);
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

}  // namespace wb
