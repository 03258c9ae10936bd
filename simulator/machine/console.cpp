// What a kernel prints, and how it ends a launch. Lanes print in their order. CUDA keeps 1 MiB of printed text and then writes over the
// oldest; here the text stops at that size, with a line that says so.
#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/builtins/printf_format.h"
#include "simulator/machine/heap_marks.h"
#include "simulator/machine/run_context.h"

namespace wb {
namespace {

constexpr size_t most_text = 1 << 20;
constexpr size_t longest_string = 4096;
constexpr const char* stopped_text = "\n(printed text stops here: the launch has printed 1 MiB)\n";

void append(RunContext& c, const std::string& text) {
  if (c.console->size() > most_text) return;
  *c.console += text;
  if (c.console->size() > most_text) {
    c.console->resize(most_text);
    *c.console += stopped_text;
  }
}

std::string heap_text(const RunContext& c, int64_t offset) {
  std::string text;
  for (; text.size() < longest_string && c.heap->holds(offset, 1); ++offset) {
    const uint8_t byte = c.views[c.heap_view].bytes[heap_place(offset)];
    if (!byte) break;
    text += static_cast<char>(byte);
  }
  return text;
}

// The characters at a pointer up to their 0, or to the end of what they stand in.
std::string text_at(const RunContext& c, uint64_t pointer, int lane) {
  if (pointer == 0) return "(null)";
  const uint32_t id = view_of(c, pointer);
  if (id >= c.view_count) return "(null)";
  const AllocationView& view = c.views[id];
  if (id == c.heap_view) return heap_text(c, heap_pointer_offset(pointer));
  const int64_t at = pointer_offset(pointer);
  if (at < 0 || static_cast<uint64_t>(at) >= view.size) return "";
  const uint64_t begin = static_cast<uint64_t>(at), own = uint64_t{view.lane_stride} * static_cast<uint64_t>(lane);
  std::string text;
  for (uint64_t i = begin; i < view.size && text.size() < longest_string && view.bytes[own + i]; ++i) text += static_cast<char>(view.bytes[own + i]);
  return text;
}

void fault(RunContext& c, FindingKind kind) {
  if (c.checks)
    c.checks->fault({.kind = kind, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .lanes = c.mask, .allocation = no_allocation});
}

}  // namespace

void print_lanes(RunContext& c, const Ins& ins) {
  const size_t count = static_cast<size_t>(ins.imm);
  std::vector<uint64_t> values(count);
  for_each_lane(c.mask, [&](int lane) {
    const uint64_t format = c.reg<uint64_t>(ins.a)[lane];
    c.reg<int32_t>(ins.d)[lane] = format ? static_cast<int32_t>(count) : -1;
    if (!format || c.console->size() > most_text) return;
    for (size_t i = 0; i < count; ++i) values[i] = c.reg<uint64_t>(ins.b + 2 * static_cast<uint32_t>(i))[lane];
    std::string text;
    format_printf(text, text_at(c, format, lane), values, [&](uint64_t pointer) { return text_at(c, pointer, lane); });
    append(c, text);
  });
}

void trap_lanes(RunContext& c, const Ins& ins) {
  if (static_cast<Trap>(ins.kind) != Trap::assertion) return fault(c, FindingKind::trap);
  const AssertionText& assertion = c.program->assertions[static_cast<size_t>(ins.imm)];
  const auto index = [](Index3 i) { return "[" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + "]"; };
  for_each_lane(c.mask, [&](int lane) {
    const Index3 thread = c.shape->thread_index(c.warp_index * warp_size + static_cast<uint32_t>(lane));
    append(c, assertion.where + ": block: " + index(c.shape->block_index(c.block - c.first_block)) + ", thread: " + index(thread) + " " + assertion.what + "\n");
  });
  fault(c, FindingKind::assertion);
}

}  // namespace wb
