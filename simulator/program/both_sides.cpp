#include "simulator/program/both_sides.h"

#include <algorithm>
#include <utility>

namespace wb {
namespace {

constexpr size_t most_tests = 4;

bool asks_memory(const Program& program, Pc begin, Pc end) {
  return std::any_of(program.code.begin() + begin, program.code.begin() + end, [](const Ins& ins) { return is_memory(ins.op); });
}

}  // namespace

bool is_straight(const Program& program, const LoopShapes& shape, Pc begin, Pc end) {
  for (Pc pc = begin; pc < end; ++pc)
    if (jumps(program.code[pc]) || !runs_on(program.code[pc].op) || (pc > begin && shape.is_target[pc])) return false;
  return begin < end;
}

std::vector<Pc> tests_of(const Program& program, const LoopShapes& shape, Pc past, Pc limit) {
  std::vector<Pc> tests = shape.jumps_to.at(past);
  const Pc last = *std::ranges::max_element(tests);
  if (last >= limit) return {};
  if (const auto to_begin = shape.jumps_to.find(last + 1); to_begin != shape.jumps_to.end()) tests.insert(tests.end(), to_begin->second.begin(), to_begin->second.end());
  std::ranges::sort(tests);
  const bool are_branches = std::ranges::none_of(tests, [&](Pc test) { return test > last || program.code[test].op == Opcode::jump || program.code[test].c; });
  if (tests.size() > most_tests || !are_branches) return {};
  for (size_t i = 0; i + 1 < tests.size(); ++i) {
    const Pc next = tests[i] + 1;
    if (shape.is_target[next] || (next < tests[i + 1] && (!is_straight(program, shape, next, tests[i + 1]) || asks_memory(program, next, tests[i + 1])))) return {};
  }
  return tests;
}

namespace {

std::optional<BothSides> sides_around(const Program& program, const LoopShapes& shape, Pc jump) {
  const auto end = static_cast<Pc>(program.code[jump].imm);
  const Pc other = jump + 1;
  if (program.code[jump].op != Opcode::jump || end <= other || end >= program.code.size() || !shape.is_target[other] || shape.jumps_to.at(end).size() != 1) return {};
  std::vector<Pc> tests = tests_of(program, shape, other, jump);
  if (tests.empty()) return {};
  const Pc begin = tests.back() + 1;
  if (!is_straight(program, shape, begin, jump) || !is_straight(program, shape, other, end)) return {};
  return BothSides{begin, other, end, std::move(tests), shape.is_target[begin]};
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

std::vector<SideAccesses::Pair> SideAccesses::pairs(const BothSides& sides, bool are_in_loop) const {
  std::vector<Pair> all;
  if (!sides.has_or) all = pairs_, add_last_loads(all);
  if (side_.stores.empty() || first_.stores.empty() || (!sides.is_single() && first_.all_stores + side_.all_stores != 2)) return all;
  const Access &first = first_.stores.back(), &other = side_.stores.back();
  const bool are_alike = first_.all_stores == side_.all_stores, load_else = first_.all_loads + side_.all_loads != 2 * pairs_.size();
  const bool is_in_front = first.is_address_in_front || first.is_shared;
  if (first.place != other.place || (are_in_loop || sides.has_or ? !is_in_front : load_else || (!are_alike && !is_in_front))) return all;
  all.push_back({first.pc, other.pc});
  const bool are_two = first_.stores.size() == 2 && side_.stores.size() == 2 && are_alike && first_.all_stores == 2;
  const bool is_all = first_.all_loads + side_.all_loads + first_.others + side_.others == 0;
  const bool compute = first.is_shared && first_.work + side_.work != 0;
  if (are_two && is_all && !compute && first_.stores[0].place == side_.stores[0].place)
    all.push_back({first_.stores[0].pc, side_.stores[0].pc});
  return all;
}

}  // namespace wb
