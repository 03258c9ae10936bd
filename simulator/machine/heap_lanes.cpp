// Blocks of the device's heap, taken and given back lane by lane: what the library (library/include/heap.inc) leaves to the machine.
#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/machine/heap_marks.h"
#include "simulator/machine/run_context.h"
#include "simulator/source/source_map.h"

namespace wb {
namespace {

// The user's place: where the library's code stands out of line (a destructor deletes what has that destructor), it is the innermost call from outside.
uint32_t site_of(const RunContext& c, uint32_t lane) {
  const auto is_users = [&](uint32_t site) { return site != no_site && !c.program->module->sources->is_library(c.program->sites[site].span.file); };
  const uint32_t here = c.info[c.pc].site;
  if (is_users(here) || c.warp->stacks.empty()) return here;
  const std::vector<Pc>& returns = c.warp->stacks[lane].returns;
  for (size_t i = returns.size(); i-- > 0;)
    if (const uint32_t site = c.info[returns[i] - 1].site; is_users(site)) return site;
  return here;
}
HeapMoment moment_of(const RunContext& c, uint32_t lane) { return {site_of(c, lane), c.block, c.warp_index * warp_size + lane}; }

// What the library and the machine tell each other of a block in one number.
constexpr uint64_t packed(uint32_t unit, uint32_t bytes) { return uint64_t{unit} << 32 | bytes; }

}  // namespace

void open_heap_blocks(RunContext& c, const Ins& ins) {
  uint64_t* d = c.reg<uint64_t>(ins.d);
  const uint64_t* place = c.reg<uint64_t>(ins.b);
  const uint32_t* form = c.reg<uint32_t>(ins.c);
  for_each_lane(c.mask, [&](uint32_t lane) {
    const int64_t offset = c.heap->open(static_cast<uint32_t>(place[lane] >> 32), static_cast<uint32_t>(place[lane]), form[lane], moment_of(c, lane));
    d[lane] = make_heap_pointer(offset, c.heap_of);
  });
}

// A wrong pointer is reported, and changes nothing.
void close_heap_blocks(RunContext& c, const Ins& ins, bool checked) {
  uint64_t* d = c.reg<uint64_t>(ins.d);
  const uint64_t* pointer = c.reg<uint64_t>(ins.a);
  const uint32_t* way = c.reg<uint32_t>(ins.b);
  for_each_lane(c.mask, [&](uint32_t lane) {
    const uint64_t given = pointer[lane];
    const auto gives = static_cast<HeapWay>(way[lane]);
    const uint32_t id = view_of(c, given) < c.view_count ? view_of(c, given) : no_allocation;
    const HeapMarks::Closed closed = c.heap && id == c.heap_view ? c.heap->close(heap_pointer_offset(given), gives, moment_of(c, lane)) : HeapMarks::Closed{};
    d[lane] = closed.unit ? packed(closed.unit, closed.block.bytes) : 0;
    if (closed.how == HeapMarks::Closing::fine || !checked || !c.checks) return;
    int64_t at[warp_size] = {};
    HeapBlock blocks[warp_size];
    at[lane] = c.heap && id == c.heap_view ? heap_place(heap_pointer_offset(given)) : pointer_offset(given);
    blocks[lane] = closed.block;
    c.checks->fault({.kind = FindingKind::memory_free, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = site_of(c, lane),
                     .lanes = LaneMask{1} << lane, .allocation = id, .offset = at, .heap = blocks, .gives = gives});
  });
}

void heap_block_sizes(RunContext& c, const Ins& ins) {
  uint64_t* d = c.reg<uint64_t>(ins.d);
  const uint64_t* pointer = c.reg<uint64_t>(ins.a);
  for_each_lane(c.mask, [&](uint32_t lane) {
    const int64_t offset = heap_pointer_offset(pointer[lane]);
    const HeapBlock block = c.heap && view_of(c, pointer[lane]) == c.heap_view ? c.heap->meant_by(offset) : HeapBlock{};
    const bool is_start = block.state == HeapBlock::State::live && heap_place(offset) == block.begin;
    d[lane] = is_start ? block.bytes : ~uint64_t{0};
  });
}

}  // namespace wb
