// Calls of functions that stand out of line. Each lane has its own stack of return addresses and saved registers; the lanes of a split
// are equally deep, so that the frame of an activation's local variables lies at one offset for all of them:
//
//   frame of depth d   bytes [(d - 1) * frame_bytes, d * frame_bytes) of each lane's stack memory (BlockState::stack)
//
// Stack memory grows as the calls go deeper. A lane whose stack is full is reported and leaves the kernel.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/machine/machine_impl.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

void report(RunContext& c, FindingKind kind, LaneMask lanes, const uint64_t* values) {
  if (!lanes || !c.checks) return;
  c.checks->fault({.kind = kind, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .lanes = lanes,
                   .allocation = no_allocation, .value = values});
}

// Lanes that cannot go on.
void end_lanes(WarpState& warp, LaneMask lanes, Pc pc) {
  warp.exited |= lanes;
  forget_lanes(warp, lanes);
  for_each_lane(lanes, [&](uint32_t lane) { warp.exit_pc[lane] = pc; });
}

// Lanes of the current split go on at the pcs that `target` holds for each; a group that is found first keeps the split.
void send_lanes(WarpState& warp, LaneMask lanes, const Pc* target, uint32_t depth, uint64_t tick) {
  if (!lanes) {
    warp.splits.erase(warp.splits.begin() + warp.current);
    warp.current = 0;
    return;
  }
  bool is_first = true;
  const uint32_t laps = warp.splits[warp.current].laps;
  while (lanes) {
    const Pc pc = target[std::countr_zero(lanes)];
    LaneMask group = 0;
    for_each_lane(lanes, [&](uint32_t lane) { group |= target[lane] == pc ? 1u << lane : 0u; });
    lanes &= ~group;
    if (is_first) {
      Split& own = warp.splits[warp.current];
      own.pc = pc;
      own.lanes = group;
      own.depth = depth;
      is_first = false;
    } else {
      add_split(warp, {.pc = pc, .lanes = group, .laps = laps, .depth = depth}, tick);
    }
  }
}

}  // namespace

void push_registers(RunContext& c, const Ins& ins) {
  const SavedRegisters& saved = c.program->saved[static_cast<size_t>(ins.imm)];
  for_each_lane(c.mask, [&](uint32_t lane) {
    std::vector<uint32_t>& words = c.warp->stacks[lane].words;
    for (uint32_t slot : saved.narrow) words.push_back(c.reg<uint32_t>(slot)[lane]);
    for (uint32_t slot : saved.wide) {
      const uint64_t bits = c.reg<uint64_t>(slot)[lane];
      words.push_back(static_cast<uint32_t>(bits));
      words.push_back(static_cast<uint32_t>(bits >> 32));
    }
    for (uint32_t i = 0; i < saved.mask_count; i += 32) {
      uint32_t bits = 0;
      for (uint32_t k = i; k < std::min(i + 32, saved.mask_count); ++k) bits |= (c.init_masks[saved.first_mask + k] >> lane & 1u) << (k - i);
      words.push_back(bits);
    }
  });
}

void pop_registers(RunContext& c, const Ins& ins) {
  const SavedRegisters& saved = c.program->saved[static_cast<size_t>(ins.imm)];
  const size_t size = saved.narrow.size() + 2 * saved.wide.size() + (saved.mask_count + 31) / 32;
  for_each_lane(c.mask, [&](uint32_t lane) {
    std::vector<uint32_t>& words = c.warp->stacks[lane].words;
    if (words.size() < size) return;
    const uint32_t* at = words.data() + (words.size() - size);
    for (uint32_t slot : saved.narrow) c.reg<uint32_t>(slot)[lane] = *at++;
    for (uint32_t slot : saved.wide) {
      c.reg<uint64_t>(slot)[lane] = uint64_t{at[0]} | uint64_t{at[1]} << 32;
      at += 2;
    }
    for (uint32_t i = 0; i < saved.mask_count; i += 32, ++at)
      for (uint32_t k = i; k < std::min(i + 32, saved.mask_count); ++k) {
        LaneMask& mask = c.init_masks[saved.first_mask + k];
        mask = (mask & ~(1u << lane)) | (*at >> (k - i) & 1u) << lane;
      }
    words.resize(words.size() - size);
  });
}

void frame_address(RunContext& c, const Ins& ins) {
  const uint32_t depth = c.warp->splits[c.warp->current].depth;
  const uint64_t pointer = make_pointer(c.first_program_view + static_cast<uint32_t>(ins.imm), depth ? int64_t{depth - 1} * c.program->frame_bytes : 0);
  for_each_lane(c.mask, [&](uint32_t lane) { c.reg<uint64_t>(ins.d)[lane] = pointer; });
}

void call_function(RunContext& c, const Ins& ins) {
  WarpState& warp = *c.warp;
  const uint32_t depth = warp.splits[warp.current].depth + 1, frame = c.program->frame_bytes;
  Pc target[warp_size];
  uint64_t values[warp_size] = {};
  LaneMask lost = 0;
  if (ins.op == Opcode::call_pointer) {
    const uint64_t* pointer = c.reg<uint64_t>(ins.a);
    for_each_lane(c.mask, [&](uint32_t lane) {
      const FunctionBody* found = nullptr;
      for (const FunctionBody& body : c.program->bodies)
        if (pointer[lane] == function_pointer(body.function) && body.type.v == static_cast<uint32_t>(ins.imm)) found = &body;
      if (found) target[lane] = found->begin;
      else lost |= 1u << lane;
      values[lane] = pointer[lane];
    });
    report(c, FindingKind::memory_null, lost, values);
  } else {
    std::fill(std::begin(target), std::end(target), static_cast<Pc>(ins.imm));
  }
  LaneMask full = 0;
  for_each_lane(c.mask & ~lost, [&](uint32_t lane) {
    const uint64_t used = warp.stacks[lane].words.size() * 4 + uint64_t{depth} * (8 + frame);
    if (used > c.stack_limit) full |= 1u << lane;
    values[lane] = depth;
  });
  report(c, FindingKind::stack_overflow, full, values);
  end_lanes(warp, full | lost, c.pc);
  const LaneMask lanes = c.mask & ~full & ~lost;
  for_each_lane(lanes, [&](uint32_t lane) { warp.stacks[lane].returns.push_back(c.pc + 1); });
  if (lanes && frame && depth * frame > c.stack_stride) c.grow_stack(c, depth * frame);
  send_lanes(warp, lanes, target, depth, c.tick);
}

void return_from_function(RunContext& c) {
  WarpState& warp = *c.warp;
  Pc target[warp_size] = {};
  const uint32_t depth = warp.splits[warp.current].depth;
  for_each_lane(c.mask, [&](uint32_t lane) {
    std::vector<Pc>& returns = warp.stacks[lane].returns;
    target[lane] = returns.back();
    returns.pop_back();
  });
  send_lanes(warp, c.mask, target, depth - 1, c.tick);
}

// ---- stack memory

// Gives each thread of the block room for `bytes`, what is there keeps its place.
void Machine::Impl::grow_stack(BlockState& block, uint32_t bytes) {
  const uint32_t old = block.stack_stride;
  if (bytes <= old) return;
  uint32_t wanted = std::max(old, 256u);
  while (wanted < bytes) wanted *= 2;
  const size_t threads = shape.threads_per_block();
  std::vector<uint8_t> grown(threads * wanted + 64, poison_byte), written(threads * wanted / 8 + 64);
  for (size_t t = 0; old && t < threads; ++t) {
    std::memcpy(grown.data() + t * wanted, block.stack.data() + t * old, old);
    std::memcpy(written.data() + t * wanted / 8, block.stack_written.data() + t * old / 8, old / 8);
  }
  block.stack = std::move(grown);
  block.stack_written = std::move(written);
  block.stack_stride = wanted;
}

void Machine::Impl::bind_stack(BlockState& block, uint32_t warp) {
  for (uint32_t id : stack_views) {
    AllocationView& view = views[id];
    const ProgramAllocation& from = program->allocations[id - first_program_allocation];
    const uint64_t place = uint64_t{warp} * warp_size * block.stack_stride + from.place;
    view.bytes = block.stack.data() + place;
    view.written = block.stack_written.data();
    view.written_origin = place;
    view.lane_stride = block.stack_stride;
    view.size = block.stack_stride > from.place ? block.stack_stride - from.place : 0;
    view.period = program->frame_bytes;
    view.item_bytes = from.info.bytes;
  }
}

}  // namespace wb
