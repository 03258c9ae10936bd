#include "simulator/program/compared_copies.h"

#include "simulator/program/slot_use.h"

namespace wb {
namespace {

// Small integers are extended, where their type changes.
bool is_copy(Opcode op) { return op == Opcode::mov32 || op == Opcode::mov64 || in_range(op, Opcode::sx8, Opcode::zx16); }

// True: some register has come to hold a copy.
bool copy_on(const SlotUse& use, std::vector<bool>& holds) {
  bool has_news = false;
  for (size_t i = 0; i < use.writes.size() && i < use.reads.size(); ++i)
    if (holds[use.reads[i]] && !holds[use.writes[i]]) holds[use.writes[i]] = has_news = true;
  return has_news;
}

}  // namespace

std::vector<uint32_t> cas_sites_that_compare(const Program& program, uint32_t load_site) {
  std::vector<bool> holds(program.slot_count + 4);
  std::vector<SlotUse> copies;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Opcode op = program.code[pc].op;
    if (is_load(op) && program.info[pc].site == load_site)
      for (uint32_t slot : slots_of(program, pc).writes) holds[slot] = true;
    if (is_copy(op)) copies.push_back(slots_of(program, pc));
  }
  for (bool has_news = true; has_news;) {
    has_news = false;
    for (const SlotUse& use : copies) has_news |= copy_on(use, holds);
  }
  std::vector<uint32_t> sites;
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (in_range(program.code[pc].op, Opcode::atom_cas_8, Opcode::atom_cas_64) && holds[program.code[pc].c]) sites.push_back(program.info[pc].site);
  return sites;
}

}  // namespace wb
