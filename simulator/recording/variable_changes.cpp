#include "simulator/recording/variable_changes.h"

#include <algorithm>

#include "simulator/program/init_set.h"
#include "simulator/program/liveness.h"
#include "simulator/program/memory_distance.h"
#include "simulator/program/slot_use.h"
#include "simulator/recording/variable_reader.h"

namespace wb {
namespace {

constexpr uint32_t widest_result = 4;  // slots

// Where the variables of that name stand.
struct Standing {
  std::vector<bool> slots, masks;              // these are of some of them
  std::vector<const VariableLocation*> shown;  // by pc: the innermost in scope

  bool has_slot(size_t slot) const { return slot < slots.size() && slots[slot]; }
  bool has_mask(size_t mask) const { return mask < masks.size() && masks[mask]; }
};

void add(const Program& program, const VariableLocation& variable, Standing& to) {
  for (const uint32_t slot : slots_of(variable, program.module->types))
    if (slot < to.slots.size()) to.slots[slot] = true;
  for (size_t i = 0; variable.init_mask >= 0 && i < std::max<size_t>(1, variable.leaf_slots.size()); ++i)
    if (const size_t mask = static_cast<size_t>(variable.init_mask) + i; mask < to.masks.size()) to.masks[mask] = true;
  for (Pc pc = variable.begin; pc < variable.end && pc < program.code.size(); ++pc)
    if (is_in_scope(program, variable, pc)) to.shown[pc] = &variable;  // the innermost comes last
}

bool may_write(const Program& program, Pc pc, const Standing& standing) {
  const Ins& ins = program.code[pc];
  if (ins.op == Opcode::init_clear && standing.has_mask(static_cast<size_t>(ins.imm))) return true;
  if (ins.op == Opcode::init_set && standing.has_mask(unpack_init_set(ins.imm).mask)) return true;
  if (in_range(ins.op, Opcode::shfl_32, Opcode::shfl_64))
    if (const uint32_t mask = unpack_shuffle(ins.imm).mask; mask && standing.has_mask(mask - 1)) return true;
  if (is_atomic(ins.op))  // may write a result that nobody wants
    for (uint32_t i = 0; i < widest_result; ++i)
      if (standing.has_slot(ins.d + i)) return true;
  const SlotUse use = slots_of(program, pc);
  return std::any_of(use.writes.begin(), use.writes.end(), [&](uint32_t slot) { return standing.has_slot(slot); });
}

// Where none is in scope nothing shows.
bool may_show_another(const Program& program, Pc pc, const Standing& standing) {
  const Ins& ins = program.code[pc];
  const auto is_other = [&](size_t next) { return next < standing.shown.size() && standing.shown[next] && standing.shown[next] != standing.shown[pc]; };
  const bool goes_on = ins.op != Opcode::jump && ins.op != Opcode::end && ins.op != Opcode::leave;
  return (goes_on && is_other(size_t{pc} + 1)) || ((ins.op == Opcode::jump || is_branch(ins.op)) && is_other(static_cast<size_t>(ins.imm)));
}

// One at which lanes of a warp wait for each other may change the variable: so may all of these.
void join_warp_functions(const Program& program, std::vector<bool>& behind) {
  const auto is_warp_function = [&](Pc pc) { return is_warp_sync(program.code[pc].op); };
  bool is_any = false;
  for (Pc pc = 0; pc < behind.size(); ++pc) is_any |= behind[pc] && is_warp_function(pc);
  for (Pc pc = 0; pc < behind.size() && is_any; ++pc)
    if (is_warp_function(pc)) behind[pc] = true;
}

}  // namespace

std::optional<VariableChanges> changes_of(const Program& program, std::string_view name) {
  if (program.has_calls) return std::nullopt;
  Standing standing{std::vector<bool>(program.slot_count + 1), std::vector<bool>(program.init_mask_count),
                    std::vector<const VariableLocation*>(program.code.size())};
  for (const VariableLocation& variable : program.variables) {
    if (variable.name != name) continue;
    if (variable.where != VariableLocation::Where::slot) return std::nullopt;
    add(program, variable, standing);
  }
  VariableChanges changes;
  const auto shows_behind = [&](Pc pc) { return pc + 1 < standing.shown.size() && standing.shown[pc + 1]; };
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    changes.behind.push_back((shows_behind(pc) && may_write(program, pc, standing)) || may_show_another(program, pc, standing));
  join_warp_functions(program, changes.behind);
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Opcode op = program.code[pc].op;
    changes.is_any |= changes.behind[pc];
    changes.is_at_barrier |= changes.behind[pc] && (is_barrier(op) || op == Opcode::cluster_arrive || op == Opcode::cluster_wait);
  }
  changes.before = instructions_before(program, changes.behind);
  return changes;
}

}  // namespace wb
