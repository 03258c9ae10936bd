#include "simulator/program/value_numbers.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace wb {
namespace {

// As 32 bits hold it.
int64_t wrapped(int64_t constant) { return static_cast<int32_t>(static_cast<uint32_t>(constant)); }

// That a result cannot be above, by a constant that it is made with.
std::optional<int64_t> most_by(Opcode op, const std::vector<ValueForm>& of) {
  if (of.size() < 2 || !of[1].constant) return std::nullopt;
  const auto bits = static_cast<int32_t>(*of[1].constant);
  if (bits < 0) return std::nullopt;
  if (op == Opcode::and32 || op == Opcode::min_i32 || op == Opcode::min_u32) return bits;
  return op == Opcode::rem_i32 || op == Opcode::rem_u32 ? std::optional<int64_t>(bits - 1) : std::nullopt;
}

// By constants of 32 bits.
std::optional<uint32_t> computed(Opcode op, uint32_t a, uint32_t b) {
  switch (op) {
    case Opcode::add32:
      return a + b;
    case Opcode::sub32:
      return a - b;
    case Opcode::mul32:
      return a * b;
    case Opcode::shl32:
      return b < 32 ? std::optional(a << b) : std::nullopt;
    case Opcode::shr_i32:
      return b < 32 ? std::optional(static_cast<uint32_t>(static_cast<int32_t>(a) >> b)) : std::nullopt;
    case Opcode::shr_u32:
      return b < 32 ? std::optional(a >> b) : std::nullopt;
    default:
      return std::nullopt;
  }
}

std::vector<uint32_t> operands_of(const Ins& ins, const std::vector<uint32_t>& by_slot) {
  std::vector<uint32_t> numbers;
  for (char operand : std::string_view(operand_letters(ins.op, ins.imm)).substr(1)) {
    const uint32_t slot = operand == 'a' || operand == 'A' ? ins.a : operand == 'b' || operand == 'B' ? ins.b : ins.c;
    numbers.push_back(by_slot[slot]);
  }
  return numbers;
}

}  // namespace

uint32_t ValueNumbers::fresh_of(uint32_t root) {
  ++latest_;
  root_.push_back(root);
  return latest_;
}
uint32_t ValueNumbers::root_of(const std::vector<uint32_t>& numbers) const {
  uint32_t root = 0;
  for (uint32_t number : numbers) root = std::max(root, root_[number]);
  return root;
}
uint32_t ValueNumbers::number_of(const Recipe& recipe, uint32_t root) {
  const auto [it, is_new] = numbers_.try_emplace(recipe, 0);
  if (!is_new) return it->second;
  it->second = fresh_of(root);
  made_of_.resize(latest_ + 1);
  made_of_[latest_] = &it->first;
  return latest_;
}
const ValueNumbers::Recipe* ValueNumbers::recipe_of(uint32_t number) const { return number < made_of_.size() ? made_of_[number] : nullptr; }
std::optional<uint32_t> ValueNumbers::find(const Recipe& recipe) const {
  const auto it = numbers_.find(recipe);
  return it == numbers_.end() ? std::nullopt : std::optional(it->second);
}
uint32_t ValueNumbers::constant(uint64_t bits, bool is_wide) {
  const uint32_t number = number_of({~1u, is_wide, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)}, 0);
  forms_[number] = {bits ? static_cast<uint32_t>(std::countr_zero(bits)) : 32u, bits};
  return number;
}

std::vector<uint32_t> ValueNumbers::results_of(const Ins& ins, const SlotUse& use, const std::vector<uint32_t>& by_slot) {
  std::vector<uint32_t> results;
  if (ins.op == Opcode::add32 || ins.op == Opcode::sub32 || ins.op == Opcode::mul32 || shifts_by_known(ins, by_slot)) return {made_by(ins.op, operands_of(ins, by_slot))};
  if (ins.op == Opcode::mad32) {
    const std::vector<uint32_t> of = operands_of(ins, by_slot);
    return {made_by(Opcode::add32, {made_by(Opcode::mul32, {of[0], of[1]}), of[2]})};
  }
  if ((ins.op == Opcode::mov32 || ins.op == Opcode::mov64) && use.reads.size() == use.writes.size()) {
    for (uint32_t slot : use.reads) results.push_back(by_slot[slot]);
  } else {
    Recipe recipe{static_cast<uint32_t>(ins.op), static_cast<uint32_t>(ins.imm), ins.kind, ins.scale};
    uint32_t root = 0;
    for (uint32_t slot : use.reads) {
      recipe.push_back(slot < by_slot.size() ? by_slot[slot] : 0);
      root = std::max(root, root_[recipe.back()]);
    }
    recipe.push_back(0);
    for (; recipe.back() < use.writes.size(); ++recipe.back()) results.push_back(number_of(recipe, root));
  }
  if (!in_range(ins.op, Opcode::mov32, Opcode::lo32) || results.empty()) return results;
  const std::vector<uint32_t> operands = operands_of(ins, by_slot);
  if (const uint32_t same = same_as(ins.op, operands))
    results[0] = same;
  else
    find_form(ins.op, operands, results[0]);
  return results;
}

bool ValueNumbers::shifts_by_known(const Ins& ins, const std::vector<uint32_t>& by_slot) const {
  if (ins.op != Opcode::shl32 && ins.op != Opcode::shr_i32 && ins.op != Opcode::shr_u32) return false;
  const std::optional<uint64_t> by = form_of(operands_of(ins, by_slot)[1]).constant;
  return by && *by < 32;
}

// Nothing added, nothing or one times, or all of it known: the number that it comes to; 0: none of these.
uint32_t ValueNumbers::same_as(Opcode op, const std::vector<uint32_t>& of) {
  if (of.size() < 2) return 0;
  const std::optional<uint64_t> a = form_of(of[0]).constant, b = form_of(of[1]).constant;
  if (const auto known = a && b ? computed(op, static_cast<uint32_t>(*a), static_cast<uint32_t>(*b)) : std::nullopt)
    return constant(*known, false);
  if (op == Opcode::add32 || op == Opcode::sub32) return b == 0 ? of[0] : a == 0 && op == Opcode::add32 ? of[1] : 0;
  if (op != Opcode::mul32) return 0;
  return a == 0 || b == 1 ? of[0] : b == 0 || a == 1 ? of[1] : 0;
}

ValueForm ValueNumbers::form_of(uint32_t number) const {
  const auto it = forms_.find(number);
  return it == forms_.end() ? ValueForm{} : it->second;
}
std::optional<int64_t> ValueNumbers::most_of(uint32_t number) const {
  if (const auto constant = form_of(number).constant) return static_cast<int32_t>(*constant);
  const Sum sum = sum_of(number);
  const auto it = most_.find(sum.of);
  return it == most_.end() ? std::nullopt : std::optional(it->second + sum.constant);
}
void ValueNumbers::find_form(Opcode op, const std::vector<uint32_t>& operands, uint32_t result) {
  if (const auto sum = sums_.contains(result) ? std::nullopt : sum_made_by(op, operands)) sums_[result] = *sum;
  if (forms_.contains(result)) return;
  std::vector<ValueForm> of;
  for (uint32_t operand : operands) of.push_back(form_of(operand));
  if (const auto most = most_by(op, of)) most_.try_emplace(result, *most);
  if (const uint32_t zeros = zeros_of(op, of)) forms_[result] = {std::min(zeros, 32u), {}};
}

ValueNumbers::Sum ValueNumbers::sum_of(uint32_t number) const {
  const auto it = sums_.find(number);
  return it == sums_.end() ? Sum{number, 0, 0} : it->second;
}
bool ValueNumbers::stays_below(const Sum& sum, int64_t least) const {
  return sum.constant == 0 || (sum.constant >= least && sum.constant < int64_t{1} << form_of(sum.of).zeros);
}
std::optional<int64_t> ValueNumbers::distance(uint32_t from, uint32_t to) const {
  const Sum a = sum_of(from), b = sum_of(to);
  if (a.of == b.of) return b.constant - a.constant;
  const std::optional<uint64_t> x = form_of(from).constant, y = form_of(to).constant;
  if (!x || !y) return std::nullopt;
  return int64_t{static_cast<int32_t>(*y)} - static_cast<int32_t>(*x);
}
std::optional<ValueNumbers::Sum> ValueNumbers::sum_made_by(Opcode op, const std::vector<uint32_t>& of) {
  Sum sum = sum_of(of[0]);
  if (op == Opcode::sx64 || op == Opcode::zx64) return widened(op, sum);
  if (op == Opcode::mul32 || op == Opcode::shl32) return sum_of_product(op, of);
  if (op == Opcode::shr_i32 || op == Opcode::shr_u32) return sum_of_quotient(op, of);
  if (op != Opcode::add32 && op != Opcode::sub32 && op != Opcode::or32) return std::nullopt;
  const std::optional<uint64_t> constant = form_of(of[1]).constant;
  if (!constant) return op == Opcode::or32 ? std::nullopt : sum_of_sums(op, sum, sum_of(of[1]));
  const int64_t bits = static_cast<int32_t>(*constant);
  const bool has_constant = sum.constant != 0;
  sum.constant = wrapped(op == Opcode::sub32 ? sum.constant - bits : sum.constant + bits);
  if (op == Opcode::or32 && (has_constant || !stays_below(sum, 0))) return std::nullopt;
  return sum;
}
std::optional<ValueNumbers::Sum> ValueNumbers::sum_of_sums(Opcode op, const Sum& a, const Sum& b) {
  if (!a.constant && !b.constant) return std::nullopt;
  return Sum{made_by(op, {a.of, b.of}), 0, wrapped(op == Opcode::sub32 ? a.constant - b.constant : a.constant + b.constant)};
}
// A sum times a constant: what it is of, times that, and a constant.
std::optional<ValueNumbers::Sum> ValueNumbers::sum_of_product(Opcode op, const std::vector<uint32_t>& of) {
  const Sum sum = sum_of(of[0]);
  const std::optional<uint64_t> factor = form_of(of[1]).constant;
  if (!sum.constant || !factor || (op == Opcode::shl32 && *factor >= 32)) return std::nullopt;
  const int64_t times = op == Opcode::shl32 ? int64_t{1} << *factor : int64_t{static_cast<int32_t>(*factor)};
  return Sum{made_by(op, {sum.of, of[1]}), 0, static_cast<int32_t>(static_cast<uint32_t>(sum.constant) * static_cast<uint32_t>(times))};
}
// `(64 * t + 31) >> 5` is `64 * t >> 5`, and no more; nvcc does not follow it where the shift leaves no zeros (`32 * t + 15`).
std::optional<ValueNumbers::Sum> ValueNumbers::sum_of_quotient(Opcode op, const std::vector<uint32_t>& of) {
  const Sum sum = sum_of(of[0]);
  const std::optional<uint64_t> shift = form_of(of[1]).constant;
  if (sum.constant <= 0 || !shift || *shift >= form_of(sum.of).zeros) return std::nullopt;
  return Sum{made_by(op, {sum.of, of[1]}), 0, sum.constant >> *shift};
}
std::optional<ValueNumbers::Product> ValueNumbers::product_of(uint32_t number) const {
  const Recipe* recipe = recipe_of(number);
  if (!recipe || recipe->size() != 7 || (*recipe)[0] != static_cast<uint32_t>(Opcode::mul32)) return std::nullopt;
  const std::optional<uint64_t> factor = form_of((*recipe)[5]).constant;
  return factor ? std::optional(Product{(*recipe)[4], static_cast<uint32_t>(*factor)}) : std::nullopt;
}
// In one order, whichever the source has: a constant last.
uint32_t ValueNumbers::made_by(Opcode op, std::vector<uint32_t> operands) {
  if (op == Opcode::add32 || op == Opcode::mul32) {
    const auto place = [&](uint32_t number) { return std::pair(form_of(number).constant.has_value(), number); };
    if (place(operands[1]) < place(operands[0])) std::swap(operands[0], operands[1]);
  }
  if (const uint32_t same = same_as(op, operands)) return same;
  const uint32_t number = number_of({static_cast<uint32_t>(op), 0, 0, 1, operands[0], operands[1], 0}, root_of(operands));
  find_form(op, operands, number);
  return number;
}
// The sum of what is widened by itself, and the constant.
std::optional<ValueNumbers::Sum> ValueNumbers::widened(Opcode op, const Sum& narrow) {
  if (!narrow.constant || (op == Opcode::zx64 && !stays_below(narrow, 0))) return std::nullopt;
  const auto half = [&](uint32_t which) { return number_of({static_cast<uint32_t>(op), 0, 0, 1, narrow.of, which}, root_[narrow.of]); };
  const uint32_t low = half(0), high = half(1);
  forms_.try_emplace(low, form_of(narrow.of));
  return Sum{low, high, narrow.constant};
}

}  // namespace wb
