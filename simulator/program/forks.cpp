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

void ValuesOfWays::note(const Fork& fork, Pc meet, const Known& ran, const Known& jumped, const Known& met) {
  note_one_way(ran, jumped, met, fork, meet, fork.has_other_side);
  note_one_way(jumped, ran, met, fork, meet, !fork.has_other_side);
}
void ValuesOfWays::note_one_way(const Known& has, const Known& has_not, const Known& met, const Fork& fork, Pc meet,
                                bool is_first_without) {
  for (const auto& [key, kept] : has.kept) {
    const std::optional<size_t> holder = memory_.holder_of_version(has, key.version);
    if (!holder || has_not.kept.contains(key.at_version(memory_.version_of(has_not, *holder)))) continue;
    Missing missing{.without = {fork.branch, is_first_without}};
    if (!fork.has_other_side && !is_first_without && is_first_of_side(kept.pc, fork.branch, meet)) missing.moved_from = kept.pc;
    missing_.emplace(key.at_version(memory_.version_of(met, *holder)), missing);
  }
}
bool ValuesOfWays::is_first_of_side(Pc load, Pc branch, Pc meet) const {
  if (load <= branch || load >= meet || !is_load(p_.code[load].op)) return false;
  for (Pc pc = branch + 1; pc < load; ++pc)
    if (jumps(p_.code[pc]) || !runs_on(p_.code[pc].op) || is_memory(p_.code[pc].op)) return false;
  return true;
}
void ValuesOfWays::note_changes(const Fork& fork, const Known& ran, const Known& jumped, const Known& at_head) {
  changed_on_ = {};
  for (size_t i = 0; i < holder::count; ++i) {
    const bool ran_as_it_was = ran.version[i] == at_head.version[i];
    if (ran_as_it_was != (jumped.version[i] == at_head.version[i])) changed_on_[i] = {fork.branch, ran_as_it_was == fork.has_other_side};
  }
}
std::optional<ValuesOfWays::Missing> ValuesOfWays::missing(const LoadKey& key) const {
  const auto it = missing_.find(key);
  return it == missing_.end() ? std::nullopt : std::optional(it->second);
}

}  // namespace wb
