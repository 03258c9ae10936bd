// Who meets an asynchronous copy that has begun and is not done. Until then nobody may read its destination, or write there or to its source (programming guide,
// "Asynchronous Data Copies": doing so is a data race), its own thread no more than others, whatever barriers there are: only a wait ends it.
//
//   copy s[0] <- g[0]    s[0] is unwritten until the copy is done (async_copies.cpp)
//   ... = s[0]           a read of what is unwritten           async.wait
//   s[0] = v             which value is left there?            async.wait; reads behind it are of the same mistake, and not told
//   g[0] = v             which value is brought?               async.source
//
// What others do in no order with the beginning, or with the wait, is also a race, and told as one (analysis/checks.cpp); but a write to the source that races with the wait
// alone goes as such a meeting (analysis/source_changes.h).
#include <algorithm>
#include <bit>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/machine/copy_work.h"
#include "simulator/machine/run_context.h"

namespace wb {
namespace {

struct MetCopy {
  const PendingCopy* copy = nullptr;
  uint32_t thread = 0;
};

const PendingCopy* find_copy(const LaneCopies& copies, uint64_t pointer, uint32_t bytes) {
  for (const PendingCopy& copy : copies)
    if (copy.kind != PendingCopy::Kind::bulk_store && pointer < copy.to + copy.bytes && copy.to < pointer + bytes) return &copy;
  return nullptr;
}

// The copy under way to these bytes; of several the thread's own.
MetCopy find_copy_of_block(const RunContext& c, uint32_t lane, uint64_t pointer, uint32_t bytes) {
  if (!c.warp->copies.empty())
    if (const PendingCopy* copy = find_copy(c.warp->copies[lane], pointer, bytes)) return {copy, c.warp_index * warp_size + lane};
  const WarpState* const warps = c.warp - c.warp_index;
  for (uint32_t w = 0; w < c.shape->warps_per_block(); ++w)
    for (uint32_t l = 0; l < warps[w].copies.size(); ++l)
      if (const PendingCopy* copy = find_copy(warps[w].copies[l], pointer, bytes)) return {copy, w * warp_size + l};
  return {};
}

// What lanes of one access have met, told copy by copy as these stand in the program.
class Meetings {
 public:
  explicit Meetings(RunContext& c) : c_(c) {}
  bool has(uint32_t lane) const { return lanes_ >> lane & 1; }
  LaneMask lanes() const { return lanes_; }
  void add(uint32_t lane, MetCopy met) {
    lanes_ |= LaneMask{1} << lane;
    met_[lane] = met;
    thread_[lane] = met.thread;
    tick_[lane] = met.copy->tick;
  }
  // `fault`: of the access. `at_source`: it goes to the copies' sources, and not to their destinations.
  void tell(WarpFault fault, bool at_source) const {
    for (LaneMask left = lanes_; left;) {
      const PendingCopy& first = *met_[std::countr_zero(left)].copy;
      LaneMask same = 0;
      for_each_lane(left, [&](uint32_t lane) { same |= met_[lane].copy->pc == first.pc ? LaneMask{1} << lane : 0u; });
      left &= ~same;
      const bool stands_in_front = at_source && first.kind == PendingCopy::Kind::of_thread;  // the load of the source does
      fault.kind = at_source ? FindingKind::async_source : FindingKind::async_wait;
      fault.lanes = same;
      fault.other_site = c_.info[stands_in_front ? first.pc - 1 : first.pc].site;
      fault.other_thread = thread_;
      fault.other_tick = tick_;
      c_.checks->fault(fault);
    }
  }

 private:
  RunContext& c_;
  LaneMask lanes_ = 0;
  MetCopy met_[warp_size];
  uint32_t thread_[warp_size] = {};
  uint64_t tick_[warp_size] = {};
};

}  // namespace

LaneMask report_early_reads(RunContext& c, uint32_t allocation, LaneMask lanes, const int64_t* offset, AccessKind access, uint8_t bytes) {
  Meetings early(c);
  for_each_lane(lanes, [&](uint32_t lane) {
    if (const MetCopy met = find_copy_of_block(c, lane, make_pointer(allocation, offset[lane]), bytes); met.copy) early.add(lane, met);
  });
  const uint32_t site = c.info[c.pc].site + (c.is_late ? 1u : 0u);
  const WarpFault fault{.tick = c.tick, .block = c.block, .warp = c.warp_index, .site = site, .access = access, .bytes = bytes, .allocation = allocation, .offset = offset};
  if (c.checks) early.tell(fault, false);
  return early.lanes();
}

// Most stores go nowhere near a copy: so each copy of the block is compared with the first and the last byte of all lanes before it is with theirs.
void report_stores_to_copies(RunContext& c, const WarpAccess& access) {
  if (c.is_late || access.owner != own_block || is_async_copy(c.program->code[c.pc].op)) return;
  const bool only_exchanges = in_range(c.program->code[c.pc].op, Opcode::atom_exch_8, Opcode::atom_exch_64) && !access.result_used;
  const bool only_writes = access.kind == AccessKind::store || only_exchanges;  // else it reads as well, and has been told of
  int64_t offset[warp_size] = {};
  int64_t low = INT64_MAX, high = 0;
  for_each_lane(access.active, [&](uint32_t lane) {
    offset[lane] = access.offset[lane];
    low = std::min(low, offset[lane]);
    high = std::max(high, offset[lane] + access.bytes);
  });
  Meetings at_target(c), at_source(c);
  const auto meet = [&](Meetings& all, uint64_t pointer, MetCopy met) {
    const int64_t begin = pointer_offset(pointer), end = begin + met.copy->bytes;
    if (pointer_allocation(pointer) != access.allocation || end <= low || high <= begin) return;
    for_each_lane(access.active, [&](uint32_t lane) {
      const bool is_better = !all.has(lane) || met.thread == c.warp_index * warp_size + lane;  // its own
      if (is_better && offset[lane] < end && begin < offset[lane] + access.bytes) all.add(lane, met);
    });
  };
  const WarpState* const warps = c.warp - c.warp_index;
  for (uint32_t w = 0; w < c.shape->warps_per_block(); ++w)
    for (uint32_t l = 0; l < warps[w].copies.size(); ++l)
      for (const PendingCopy& copy : warps[w].copies[l]) {
        if (copy.kind == PendingCopy::Kind::bulk_store) continue;  // analysis/proxy_order.h
        if (only_writes) meet(at_target, copy.to, {&copy, w * warp_size + l});
        if (copy.from) meet(at_source, copy.from, {&copy, w * warp_size + l});
      }
  const WarpFault fault{.tick = access.tick, .block = access.block, .warp = access.warp, .site = access.site, .access = AccessKind::store,
                        .bytes = access.bytes, .allocation = access.allocation, .offset = offset};
  at_target.tell(fault, false);
  at_source.tell(fault, true);
}

}  // namespace wb
