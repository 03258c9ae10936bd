// Bulk copies (cp.async.bulk, cp.reduce.async.bulk): one thread begins them, for as many bytes as it likes, and a unit of the hardware's own makes them.
//
//   to shared memory     They are bound to a barrier, whose word (library/include/cuda_barrier.h) counts the bytes that are still to come. The
//                        destination is poison until the phase is over, as for other asynchronous copies (async_copies.cpp), and the copy is carried out
//                        at the latest moment: when somebody looks at the barrier (waits, or arrives for the next phase) and finds that all arrivals and all
//                        bytes have come. Who looks does that in one step: it sees the word, carries the copies out, and turns to the next phase; so
//                        nobody ever sees half of it, and who sees the new phase knows what was copied.
//   from shared memory   They are done when they begin; but until the thread has waited for its group, nobody may change the source, nor use
//                        what was copied (analysis/proxy_order.h). When it waits the source is read once more, which races with whatever writes there without
//                        an order.
//
// Copies go in pieces of 16 bytes (rows of tensors, which begin anywhere, in pieces as large as both places allow), whose accesses are seen one by one, all at the tick of the instruction. A piece outside of its array is told, and ends the copy.
//
// Not covered: copies into the shared memory of other blocks, which the front end refuses; by a pointer that leads there they are done at once.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "simulator/analysis/checks.h"
#include "simulator/machine/copy_work.h"
#include "simulator/source/barrier_word.h"

namespace wb {
namespace {

using Kind = PendingCopy::Kind;

constexpr uint32_t widest_piece = 16;
constexpr uint64_t tensor_row = uint64_t{1} << 63;  // library/include/cuda_tensor_copies.h: any number of bytes
constexpr uint64_t most_bytes = uint64_t{1} << 18;  // more than the shared memory of any block, which is one of its two ends

bool is_in_cluster(uint64_t pointer) { return is_of_cluster(pointer_allocation(pointer)); }

// Lanes that began copies, of the whole block: (warp, lane, its copies).
template <class Work>
void each_list(RunContext& c, Work work) {
  WarpState* const warps = c.warp - c.warp_index;
  for (uint32_t w = 0; w < c.shape->warps_per_block(); ++w)
    for (LaneCopies& copies : warps[w].copies) work(copies);
}

BulkStore told(const RunContext& c, uint32_t lane, const PendingCopy& copy) {
  return {.tick = c.tick, .block = c.block, .thread = c.warp_index * warp_size + lane, .site = c.info[copy.pc].site, .from_allocation = pointer_allocation(copy.from),
          .to_allocation = pointer_allocation(copy.to), .from_offset = static_cast<uint64_t>(pointer_offset(copy.from)), .to_offset = static_cast<uint64_t>(pointer_offset(copy.to)),
          .bytes = copy.bytes};
}

void report_size(RunContext& c, uint32_t lane, uint64_t bytes) {
  uint64_t sizes[warp_size] = {};
  sizes[lane] = bytes;
  if (c.checks)
    c.checks->fault({.kind = FindingKind::memory_misaligned, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .lanes = LaneMask{1} << lane,
                     .allocation = no_allocation, .value = sizes});
}

// What both places and the number of bytes are multiples of: 16 but for rows of tensors.
uint32_t piece_of(const PendingCopy& copy) {
  const uint64_t all = copy.to | copy.from | copy.bytes | widest_piece;
  return static_cast<uint32_t>(all & (0 - all));
}

// The pieces as the copy begins; how many bytes there are of them. What is carried out later leaves poison.
uint64_t begin_pieces(RunContext& c, uint32_t lane, const PendingCopy& copy, uint32_t piece, bool has_source, bool is_late, bool checked) {
  uint8_t poison[widest_piece];
  std::memset(poison, poison_byte, sizeof poison);
  CopyScratch scratch(c, checked);
  for (uint64_t at = 0; at < copy.bytes; at += piece) {
    const AllocationView* const target = view_at(c, copy.to + at, piece);
    if (has_source) scratch.load_piece(copy.pc, lane, copy.from + at, piece, false);
    if (is_late) scratch.set_value(lane, poison, piece);
    scratch.store_piece(copy.pc, lane, copy.to + at, piece, false);
    const bool is_readable = !has_source || view_at(c, copy.from + at, piece) || is_in_cluster(copy.from);
    if (!is_readable || !(target || is_in_cluster(copy.to))) return at;
    if (is_late) clear_written(*target, static_cast<uint64_t>(pointer_offset(copy.to + at)), piece);
  }
  return copy.bytes;
}

void begin(RunContext& c, const Ins& ins, uint32_t lane, bool checked) {
  const auto way = static_cast<BulkCopy>(ins.kind);
  PendingCopy copy{.to = c.reg<uint64_t>(ins.a)[lane], .from = c.reg<uint64_t>(ins.b)[lane], .tick = c.tick, .pc = c.pc};
  const uint64_t said = c.reg<uint64_t>(ins.c + 2u)[lane];
  const bool is_row = said & tensor_row, has_source = copy.from || !is_row;  // what of a box lies outside of the tensor comes from nowhere: zeros
  if (!is_row && said % widest_piece && checked) report_size(c, lane, said);
  copy.bytes = static_cast<uint32_t>(std::min(said & ~tensor_row, most_bytes));
  if (!is_row) copy.bytes -= copy.bytes % widest_piece;
  const uint32_t piece = is_row ? piece_of(copy) : widest_piece;
  const AllocationView* const target = view_at(c, copy.to, piece);
  const bool is_late = way == BulkCopy::load && target && target->space == Space::shared;
  if (way != BulkCopy::reduce) copy.bytes = static_cast<uint32_t>(begin_pieces(c, lane, copy, piece, has_source, is_late, checked));
  if (!copy.bytes || (way == BulkCopy::load && !is_late)) return;
  if (way == BulkCopy::load) copy.barrier = c.reg<uint64_t>(ins.c)[lane];
  copy.kind = way == BulkCopy::load ? Kind::bulk_load : Kind::bulk_store;
  if (c.warp->copies.empty()) c.warp->copies.resize(warp_size);
  c.warp->copies[lane].push_back(copy);
  if (way != BulkCopy::load && checked && c.checks) c.checks->begin_bulk_store(told(c, lane, copy));
}

// ---- barriers

const uint8_t* word_at(const RunContext& c, uint64_t pointer) {
  const AllocationView* const view = view_at(c, pointer, 8);
  return view && view->space == Space::shared ? view->bytes + pointer_offset(pointer) : nullptr;
}

void carry_out(RunContext& c, CopyScratch& scratch, uint32_t lane, const PendingCopy& copy) {
  const LaneMask bit = LaneMask{1} << lane;
  constexpr uint8_t zeros[widest_piece] = {};
  if (copy.kind == Kind::bulk_load) {
    const uint32_t piece = piece_of(copy);
    for (uint64_t at = 0; at < copy.bytes; at += piece) {
      if (copy.from) scratch.load_piece(copy.pc, lane, copy.from + at, piece, true);
      else scratch.set_value(lane, zeros, piece);
      scratch.store_piece(copy.pc, lane, copy.to + at, piece, true);
    }
    return;
  }
  scratch.set_value(lane, zeros, widest_piece);
  scratch.from(lane) = copy.from;
  scratch.to(lane) = copy.to;
  c.site_step = 0;
  if (copy.from) scratch.load_late(copy.pc - 1, bit, copy.bytes);
  scratch.store(copy.pc, bit, copy.bytes, true);
}

void carry_out_all(RunContext& c, CopyScratch& scratch, uint32_t lane, uint64_t barrier) {
  each_list(c, [&](LaneCopies& copies) {
    LaneCopies due;
    const auto is_due = [&](const PendingCopy& copy) { return copy.barrier == barrier; };
    std::copy_if(copies.begin(), copies.end(), std::back_inserter(due), is_due);
    std::erase_if(copies, is_due);
    for (const PendingCopy& copy : due) {
      carry_out(c, scratch, lane, copy);
      leave_to_younger(c, copies, copy);
    }
  });
}

void end_phase(RunContext& c, uint32_t lane, uint64_t barrier, uint64_t word, bool checked) {
  const Pc pc = c.pc;
  // Behind all that this tick has done so far.
  const auto fence = [&] {
    if (checked && c.checks) c.checks->fence(c.block, c.warp_index, LaneMask{1} << lane, {MemoryScope::block, FencePart::whole}, c.tick + 1);
  };
  CopyScratch scratch(c, checked);
  scratch.add(pc, lane, barrier, 0);
  fence();
  carry_out_all(c, scratch, lane, barrier);
  fence();
  scratch.add(pc, lane, barrier, BarrierWord(word).to_next_phase());
}

}  // namespace

void begin_bulk_copies(RunContext& c, const Ins& ins, bool checked) {
  for_each_lane(c.mask, [&](uint32_t lane) { begin(c, ins, lane, checked); });
}

void settle_barriers(RunContext& c, const Ins& ins, bool checked) {
  for_each_lane(c.mask, [&](uint32_t lane) {
    const uint64_t barrier = c.reg<uint64_t>(ins.a)[lane];
    const uint8_t* const at = word_at(c, barrier);
    if (!at) return;
    uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if (BarrierWord(word).has_all()) end_phase(c, lane, barrier, word, checked);
  });
}

void commit_bulk_copies(RunContext& c) {
  if (c.warp->copies.empty()) return;
  for_each_lane(c.mask, [&](uint32_t lane) {
    for (PendingCopy& copy : c.warp->copies[lane]) copy.age += copy.kind == Kind::bulk_store;
  });
}

void wait_for_bulk_copies(RunContext& c, const Ins& ins, bool checked) {
  if (c.warp->copies.empty()) return;
  const bool only_read = ins.kind;
  for_each_lane(c.mask, [&](uint32_t lane) {
    const uint32_t prior = c.reg<uint32_t>(ins.a)[lane];
    const auto is_due = [&](const PendingCopy& copy) { return copy.kind == Kind::bulk_store && copy.age > prior; };
    LaneCopies& copies = c.warp->copies[lane];
    for (PendingCopy& copy : copies) {
      if (!is_due(copy)) continue;
      if (!copy.has_read) {
        CopyScratch scratch(c, checked);
        const uint32_t piece = piece_of(copy);
        for (uint64_t at = 0; at < copy.bytes; at += piece) scratch.load_piece(copy.pc, lane, copy.from + at, piece, true);
      }
      copy.has_read = true;
      if (checked && c.checks) c.checks->end_bulk_store(told(c, lane, copy), only_read);
    }
    if (!only_read) std::erase_if(copies, is_due);
  });
}

void report_proxy_fence(RunContext& c) {
  if (c.checks) c.checks->proxy_fence(c.block, c.warp_index, c.mask);
}

void report_left_copies(RunContext& c, LaneMask lanes) {
  if (!c.checks) return;
  for_each_lane(lanes, [&](uint32_t lane) {
    const LaneCopies& copies = c.warp->copies[lane];
    const auto left = std::find_if(copies.begin(), copies.end(), [](const PendingCopy& copy) { return copy.kind == Kind::bulk_store && !copy.has_read; });
    if (left == copies.end()) return;
    int64_t offset[warp_size] = {};
    offset[lane] = pointer_offset(left->from);
    c.checks->fault({.kind = FindingKind::async_source, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[left->pc].site, .lanes = LaneMask{1} << lane,
                     .access = AccessKind::load, .bytes = 4, .allocation = pointer_allocation(left->from), .offset = offset});
  });
}

}  // namespace wb
