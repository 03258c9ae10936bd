#include "simulator/program/slot_use.h"

#include "simulator/program/init_set.h"

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
  use.read_wide(ins.a);
  const auto kind = static_cast<IndexKind>(ins.kind & Ins::index_mask);
  if (kind == IndexKind::i64) use.read_wide(ins.b);
  else if (kind != IndexKind::none) use.read(ins.b);
}

// What the letters of the opcode table do not say.
void read_unlisted(const Program& program, const Ins& ins, SlotUse& use) {
  if (in_range(ins.op, Opcode::shfl_32, Opcode::shfl_64) && unpack_shuffle(ins.imm).width == 0) use.read(ins.c + 1u);
  if (ins.op == Opcode::print)
    for (int32_t i = 0; i < ins.imm; ++i) use.read_wide(ins.b + 2 * static_cast<uint32_t>(i));
  if (ins.op == Opcode::grid_launch)
    for (uint32_t i = 1; i < program.grid_launches[static_cast<size_t>(ins.imm)].value_count(); ++i) use.read_wide(ins.b + 2 * i);
  if (in_range(ins.op, Opcode::atom_cas_8, Opcode::atom_cas_32)) use.read(ins.c, 2);
  if (ins.op == Opcode::atom_cas_64) {
    use.read_wide(ins.c);
    use.read_wide(ins.c + 2u);
  }
}

void read_shape(const ShapeCheck& check, SlotUse& use) {
  for (const auto* terms : {&check.column, &check.widths})
    for (const ShapeCheck::Term& term : *terms) {
      if (term.is_wide) use.read_wide(term.slot);
      else use.read(term.slot);
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
      case 'A': use.read_wide(ins.a); break;
      case 'b': use.read(ins.b); break;
      case 'B': use.read_wide(ins.b); break;
      case 'c': use.read(ins.c); break;
      case 'C': use.read_wide(ins.c); break;
      case 'q': use.read(ins.c + 1u); break;
      case 'Q': use.read_wide(ins.c + 2u); break;
      case 'm': read_address(ins, use); break;
      default: break;
    }
  }
  read_unlisted(program, ins, use);
  const uint32_t result = letters.empty() ? 0 : slots_of_result(letters[0]);
  if (result && (letters[0] == 'D' || letters[0] == 'E'))
    for (uint32_t i = 0; i < result; i += 2) use.wide.push_back(ins.d + i);
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
