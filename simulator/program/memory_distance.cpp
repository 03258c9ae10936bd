#include "simulator/program/memory_distance.h"

#include <algorithm>

namespace wb {

bool may_come_to_memory(Opcode op) { return is_memory(op) || finishes_copies(op); }

std::vector<uint32_t> instructions_before_memory(const Program& program) { return instructions_before(program, may_come_to_memory); }

std::vector<uint32_t> instructions_before(const Program& program, bool (*is_one)(Opcode)) {
  std::vector<bool> ones;
  for (const Ins& ins : program.code) ones.push_back(is_one(ins.op));
  return instructions_before(program, ones);
}

// Backwards over the code until nothing changes.
std::vector<uint32_t> instructions_before(const Program& program, const std::vector<bool>& is_one) {
  const std::vector<Ins>& code = program.code;
  std::vector<uint32_t> before(code.size(), program.has_calls ? 1 : never_again);
  for (Pc pc = 0; pc < code.size(); ++pc)
    if (is_one[pc]) before[pc] = 0;
  if (program.has_calls) return before;
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t pc = code.size(); pc-- > 0;) {
      const Ins& ins = code[pc];
      uint32_t least = before[pc];
      const auto go_to = [&](size_t next) {
        if (next < code.size()) least = std::min(least, before[next] + 1);
      };
      if (ins.op != Opcode::jump && ins.op != Opcode::end && ins.op != Opcode::leave) go_to(pc + 1);
      if (ins.op == Opcode::jump || is_branch(ins.op)) go_to(static_cast<size_t>(ins.imm));
      changes |= least != before[pc];
      before[pc] = least;
    }
  }
  return before;
}

}  // namespace wb
