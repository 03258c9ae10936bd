#include "simulator/program/written_out_passes.h"

#include <algorithm>

#include "simulator/language/builtin_table.h"
#include "simulator/program/compiled_accesses.h"
#include "simulator/program/loop_shapes.h"

namespace wb {
namespace {

constexpr uint32_t too_heavy = 1000;
constexpr uint32_t most_moved = 7;  // elements, from pass to pass

// Of nvcc's own functions the short ones stand in the loop; others are called, branch, or weigh more than a pass may.
uint32_t weight_of_function(uint64_t number) {
  switch (builtin_info(static_cast<Builtin>(number + 1)).cost) {
    case CostClass::alu:
      return 6;
    case CostClass::sfu:
      return 12;
    default:
      return too_heavy;
  }
}

// About the number of instructions that nvcc has for this one as it decides how many passes to write out.
uint32_t weight_of(const Ins& ins) {
  if (is_memory(ins.op)) return 3;
  if (jumps(ins)) return 2;
  switch (ins.op) {
    case Opcode::mad32:
    case Opcode::fma_f32:
    case Opcode::fma_f64:
    case Opcode::fms_f32:
    case Opcode::fms_f64:
    case Opcode::fnma_f32:
    case Opcode::fnma_f64:
      return 2;
    case Opcode::div_i32:
    case Opcode::div_u32:
    case Opcode::rem_i32:
    case Opcode::rem_u32:
      return 5;
    case Opcode::device:
      return weight_of_function(static_cast<uint64_t>(ins.imm));
    case Opcode::div_f32:
    case Opcode::sqrt_f32:
      return 3;
    case Opcode::div_f64:
    case Opcode::sqrt_f64:
    case Opcode::div_i64:
    case Opcode::div_u64:
    case Opcode::rem_i64:
    case Opcode::rem_u64:
      return too_heavy;
    default:
      return 1;
  }
}

}  // namespace

uint32_t weight_of_pass(const Program& program, Pc head, Pc back) {
  uint32_t weight = 0;
  for (Pc pc = head; pc <= back && weight <= heaviest_body; ++pc) weight += weight_of(program.code[pc]);
  return weight;
}

bool is_shuffle(Opcode op) { return in_range(op, Opcode::shfl_32, Opcode::reduce_32) || op == Opcode::active_mask; }

bool has_one_way_out(const Program& program, Pc head, Pc back, bool may_shuffle) {
  for (Pc pc = head; pc <= back; ++pc) {
    const Ins& ins = program.code[pc];
    if (!runs_on(ins.op) && !jumps(ins) && !(may_shuffle && is_shuffle(ins.op))) return false;
    if (pc < back && jumps(ins) && (static_cast<Pc>(ins.imm) <= pc || static_cast<Pc>(ins.imm) > back)) return false;
  }
  return true;
}

bool has_hard_cases(const Program& program, Pc head, Pc back) {
  return std::any_of(program.code.begin() + head, program.code.begin() + back, [](const Ins& ins) {
    return ins.op == Opcode::div_f32 || ins.op == Opcode::sqrt_f32 || ins.op == Opcode::div_f64 || ins.op == Opcode::sqrt_f64;
  });
}

bool is_single_loop(const Program& program, Pc head, Pc back) {
  return !has_hard_cases(program, head, back) && weight_of_pass(program, head, back) <= heaviest_body && has_one_way_out(program, head, back);
}

bool is_plain_body(const Program& program, const CompiledAccesses& compiled, Pc head, Pc back) {
  Pc skipped_to = head;
  for (Pc pc = head; pc < back; ++pc) {
    const Ins& ins = program.code[pc];
    if (jumps(ins)) skipped_to = std::max(skipped_to, static_cast<Pc>(ins.imm));
    const bool is_made = is_memory(ins.op) && compiled.made(pc) != CompiledAccess::Made::never;
    if (is_made && pc < skipped_to) return false;
  }
  return true;
}

bool reads_another(const Program& program, Pc head, Pc back, Pc load) {
  const auto parameter_of = [&](const Ins& ins) {
    const auto preset = ins.kind & Ins::uniform_base ? std::ranges::find(program.presets, ins.a, &Preset::slot) : program.presets.end();
    return preset != program.presets.end() && preset->kind == Preset::Kind::parameter ? std::optional(preset->index) : std::nullopt;
  };
  const auto own = parameter_of(program.code[load]);
  for (Pc pc = head; own && pc < back; ++pc) {
    const auto other = is_load(program.code[pc].op) ? parameter_of(program.code[pc]) : std::nullopt;
    if (other && *other != *own) return true;
  }
  return false;
}

bool has_restricted_parameter(const Program& program) {
  const Module& m = *program.module;
  return std::ranges::any_of(m[program.kernel].parameters, [&](VarId parameter) { return m[parameter].is_restrict; });
}

bool LoadsOfPasses::is_alone(const Load& load) const {
  const int64_t reach = int64_t{load.bytes} * passes_written_out + widest_of_passes;
  const auto is_near = [&](const Load& other) {
    return other.pc != load.pc && other.base == load.base && (other.moves != load.moves || std::abs(other.at - load.at) < reach);
  };
  return std::ranges::find(others_, load.base) == others_.end() && std::ranges::none_of(loads_, is_near);
}

// Of those that fill a pass's part of the array, without a gap; null: they do not, or nobody knows what becomes of them.
const LoadsOfPasses::Load* LoadsOfPasses::first_of_neighbours(const Load& load) const {
  if (load.moves == 1) return is_alone(load) ? &load : nullptr;
  if (load.moves % 2 == 0 || load.moves > most_moved || std::ranges::find(others_, load.base) != others_.end()) return nullptr;
  std::vector<const Load*> all;
  for (const Load& other : loads_)
    if (other.base == load.base) all.push_back(&other);
  std::ranges::sort(all, {}, &Load::at);
  for (size_t i = 0; i < all.size(); ++i) {
    const bool is_next = all[i]->at == all[0]->at + static_cast<int64_t>(i) * load.bytes;
    if (!is_next || all[i]->moves != load.moves || all[i]->bytes != load.bytes || !all[i]->may_join) return nullptr;
  }
  return all.size() == load.moves ? all[0] : nullptr;
}

void LoadsOfPasses::tell(Program& program, CompiledAccesses& compiled, bool is_inner) const {
  for (const Load& load : loads_) {
    InsInfo& info = program.info[load.pc];
    const Load* first = load.may_join && compiled.is_left_alone(load.pc) ? first_of_neighbours(load) : nullptr;
    if (!first || !first->is_aligned) continue;
    if (is_inner && (load.bytes > 4 || load.moves > 1)) continue;  // nobody knows what becomes of the rest
    const int64_t group = int64_t{load.bytes} * load.moves * passes_written_out;
    compiled.join_passes(load.pc);
    info.compiled.bytes = widest_of_passes, info.compiled.leads = is_inner;
    info.compiled.passes = static_cast<uint8_t>(passes_written_out * load.moves);
    info.compiled.before = static_cast<uint8_t>(((first->at % group) + group) % group);
    uint8_t& of_site = program.sites[info.site].joined_bytes;
    of_site = std::max<uint8_t>(of_site, widest_of_passes);
  }
}

}  // namespace wb
