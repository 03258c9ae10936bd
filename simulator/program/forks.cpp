#include "simulator/program/forks.h"

namespace wb {
namespace {

// No loop, and no way out but to the meet.
bool leads_to_meet(const Program& program, const LoopShapes& shape, Pc branch, Pc meet) {
  for (Pc pc = branch + 1; pc < meet; ++pc) {
    const Ins& ins = program.code[pc];
    const auto to = static_cast<Pc>(ins.imm);
    if (shape.loop_end[pc] || (jumps(ins) && (to <= branch || to > meet))) return false;
  }
  return true;
}

}  // namespace

std::optional<Fork> fork_before(const Program& program, const LoopShapes& shape, Pc meet) {
  const std::vector<Pc>& ways = shape.jumps_to.at(meet);
  if (ways.size() != 1 || ways[0] >= meet) return std::nullopt;
  if (program.code[ways[0]].op != Opcode::jump)
    return leads_to_meet(program, shape, ways[0], meet) ? std::optional(Fork{ways[0], false}) : std::nullopt;
  const auto tests = shape.jumps_to.find(ways[0] + 1);
  if (tests == shape.jumps_to.end() || tests->second.size() != 1 || tests->second[0] >= ways[0]) return std::nullopt;
  if (program.code[tests->second[0]].op == Opcode::jump || !leads_to_meet(program, shape, tests->second[0], meet)) return std::nullopt;
  return Fork{tests->second[0], true};
}

}  // namespace wb
