#include "simulator/program/uneven_loops.h"

#include <algorithm>
#include <string_view>

#include "simulator/program/loop_shapes.h"
#include "simulator/program/slot_use.h"
#include "simulator/program/written_out_passes.h"

namespace wb {
namespace {

constexpr uint32_t heaviest_by_sixteen = 26;  // a pass; of 32 they are not

bool is_constant(const Program& program, uint32_t slot) {
  const auto preset = std::ranges::find(program.presets, slot, &Preset::slot);
  return preset != program.presets.end() && preset->kind == Preset::Kind::constant;
}
bool multiplies(const Ins& ins, uint32_t counter) {
  const bool is_product = ins.op == Opcode::mul32 || ins.op == Opcode::mad32 || ins.op == Opcode::shl32;
  return is_product && (ins.a == counter || ins.b == counter);
}
bool multiplies_by_constant(const Program& program, const Ins& ins, uint32_t counter) {
  return multiplies(ins, counter) && is_constant(program, ins.a == counter ? ins.b : ins.a);
}
bool goes_without_sign(const Ins& ins) {
  return (is_load(ins.op) || is_store(ins.op)) && (ins.kind & Ins::index_mask) == static_cast<uint8_t>(IndexKind::u32);
}
// As it is, or added to something; not where it steps.
bool goes_by(const Ins& ins, uint32_t counter) {
  if (is_load(ins.op) || is_store(ins.op)) return (ins.kind & Ins::index_mask) && ins.b == counter;
  if (ins.op == Opcode::mad32) return ins.c == counter;
  return (ins.op == Opcode::add32 || ins.op == Opcode::sub32) && ins.d != counter && (ins.a == counter || ins.b == counter);
}
// The counter times a constant, and nothing by the counter itself: what is left of it in the loop is added up with something else to ask for the end.
bool has_end_as_sum(const Program& program, Pc head, Pc back, uint32_t counter) {
  const auto begin = program.code.begin() + head, end = program.code.begin() + back;
  const auto is_of_parameter = [&](const Ins& ins) {
    if (!is_load(ins.op) && !is_store(ins.op)) return false;
    const auto base = std::ranges::find(program.presets, ins.a, &Preset::slot);
    return base != program.presets.end() && base->kind == Preset::Kind::parameter;
  };
  if (std::any_of(begin, end, [&](const Ins& ins) { return multiplies(ins, counter); }) && std::any_of(begin, end, goes_without_sign)) return true;
  return std::any_of(begin, end, [&](const Ins& ins) { return multiplies_by_constant(program, ins, counter); }) && std::any_of(begin, end, is_of_parameter) &&
         std::none_of(begin, end, [&](const Ins& ins) { return goes_by(ins, counter); });
}

}  // namespace

std::optional<LoopTest> loop_test(const Ins& branch, bool goes_on) {
  using How = LoopTest::How;
  const bool is_wide = branch.op == Opcode::br_eq64 || branch.op == Opcode::br_ne64 || in_range(branch.op, Opcode::br_lt_i64, Opcode::br_le_u64);
  LoopTest test{.left = branch.a, .right = branch.b, .is_wide = is_wide};
  switch (branch.op) {
    case Opcode::br_lt_u32:
    case Opcode::br_lt_u64:
    case Opcode::br_le_u32:
    case Opcode::br_le_u64:
      test.is_unsigned = true;
      [[fallthrough]];
    case Opcode::br_lt_i32:
    case Opcode::br_lt_i64:
    case Opcode::br_le_i32:
    case Opcode::br_le_i64: {
      const bool is_less = branch.op == Opcode::br_lt_i32 || branch.op == Opcode::br_lt_i64 || branch.op == Opcode::br_lt_u32 || branch.op == Opcode::br_lt_u64;
      test.how = is_less == goes_on ? How::less : How::up_to;
      if (!goes_on) std::swap(test.left, test.right);
      return test;
    }
    case Opcode::br_true:
    case Opcode::br_false:
      if ((branch.op == Opcode::br_true) != goes_on) return std::nullopt;
      test.how = How::not_equal, test.has_right = false;
      return test;
    case Opcode::br_ne32:
    case Opcode::br_ne64:
    case Opcode::br_eq32:
    case Opcode::br_eq64:
      if ((branch.op == Opcode::br_ne32 || branch.op == Opcode::br_ne64) != goes_on) return std::nullopt;
      test.how = How::not_equal;
      return test;
    default:
      return std::nullopt;
  }
}

bool can_be_written_out(const Program& program, Pc head, Pc back) {
  return has_one_way_out(program, head, back, true) && weight_of_pass(program, head, back) <= heaviest_body;
}

bool is_done_by_sixteen(const Program& program, Pc head, Pc back, uint32_t counter, bool rest_first) {
  if (has_hard_cases(program, head, back) || (!rest_first && has_end_as_sum(program, head, back, counter))) return false;
  bool has_load = false, has_store = false, has_late_store = false;
  Pc skipped_to = head;
  for (Pc pc = head; pc < back; ++pc) {
    const Ins& ins = program.code[pc];
    if (is_atomic(ins.op) || is_shuffle(ins.op)) return false;
    if (jumps(ins)) skipped_to = std::max(skipped_to, static_cast<Pc>(ins.imm));
    has_load |= is_load(ins.op);
    has_store |= is_store(ins.op), has_late_store |= is_store(ins.op) && pc < skipped_to;
  }
  if (has_load && has_store && (!rest_first || has_late_store)) return false;
  return weight_of_pass(program, head, back) <= heaviest_by_sixteen;
}

bool is_float_in(const Program& program, Pc head, Pc back, uint32_t slot) {
  const auto ends_in_float = [](std::string_view name) { return name.ends_with("_f32") || name.ends_with("_f64"); };
  for (Pc pc = head; pc <= back; ++pc) {
    const SlotUse use = slots_of(program, pc);
    const std::string_view name = opcode_info(program.code[pc].op).name;
    const bool converts = in_range(program.code[pc].op, Opcode::i32_to_f32, Opcode::f64_to_f32), compares = name.starts_with("set_");
    const bool reads = std::ranges::find(use.reads, slot) != use.reads.end(), writes = std::ranges::find(use.writes, slot) != use.writes.end();
    if (reads && (converts ? name.starts_with("f") : ends_in_float(name))) return true;
    if (writes && !compares && ends_in_float(name)) return true;
  }
  return false;
}

}  // namespace wb
