#include "simulator/program/deciding_slots.h"

#include <algorithm>

namespace wb {
namespace {

// Others, or the lane's own way, depend on what it reads.
bool decides_by_itself(Opcode op) {
  return is_branch(op) || is_memory(op) || is_warp_sync(op) || is_barrier(op) || is_heap(op) || op == Opcode::call_pointer || op == Opcode::print || op == Opcode::trap || op == Opcode::grid_launch;
}
// Reads registers that its operands do not name.
bool reads_unnamed(Opcode op) { return op == Opcode::push || op == Opcode::pop; }

}  // namespace

DecidingSlots::DecidingSlots(const Program& program) : program_(program), is_narrow_(program.slot_count + 4), is_wide_(program.slot_count + 4) {
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    uses_.push_back(slots_of(program, pc));
    const SlotUse& use = uses_.back();
    for (const uint32_t slot : use.wide) is_wide_[slot] = true;
    for (const auto* slots : {&use.reads, &use.writes})
      for (const uint32_t slot : *slots) {
        const bool is_paired = std::any_of(use.wide.begin(), use.wide.end(), [&](uint32_t first) { return slot == first || slot == first + 1; });
        if (!is_paired) is_narrow_[slot] = true;
      }
  }
}

void DecidingSlots::step_back(Pc pc, std::vector<bool>& decides) {
  const SlotUse& use = uses_[pc];
  bool matters = decides_by_itself(program_.code[pc].op);
  for (const uint32_t slot : use.writes) {
    matters = matters || decides[slot];
    decides[slot] = false;
  }
  if (matters)
    for (const uint32_t slot : use.reads) decides[slot] = true;
}

std::vector<uint32_t> DecidingSlots::of(std::span<const PathPiece> path) {
  std::vector<bool> decides(is_narrow_.size());
  const bool has_unnamed = std::any_of(path.begin(), path.end(), [&](const PathPiece& piece) {
    return std::any_of(program_.code.begin() + piece.begin, program_.code.begin() + piece.end, [](const Ins& ins) { return reads_unnamed(ins.op); });
  });
  if (has_unnamed) decides.assign(decides.size(), true);
  for (bool has_news = !has_unnamed; has_news;) {
    std::vector<bool> before = decides;
    for (size_t i = path.size(); i-- > 0;)
      for (Pc pc = path[i].end; pc-- > path[i].begin;) step_back(pc, before);
    has_news = before != decides;
    decides = std::move(before);
  }
  std::vector<uint32_t> slots;
  for (uint32_t slot = 0; slot < decides.size() && slot < program_.slot_count; ++slot)
    if (decides[slot]) slots.push_back(slot);
  return slots;
}

}  // namespace wb
