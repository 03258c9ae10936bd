#include "simulator/machine/record_copies.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "simulator/program/slot_use.h"

namespace wb {
namespace {

constexpr uint32_t most_instructions = 512;  // of one record's copy: its loads, and what takes its narrow members apart

// What an asynchronous copy brings has no value where it stands then, and is told there.
bool is_of_async_copy(const RunContext& c) { return c.is_late || (c.pc + 1 < c.program->code.size() && is_async_copy(c.program->code[c.pc + 1].op)); }
bool is_part(const Ins& ins) { return is_load(ins.op) && (ins.kind & Ins::is_copy); }
bool goes_on(const Ins& ins) { return is_part(ins) || (runs_on(ins.op) && !is_memory(ins.op)); }
// By the same address, but for the displacement.
bool is_beside(const Ins& a, const Ins& b) { return a.a == b.a && a.b == b.b && a.scale == b.scale && (a.kind & Ins::index_mask) == (b.kind & Ins::index_mask); }
bool is_wide_load(Opcode op) { return op == Opcode::ld_2x32 || op == Opcode::ld_4x32 || op == Opcode::ld_2x64; }

struct Part {
  int64_t at = 0;  // from the first one
  uint32_t bytes = 0;
};
struct RecordParts {
  bool begins_here = true;  // the load is that of the first part
  std::vector<Part> parts;  // empty: there is only one, a member by itself
};
RecordParts parts_of_record(const RunContext& c, const Ins& ins) {
  const auto& code = c.program->code;
  const uint32_t site = c.info[c.pc].site;
  const auto belongs = [&](uint32_t pc) { return is_part(code[pc]) && c.info[pc].site == site && is_beside(code[pc], ins); };
  RecordParts found{true, {{0, access_bytes(ins.op)}}};
  const auto add = [&](uint32_t pc) { found.parts.push_back({int64_t{code[pc].imm} - ins.imm, access_bytes(code[pc].op)}); };
  for (uint32_t pc = c.pc, left = most_instructions; pc > 0 && left > 0 && goes_on(code[pc - 1]); --left)
    if (belongs(--pc)) add(pc), found.begins_here = false;
  for (uint32_t pc = c.pc + 1, left = most_instructions; pc < code.size() && left > 0 && goes_on(code[pc]); ++pc, --left)
    if (belongs(pc)) add(pc);
  if (found.parts.size() == 1 && !is_wide_load(ins.op)) found.parts.clear();
  return found;
}

bool is_any_written(const AllocationView& view, int64_t offset, uint32_t bytes) {
  for (uint64_t bit = view.written_origin + static_cast<uint64_t>(offset), left = bytes; left; ++bit, --left)
    if (view.written[bit >> 3] >> (bit & 7) & 1) return true;
  return false;
}

// The registers of an access: how many, and what each holds.
struct Registers {
  uint32_t count = 1, bytes = 4, slots = 1;
};
Registers registers_of(Opcode op) {
  switch (op) {
    case Opcode::ld_64: case Opcode::st_64: return {1, 8, 2};
    case Opcode::ld_2x32: case Opcode::st_2x32: return {2, 4, 1};
    case Opcode::ld_4x32: case Opcode::st_4x32: return {4, 4, 1};
    case Opcode::ld_2x64: case Opcode::st_2x64: return {2, 8, 2};
    default: return {1, access_bytes(op), 1};
  }
}

// Selections, and bits of several values in one register: what comes of them may hang on others alone.
bool mixes(Opcode op) {
  switch (op) {
    case Opcode::sel32: case Opcode::sel64: case Opcode::and32: case Opcode::or32: case Opcode::xor32: case Opcode::and64: case Opcode::or64: case Opcode::xor64: case Opcode::shl32:
    case Opcode::shr_i32: case Opcode::shr_u32: case Opcode::shl64: case Opcode::shr_i64: case Opcode::shr_u64: case Opcode::sx8: case Opcode::zx8: case Opcode::sx16: case Opcode::zx16:
      return true;
    default: return false;
  }
}

// Follows the value of one register from a load on.
class WayOfValue {
 public:
  WayOfValue(const Program& program, Pc load, uint32_t slot) : p_(program), itself_{slot} {
    for (Pc pc = load + 1, left = most_instructions; pc < p_.code.size() && left > 0 && !way_.is_used; ++pc, --left)
      if (!step(pc)) break;
  }
  UnsetCopies::Way way() { return std::move(way_); }

 private:
  static bool has(const std::vector<uint32_t>& some, const std::vector<uint32_t>& slots) {
    return std::any_of(slots.begin(), slots.end(), [&](uint32_t slot) { return std::find(some.begin(), some.end(), slot) != some.end(); });
  }
  // False: what comes next is not known.
  bool step(Pc pc) {
    const Ins& ins = p_.code[pc];
    const SlotUse use = slots_of(p_, pc);
    const bool reads = has(itself_, use.reads), reads_derived = has(derived_, use.reads);
    if (!runs_on(ins.op)) {
      way_.is_used = is_branch(ins.op) && (reads || reads_derived);
      return false;
    }
    const bool is_copied = is_store(ins.op) && p_.info[pc].copies_record && !reads_derived && !has(itself_, slots_of_address(ins).reads);
    if (is_memory(ins.op) && (reads || reads_derived) && !is_copied) return way_.is_used = true;
    if (reads && is_copied) note_store(pc);
    const bool is_move = ins.op == Opcode::mov32 || ins.op == Opcode::mov64;
    for (uint32_t slot : use.writes) std::erase(itself_, slot), std::erase(derived_, slot);
    if (reads && is_move) itself_.push_back(ins.d);
    else if ((reads || reads_derived) && !is_memory(ins.op) && !mixes(ins.op)) derived_.insert(derived_.end(), use.writes.begin(), use.writes.end());
    return !itself_.empty() || !derived_.empty();
  }
  void note_store(Pc pc) {
    const Registers stored = registers_of(p_.code[pc].op);
    for (uint32_t part = 0; part < stored.count; ++part)
      if (has(itself_, {p_.code[pc].d + part * stored.slots})) way_.stores.emplace_back(pc, part);
  }

  const Program& p_;
  std::vector<uint32_t> itself_, derived_;  // registers that hold it, or what was computed from it
  UnsetCopies::Way way_;
};

constexpr size_t most_waiting = 1 << 12;

// Of the lanes of a load, those of whose whole record nothing has a value.
LaneMask lanes_of_nothing(const std::vector<Part>& parts, const AllocationView& view, LaneMask lanes, const int64_t* offset) {
  if (parts.empty()) return 0;
  LaneMask found = 0;
  for (LaneMask left = lanes; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const auto has_value = [&](const Part& part) {
      const int64_t at = offset[lane] + part.at;
      return at < 0 || static_cast<uint64_t>(at) + part.bytes > view.size || is_any_written(view, at, part.bytes);
    };
    if (std::none_of(parts.begin(), parts.end(), has_value)) found |= 1u << lane;
  }
  return found;
}
// Each register of the load by itself.
void tell_of_uses(RunContext& c, const AllocationView& view, const Ins& ins, LaneMask lanes, const int64_t* offset, const TellUnset& tell) {
  const Registers parts = registers_of(ins.op);
  for (uint32_t part = 0; part < parts.count; ++part) {
    LaneMask unset = 0;
    for (LaneMask left = lanes; left; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (!all_written(view.written, view.written_origin + static_cast<uint64_t>(offset[lane]) + uint64_t{part} * parts.bytes, parts.bytes)) unset |= 1u << lane;
    }
    if (!unset) continue;
    const auto [at, is_new] = c.unset_copies.ways.try_emplace({c.pc, part});
    if (is_new) at->second = WayOfValue(*c.program, c.pc, ins.d + part * parts.slots).way();
    if (at->second.is_used) tell(unset, part * parts.bytes, parts.bytes);
    else
      for (const auto& [store, to] : at->second.stores)
        if (c.unset_copies.waiting.size() < most_waiting) c.unset_copies.waiting.push_back({c.block, c.warp_index, store, to, unset});
    c.has_unset_copies = !c.unset_copies.waiting.empty();
  }
}

}  // namespace

void tell_unset(RunContext& c, const AllocationView& view, const Ins& ins, LaneMask lanes, const int64_t* offset, const TellUnset& tell) {
  if (!lanes || (view.space != Space::global && view.space != Space::shared) || !is_part(c.program->code[c.pc]) || is_of_async_copy(c)) return;
  const RecordParts record = parts_of_record(c, ins);
  const LaneMask nothing = lanes_of_nothing(record.parts, view, lanes, offset);
  if (nothing && record.begins_here) tell(nothing, 0, access_bytes(ins.op));
  tell_of_uses(c, view, ins, lanes & ~nothing, offset, tell);
}

void leave_unset(RunContext& c, const AllocationView& view, LaneMask lanes, const uint64_t* bit) {
  const Registers parts = registers_of(c.code[c.pc].op);
  for (uint32_t part = 0; part < parts.count; ++part) {
    LaneMask unset = c.info[c.pc].unset_parts >> part & 1 ? lanes : 0;
    std::erase_if(c.unset_copies.waiting, [&](UnsetCopies::Waiting& w) {
      if (w.block != c.block || w.warp != c.warp_index || w.store != c.pc || w.part != part) return false;
      unset |= w.lanes & lanes;
      return !(w.lanes &= ~lanes);
    });
    c.has_unset_copies = !c.unset_copies.waiting.empty();
    if (view.starts_defined || !view.written || c.frozen) continue;
    for (; unset; unset &= unset - 1) {
      const uint64_t first = bit[std::countr_zero(unset)] + uint64_t{part} * parts.bytes;
      for (uint64_t b = first; b < first + parts.bytes; ++b) view.written[b >> 3] = static_cast<uint8_t>(view.written[b >> 3] & ~(1u << (b & 7)));
    }
  }
}

}  // namespace wb
