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

// What both sides do alike from their begin on: the other side's next step is the first's.
bool SideAccesses::does_as_first(const Place& place, std::optional<Pc> load) {
  if (!may_move_) return false;
  if (!is_other_) return steps_.push_back({load, place}), false;
  may_move_ = same_ < steps_.size() && steps_[same_].place == place && steps_[same_].load.has_value() == load.has_value();
  return may_move_;
}

void SideAccesses::see_work(Place value, uint32_t opcode) {
  ++side_.work;
  side_.last.push_back({{}, {opcode}});
  if (does_as_first(value, {})) ++same_;
}

void SideAccesses::see_load(Pc pc, Place place, Place kind) {
  side_.stores.clear();
  ++side_.all_loads;
  side_.last.push_back({pc, std::move(kind)});
  if (does_as_first(place, pc)) pairs_.push_back({*steps_[same_++].load, pc});
}

void SideAccesses::see_store(Pc pc, Place place, bool is_address_in_front, bool is_shared) {
  side_.stores.push_back({pc, std::move(place), is_address_in_front, is_shared});
  ++side_.all_stores;
  side_.last.clear();
  may_move_ = false;
}

void SideAccesses::see_other() {
  side_.stores.clear();
  side_.last.clear();
  ++side_.others;
  may_move_ = false;
}

void SideAccesses::begin_other_side() {
  first_ = std::exchange(side_, {});
  may_move_ = is_other_ = true;
}

void SideAccesses::add_last_loads(std::vector<Pair>& to) const {
  const auto is_in_front = [&](Pc load) { return std::ranges::any_of(pairs_, [&](const Pair& pair) { return pair.first == load || pair.other == load; }); };
  for (size_t behind = 1; behind <= std::min(first_.last.size(), side_.last.size()); ++behind) {
    const Last &first = first_.last[first_.last.size() - behind], &other = side_.last[side_.last.size() - behind];
    if (first.load.has_value() != other.load.has_value() || first.kind != other.kind || (first.load && is_in_front(*first.load))) return;
    if (first.load) to.push_back({*first.load, *other.load});
  }
}

std::vector<SideAccesses::Pair> SideAccesses::pairs(bool are_in_loop) const {
  std::vector<Pair> all = pairs_;
  add_last_loads(all);
  if (side_.stores.empty() || first_.stores.empty()) return all;
  const Access &first = first_.stores.back(), &other = side_.stores.back();
  const bool are_alike = first_.all_stores == side_.all_stores, load_else = first_.all_loads + side_.all_loads != 2 * pairs_.size();
  const bool is_in_front = first.is_address_in_front || first.is_shared;
  if (first.place != other.place || (are_in_loop ? !is_in_front : load_else || (!are_alike && !is_in_front))) return all;
  all.push_back({first.pc, other.pc});
  const bool are_two = first_.stores.size() == 2 && side_.stores.size() == 2 && are_alike && first_.all_stores == 2;
  const bool is_all = first_.all_loads + side_.all_loads + first_.others + side_.others == 0;
  const bool compute = first.is_shared && first_.work + side_.work != 0;
  if (are_two && is_all && !compute && first_.stores[0].place == side_.stores[0].place)
    all.push_back({first_.stores[0].pc, side_.stores[0].pc});
  return all;
}

}  // namespace wb
