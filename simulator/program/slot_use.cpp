#include "simulator/program/slot_use.h"

#include <string_view>

namespace wb {
namespace {

uint32_t slots_of_result(char letter) {
  switch (letter) {
    case 'd': return 1;
    case 'D': case 'e': return 2;
    case 'g': case 'E': return 4;
    default: return 0;
  }
}

void read_address(const Ins& ins, SlotUse& use) {
  use.read(ins.a, 2);
  const auto kind = static_cast<IndexKind>(ins.kind & Ins::index_mask);
  if (kind != IndexKind::none) use.read(ins.b, kind == IndexKind::i64 ? 2 : 1);
}

// What the letters of the opcode table do not say.
void read_unlisted(const Ins& ins, SlotUse& use) {
  if (in_range(ins.op, Opcode::shfl_32, Opcode::shfl_64) && ins.imm == 0) use.read(ins.c + 1u);
  if (ins.op == Opcode::print && ins.imm > 0) use.read(ins.b, 2 * static_cast<uint32_t>(ins.imm));
  if (in_range(ins.op, Opcode::atom_cas_8, Opcode::atom_cas_32)) use.read(ins.c, 2);
  if (ins.op == Opcode::atom_cas_64) use.read(ins.c, 4);
}

void read_shape(const ShapeCheck& check, SlotUse& use) {
  for (const auto* terms : {&check.column, &check.widths})
    for (const ShapeCheck::Term& term : *terms) {
      use.read(term.slot, term.is_wide ? 2 : 1);
      if (term.times != ShapeCheck::no_slot) use.read(term.times);
    }
}

}  // namespace

SlotUse slots_of(const Program& program, Pc pc) {
  const Ins& ins = program.code[pc];
  const std::string_view letters = operand_letters(ins.op, ins.imm);
  SlotUse use;
  for (const char c : letters) {
    switch (c) {
      case 'a': use.read(ins.a); break;
      case 'A': use.read(ins.a, 2); break;
      case 'b': use.read(ins.b); break;
      case 'B': use.read(ins.b, 2); break;
      case 'c': use.read(ins.c); break;
      case 'C': use.read(ins.c, 2); break;
      case 'q': use.read(ins.c + 1u); break;
      case 'Q': use.read(ins.c + 2u, 2); break;
      case 'm': read_address(ins, use); break;
      default: break;
    }
  }
  read_unlisted(ins, use);
  const uint32_t result = letters.empty() ? 0 : slots_of_result(letters[0]);
  if (is_store(ins.op)) use.read(ins.d, result);
  else if (!is_atomic(ins.op) || program.info[pc].result_used) use.write(ins.d, result);  // an atomic whose result nobody wants may leave d alone
  if (const uint16_t shape = program.info[pc].shape_check) read_shape(program.shape_checks[shape - 1u], use);
  return use;
}

SlotUse slots_of_address(const Ins& ins) {
  SlotUse use;
  read_address(ins, use);
  return use;
}

}  // namespace wb
