// Backwards over the code until nothing changes. Code stands in source order, so that takes as many passes as loops are nested, and two.
//
// Not covered: programs with functions out of line, whose returns may go anywhere; and programs so long that the sets would be large.
// There every register counts as live.
#include "simulator/program/liveness.h"

#include <algorithm>
#include <string_view>

namespace wb {
namespace {

constexpr size_t most_words = 4u << 20;  // of all sets of one kind: 32 MiB

// The slots that one instruction reads and writes.
struct SlotUse {
  std::vector<uint32_t> reads, writes;
  void read(uint32_t slot, uint32_t count = 1) {
    for (uint32_t i = 0; i < count; ++i) reads.push_back(slot + i);
  }
  void write(uint32_t slot, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) writes.push_back(slot + i);
  }
};

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

// The bytes of the scalars that a type is made of, in order of declaration: those of VariableLocation::leaf_slots.
void add_leaf_bytes(const TypeTable& types, TypeId id, std::vector<uint64_t>& bytes, size_t most) {
  const Type& type = types[id];
  if (type.kind == TypeKind::record) {
    for (const Field& field : types.records[type.index].fields) add_leaf_bytes(types, field.type, bytes, most);
  } else if (type.kind == TypeKind::array) {
    for (uint64_t i = 0; i < type.count && bytes.size() < most; ++i) add_leaf_bytes(types, type.element, bytes, most);
  } else {
    bytes.push_back(types.size_of(id));
  }
}

// The slots in which a variable stands.
std::vector<uint32_t> slots_of(const VariableLocation& variable, const TypeTable& types) {
  std::vector<uint32_t> slots = variable.leaf_slots;
  std::vector<uint64_t> bytes;
  if (slots.empty()) slots.push_back(variable.slot);
  if (variable.where == VariableLocation::Where::reference) bytes.push_back(8);  // the address
  else add_leaf_bytes(types, variable.type, bytes, slots.size());
  const size_t count = slots.size();
  for (size_t i = 0; i < count; ++i)
    if (i >= bytes.size() || bytes[i] == 8) slots.push_back(slots[i] + 1);
  return slots;
}

void set_bit(uint64_t* set, uint32_t slot) { set[slot / 64] |= 1ull << (slot % 64); }
void clear_bit(uint64_t* set, uint32_t slot) { set[slot / 64] &= ~(1ull << (slot % 64)); }

}  // namespace

Liveness::Liveness(const Program& program) : words_((program.slot_count + 63) / 64) {
  for (const Preset& preset : program.presets) preset_slots_ = std::max(preset_slots_, preset.slot + (preset.is_wide ? 2u : 1u));
  if (program.has_calls || program.code.size() * words_ > most_words) return;
  find_live(program);
  find_shown(program);
}

void Liveness::find_live(const Program& program) {
  const size_t count = program.code.size();
  std::vector<SlotUse> uses;
  for (Pc pc = 0; pc < count; ++pc) uses.push_back(slots_of(program, pc));
  live_.assign(count * words_, 0);
  SlotSet now(words_);
  const auto add_from = [&](size_t pc) {
    if (pc < count) for (size_t w = 0; w < words_; ++w) now[w] |= live_[pc * words_ + w];
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t pc = count; pc-- > 0;) {
      const Ins& ins = program.code[pc];
      std::fill(now.begin(), now.end(), 0);
      if (ins.op != Opcode::jump && ins.op != Opcode::end && ins.op != Opcode::leave) add_from(pc + 1);
      if (ins.op == Opcode::jump || is_branch(ins.op)) add_from(static_cast<size_t>(ins.imm));
      for (const uint32_t slot : uses[pc].writes) clear_bit(now.data(), slot);
      for (const uint32_t slot : uses[pc].reads)
        if (slot >= preset_slots_ && slot < program.slot_count) set_bit(now.data(), slot);
      uint64_t* const known = live_.data() + pc * words_;
      if (std::equal(now.begin(), now.end(), known)) continue;
      std::copy(now.begin(), now.end(), known);
      changes = true;
    }
  }
}

void Liveness::find_shown(const Program& program) {
  const TypeTable& types = program.module->types;
  shown_.assign(program.code.size() * words_, 0);
  for (const VariableLocation& variable : program.variables) {
    if (variable.where == VariableLocation::Where::allocation) continue;
    const std::vector<uint32_t> slots = slots_of(variable, types);
    for (Pc pc = variable.begin; pc < variable.end && pc < program.code.size(); ++pc)
      for (const uint32_t slot : slots)
        if (slot >= preset_slots_ && slot < program.slot_count) set_bit(shown_.data() + pc * words_, slot);
  }
}

void Liveness::add(const std::vector<uint64_t>& sets, Pc pc, SlotSet& to) const {
  for (size_t w = 0; w < words_; ++w) to[w] |= sets.empty() ? ~0ull : sets[pc * words_ + w];
}

}  // namespace wb
