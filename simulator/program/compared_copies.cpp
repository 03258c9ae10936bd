#include "simulator/program/compared_copies.h"

#include <unordered_set>

#include "simulator/program/slot_use.h"

namespace wb {
namespace {

// Small integers are extended, where their type changes.
bool is_copy(Opcode op) { return op == Opcode::mov32 || op == Opcode::mov64 || in_range(op, Opcode::sx8, Opcode::zx16); }

}  // namespace

ComparedCopies::ComparedCopies(const Program& program) {
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (in_range(program.code[pc].op, Opcode::atom_cas_8, Opcode::atom_cas_64)) compares_.push_back({program.code[pc].c, program.info[pc].site});
  if (compares_.empty()) return;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Opcode op = program.code[pc].op;
    if (!is_load(op) && !is_copy(op)) continue;
    const SlotUse use = slots_of(program, pc);
    if (is_load(op)) {
      std::vector<uint32_t>& slots = loaded_[program.info[pc].site];
      slots.insert(slots.end(), use.writes.begin(), use.writes.end());
    }
    for (size_t i = 0; is_copy(op) && i < use.writes.size() && i < use.reads.size(); ++i) copies_[use.reads[i]].push_back(use.writes[i]);
  }
}

std::vector<uint32_t> ComparedCopies::cas_sites(uint32_t load_site) const {
  const auto loaded = loaded_.find(load_site);
  if (loaded == loaded_.end()) return {};
  std::unordered_set<uint32_t> holds(loaded->second.begin(), loaded->second.end());
  for (std::vector<uint32_t> open(holds.begin(), holds.end()); !open.empty();) {
    const auto copies = copies_.find(open.back());
    open.pop_back();
    if (copies == copies_.end()) continue;
    for (const uint32_t slot : copies->second)
      if (holds.insert(slot).second) open.push_back(slot);
  }
  std::vector<uint32_t> sites;
  for (const Compare& compare : compares_)
    if (holds.contains(compare.slot)) sites.push_back(compare.site);
  return sites;
}

}  // namespace wb
