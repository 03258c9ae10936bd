#include "simulator/program/known_targets.h"

namespace wb {

KnownTargets::KnownTargets(const Program& program, const KernelLaunch& launch) {
  for (const Preset& preset : program.presets) {
    std::optional<uint32_t> target;
    if (preset.kind == Preset::Kind::address) target = static_cast<uint32_t>(launch.buffers.size()) + preset.index;
    if (preset.kind == Preset::Kind::parameter && preset.index < launch.arguments.size())
      if (const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[preset.index])) target = buffer->index;
    if (!target) continue;
    if (by_slot_.size() <= preset.slot) by_slot_.resize(preset.slot + 1u);
    by_slot_[preset.slot] = target;
  }
}

bool is_free_of_order(Opcode op) {
  switch (op) {
    case Opcode::atom_add_32: case Opcode::atom_add_64: case Opcode::atom_sub_32:
    case Opcode::atom_min_i32: case Opcode::atom_min_u32: case Opcode::atom_min_i64: case Opcode::atom_min_u64:
    case Opcode::atom_max_i32: case Opcode::atom_max_u32: case Opcode::atom_max_i64: case Opcode::atom_max_u64:
    case Opcode::atom_and_32: case Opcode::atom_and_64: case Opcode::atom_or_32: case Opcode::atom_or_64:
    case Opcode::atom_xor_32: case Opcode::atom_xor_64:
      return true;
    default: return false;
  }
}

}  // namespace wb
