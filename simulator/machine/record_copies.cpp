#include "simulator/machine/record_copies.h"

#include <algorithm>
#include <bit>
#include <vector>

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
// Empty: it is not the first part, or the only one, a member by itself.
std::vector<Part> parts_of_record(const RunContext& c, const Ins& first) {
  const auto& code = c.program->code;
  const uint32_t site = c.info[c.pc].site;
  const auto belongs = [&](uint32_t pc) { return is_part(code[pc]) && c.info[pc].site == site && is_beside(code[pc], first); };
  for (uint32_t pc = c.pc, left = most_instructions; pc > 0 && left > 0 && goes_on(code[pc - 1]); --left)
    if (belongs(--pc)) return {};
  std::vector<Part> parts{{0, access_bytes(first.op)}};
  for (uint32_t pc = c.pc + 1, left = most_instructions; pc < code.size() && left > 0 && goes_on(code[pc]); ++pc, --left)
    if (belongs(pc)) parts.push_back({int64_t{code[pc].imm} - first.imm, access_bytes(code[pc].op)});
  return parts.size() > 1 || is_wide_load(first.op) ? parts : std::vector<Part>{};
}

bool is_any_written(const AllocationView& view, int64_t offset, uint32_t bytes) {
  for (uint64_t bit = view.written_origin + static_cast<uint64_t>(offset), left = bytes; left; ++bit, --left)
    if (view.written[bit >> 3] >> (bit & 7) & 1) return true;
  return false;
}

}  // namespace

LaneMask copies_nothing(const RunContext& c, const AllocationView& view, const Ins& ins, LaneMask lanes, const int64_t* offset) {
  if (!lanes || (view.space != Space::global && view.space != Space::shared) || !is_part(c.program->code[c.pc]) || is_of_async_copy(c)) return 0;
  const std::vector<Part> parts = parts_of_record(c, ins);
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

}  // namespace wb
