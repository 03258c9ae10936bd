#include "simulator/program/uneven_loops.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace wb {

// What a branch compares, where lanes go on while `left` is less than `right`, up to it, or not equal.
struct UnevenLoops::LoopTest {
  enum class How : uint8_t { less, up_to, not_equal } how{};
  uint16_t left = 0, right = 0;
  bool has_right = true;  // false: it is 0
  bool is_wide = false, is_unsigned = false;
  bool is_like(const LoopTest& other) const {
    return how == other.how && has_right == other.has_right && is_wide == other.is_wide && is_unsigned == other.is_unsigned;
  }
};

namespace {

constexpr uint32_t heaviest_by_sixteen = 26;   // a pass; of 32 they are not
constexpr int64_t most_by_sixteen = 3;         // accesses that a pass makes, but to shared memory
constexpr int64_t fewest_written_out = 21;     // passes, of those that are known to be no more

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

// Whether arithmetic of floats reads or writes the register in there.
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

}  // namespace

// `goes_on`: those that take the branch go on, else those that do not.
std::optional<UnevenLoops::LoopTest> UnevenLoops::loop_test(const Ins& branch, bool goes_on) {
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

void UnevenLoops::note(const OpenLoop& loop, const Known& at_end, Pc back, std::vector<Pc> handed_on) {
  if (loop.certain.empty() || !can_be_written_out(p_, loop.head, back)) return;
  std::optional<UnevenLoop> found = find(loop, at_end, back);
  if (!found) return;
  found->by_sixteen &= handed_on.empty();
  uneven_[loop.head] = {*found, back, loop.certain, std::move(handed_on)};
}
std::optional<UnevenLoop> UnevenLoops::find(const OpenLoop& loop, const Known& at_end, Pc back) const {
  const auto first = loop_test(p_.code[loop.head - 1], false), next = loop_test(p_.code[back], true);
  if (!first || !next || !first->is_like(*next) || first->is_wide) return std::nullopt;
  const std::optional<UnevenLoop> found = find(loop, at_end, back, *first, *next, true);
  return found || !first->has_right ? found : find(loop, at_end, back, *first, *next, false);
}
// `is_left`: what steps stands on the left of the question.
std::optional<UnevenLoop> UnevenLoops::find(const OpenLoop& loop, const Known& at_end, Pc back, const LoopTest& first, const LoopTest& next,
                                            bool is_left) const {
  const uint16_t tested = is_left ? first.left : first.right, bound = is_left ? first.right : first.left;
  const ValueNumbers::Sum asked = values_.sum_of(at_end.number[is_left ? next.left : next.right]);
  const uint32_t limit = at_end.number[is_left ? next.right : next.left];
  if (first.has_right && values_.root_of(limit) > loop.mark) return std::nullopt;
  const std::optional<uint32_t> counter = loop.slot_at_head(asked.of);
  if (!counter || asked.of <= loop.mark) return std::nullopt;
  const ValueNumbers::Sum stepped = values_.sum_of(at_end.number[*counter]);
  const auto begun = values_.distance(loop.in_front.number[*counter], loop.in_front.number[tested]);
  const int64_t step = stepped.constant;
  if (stepped.of != asked.of || step == 0 || begun != asked.constant - step) return std::nullopt;
  UnevenLoop found{.tested = tested, .bound = bound, .has_bound = first.has_right, .is_unsigned = first.is_unsigned, .step = step};
  found.ends_at = first.how == LoopTest::How::less    ? UnevenLoop::Ends::at
                  : first.how == LoopTest::How::up_to ? UnevenLoop::Ends::past
                                                      : UnevenLoop::Ends::equal;
  const bool goes_up = step > 0, meets = std::abs(step) == 1;
  if (found.ends_at == UnevenLoop::Ends::equal ? !meets : goes_up != is_left) return std::nullopt;
  if (are_few(loop.in_front.number[tested], first.has_right ? std::optional(limit) : std::nullopt, step)) return std::nullopt;
  found.rest_first = !begins_with_constant(loop, back);
  found.by_sixteen = is_done_by_sixteen(p_, loop.head, back, *counter, found.rest_first);
  return found;
}
// Passes that nvcc knows to be so few that it does not write them out.
bool UnevenLoops::are_few(uint32_t from, std::optional<uint32_t> to, int64_t step) const {
  const std::optional<int64_t> begin = values_.most_of(from), end = to ? values_.most_of(*to) : std::optional<int64_t>(0);
  const std::optional<int64_t>& reached = step > 0 ? end : begin;
  if (!reached) return false;
  const int64_t from_there = step > 0 ? begin.value_or(0) : end.value_or(0);
  return (*reached - from_there) / std::abs(step) < fewest_written_out;
}
// A whole number that the passes hand on.
bool UnevenLoops::begins_with_constant(const OpenLoop& loop, Pc back) const {
  if (!liveness_) liveness_.emplace(p_);
  const std::vector<uint32_t>&at_head = loop.at_head.number, &in_front = loop.in_front.number;
  for (uint32_t slot = 0; slot < at_head.size(); ++slot) {
    const bool changes = at_head[slot] > loop.mark && at_head[slot] != in_front[slot];
    if (changes && values_.form_of(in_front[slot]).constant && liveness_->is_live(loop.head, slot) && !is_float_in(p_, loop.head, back, slot))
      return true;
  }
  return false;
}

void UnevenLoops::tell(CompiledAccesses& compiled) {
  for (auto& [head, uneven] : uneven_) {
    std::vector<Pc> made;
    for (Pc pc = head; pc < uneven.back; ++pc) {
      const InsInfo& info = p_.info[pc];
      const bool is_access = (is_load(p_.code[pc].op) || is_store(p_.code[pc].op)) && info.site != no_site;
      if (is_access && !info.is_volatile && !info.is_more_of_one && compiled.made(pc) == CompiledAccess::Made::each_time) made.push_back(pc);
    }
    if (made.empty() || std::ranges::find(uneven.certain, made.front()) == uneven.certain.end()) continue;
    uneven.loop.by_sixteen &= std::ranges::count_if(made, [&](Pc pc) { return !is_shared_[pc]; }) <= most_by_sixteen;
    for (Pc pc : made) p_.info[pc].compiled.passes = std::ranges::find(uneven.handed_on, pc) != uneven.handed_on.end();
    compiled.write_out(head, uneven.loop, std::move(made));
  }
}

}  // namespace wb
