#include "simulator/program/both_sides.h"

#include <algorithm>
#include <utility>

namespace wb {
namespace {

constexpr size_t most_tests = 4;

// From one instruction up to another: nothing jumps, ends, waits or is jumped to, but the first.
bool is_straight(const Program& program, const LoopShapes& shape, Pc begin, Pc end) {
  for (Pc pc = begin; pc < end; ++pc)
    if (jumps(program.code[pc]) || !runs_on(program.code[pc].op) || (pc > begin && shape.is_target[pc])) return false;
  return begin < end;
}
bool asks_memory(const Program& program, Pc begin, Pc end) {
  return std::any_of(program.code.begin() + begin, program.code.begin() + end, [](const Ins& ins) { return is_memory(ins.op); });
}

std::optional<BothSides> sides_around(const Program& program, const LoopShapes& shape, Pc jump) {
  const auto end = static_cast<Pc>(program.code[jump].imm);
  const Pc other = jump + 1;
  if (program.code[jump].op != Opcode::jump || end <= other || end >= program.code.size() || !shape.is_target[other]) return {};
  std::vector<Pc> tests = shape.jumps_to.at(other);
  std::ranges::sort(tests);
  if (tests.size() > most_tests || tests.back() >= jump || shape.jumps_to.at(end).size() != 1) return {};
  if (std::ranges::any_of(tests, [&](Pc test) { return program.code[test].op == Opcode::jump || program.code[test].c; })) return {};
  const Pc begin = tests.back() + 1;
  if (shape.is_target[begin] || !is_straight(program, shape, begin, jump) || !is_straight(program, shape, other, end)) return {};
  const Pc second = tests.front() + 1;
  if (second < begin &&
      (shape.is_target[second] || !is_straight(program, shape, second, tests.back()) || asks_memory(program, second, begin)))
    return {};
  return BothSides{begin, other, end, std::move(tests)};
}

}  // namespace

std::vector<BothSides> find_both_sides(const Program& program, const LoopShapes& shape) {
  std::vector<BothSides> all;
  for (Pc pc = 0; pc + 1 < program.code.size(); ++pc)
    if (auto sides = sides_around(program, shape, pc)) all.push_back(std::move(*sides));
  return all;
}

void SideAccesses::see_store(Pc pc, Place place) {
  store_ = {pc, std::move(place)};
  may_load_ = false;
}

void SideAccesses::see_load(Pc pc, Place place) {
  store_ = {};
  ++all_loads_;
  if (may_load_ && !is_other_) loads_.push_back({pc, std::move(place)});
}

void SideAccesses::begin_other_side() {
  first_store_ = std::exchange(store_, {});
  may_load_ = is_other_ = true;
}

std::optional<Pc> SideAccesses::load_of_first_side(const Place& place) const {
  const auto load = std::ranges::find(loads_, place, &Access::place);
  return is_other_ && may_load_ && load != loads_.end() ? std::optional(load->pc) : std::nullopt;
}

std::vector<SideAccesses::Pair> SideAccesses::pairs(bool are_in_loop) const {
  std::vector<Pair> all = pairs_;
  const bool are_stores_joined = are_in_loop || all_loads_ == 2 * pairs_.size();
  if (are_stores_joined && store_ && first_store_ && store_->place == first_store_->place) all.push_back({first_store_->pc, store_->pc});
  return all;
}

}  // namespace wb
