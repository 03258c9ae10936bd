#include "simulator/program/loop_shapes.h"

#include <algorithm>

namespace wb {
namespace {

constexpr Pc most_chosen = 2;  // instructions

}  // namespace

bool jumps(const Ins& ins) { return ins.op == Opcode::jump || is_branch(ins.op) || in_range(ins.op, Opcode::br_eq32, Opcode::br_nle_f64); }
bool is_call(Opcode op) { return op == Opcode::call || op == Opcode::call_pointer; }
bool runs_into_next(const Ins& ins) {
  return ins.op != Opcode::jump && ins.op != Opcode::leave && ins.op != Opcode::ret && ins.op != Opcode::end;
}

LoopShapes::LoopShapes(const Program& p) {
  is_target.resize(p.code.size());
  is_forward_target.resize(p.code.size());
  loop_end.resize(p.code.size());
  for (Pc pc = 0; pc < p.code.size(); ++pc) {
    if (!jumps(p.code[pc])) continue;
    const auto to = static_cast<Pc>(p.code[pc].imm);
    if (to >= p.code.size()) continue;
    is_target[to] = true;
    ++meets;
    jumps_to[to].push_back(pc);
    if (to > pc) is_forward_target[to] = true;
    if (to <= pc) loop_end[to] = std::max(loop_end[to], pc + 1);
  }
  // Whoever jumps back into a loop from behind it belongs to it.
  for (size_t head = loop_end.size(); head-- > 0;)
    for (Pc pc = static_cast<Pc>(head) + 1; pc < loop_end[head]; ++pc) loop_end[head] = std::max(loop_end[head], loop_end[pc]);
}

void LoopShapes::find_bodies(const Program& p) {
  for (Pc head = 0; head < loop_end.size(); ++head) {
    if (!loop_end[head]) continue;
    std::vector<bool>& body = bodies[head];
    body.resize(loop_end[head] - head);
    std::vector<Pc> left;
    const auto add = [&](Pc pc) {
      if (pc < head || pc >= loop_end[head] || body[pc - head]) return;
      body[pc - head] = true;
      left.push_back(pc);
    };
    for (Pc from : jumps_to[head])
      if (from >= head) add(from);
    while (!left.empty()) {
      const Pc pc = left.back();
      left.pop_back();
      if (pc == head) continue;
      if (runs_into_next(p.code[pc - 1])) add(pc - 1);
      if (is_target[pc])
        for (Pc from : jumps_to[pc]) add(from);
    }
  }
}

bool is_choice(const Program& program, const LoopShapes& shape, Pc branch) {
  const Ins& ins = program.code[branch];
  const auto to = static_cast<Pc>(ins.imm);
  if (ins.op == Opcode::jump || to <= branch || to > branch + 1 + most_chosen) return false;
  for (Pc pc = branch + 1; pc < to; ++pc)
    if (jumps(program.code[pc]) || !runs_on(program.code[pc].op) || is_memory(program.code[pc].op) || shape.is_target[pc]) return false;
  return true;
}
bool is_behind_choices(const Program& program, const LoopShapes& shape, Pc target) {
  return std::ranges::all_of(shape.jumps_to.at(target), [&](Pc from) { return from < target && is_choice(program, shape, from); });
}

}  // namespace wb
