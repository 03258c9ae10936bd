// Backwards over the code until nothing changes. Code stands in source order, so that takes as many passes as loops are nested, and two.
//
// Not covered: programs with functions out of line, whose returns may go anywhere; and programs so long that the sets would be large.
// There every register counts as live.
#include "simulator/program/liveness.h"

#include <algorithm>

#include "simulator/program/slot_use.h"

namespace wb {
namespace {

constexpr size_t most_words = 4u << 20;  // of all sets of one kind: 32 MiB

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

}  // namespace

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

namespace {

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
