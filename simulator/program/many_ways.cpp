#include "simulator/program/many_ways.h"

#include <algorithm>
#include <set>

namespace wb {
namespace {

constexpr size_t most_tests = 16, most_ways = 16;
constexpr Pc longest = 1000;

// Goes along the code from a branch on, until all ways that it has come to end at one place.
class WaysFrom {
 public:
  WaysFrom(const Program& program, const LoopShapes& shape, Pc first) : p_(program), shape_(shape), first_(first) {}

  std::optional<ManyWays> find() {
    segment_ = first_;
    for (Pc pc = first_; pc < p_.code.size() && pc - first_ < longest; ++pc) {
      if (pc > first_ && pc == last_end_) return is_over(pc) ? std::optional(found_) : std::nullopt;
      if (!come_to(pc) || !step(pc)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  // Where jumps lead that lead to jumps.
  Pc last_target(Pc pc) const {
    Pc to = static_cast<Pc>(p_.code[pc].imm);
    for (size_t steps = 0; steps < most_ways && to < p_.code.size() && p_.code[to].op == Opcode::jump && static_cast<Pc>(p_.code[to].imm) > to; ++steps) to = static_cast<Pc>(p_.code[to].imm);
    return to;
  }
  bool is_empty(Pc pc) const { return segment_ == pc; }
  // By nobody from outside, and straight on only where nothing has been done yet.
  bool come_to(Pc pc) {
    if (pc == first_) return true;
    if (!shape_.is_target[pc]) return !is_behind_jump_;
    const auto& from = shape_.jumps_to.at(pc);
    if (std::ranges::any_of(from, [&](Pc source) { return source < first_ || source >= pc; })) return false;
    return is_behind_jump_ || is_empty(pc) || p_.code[pc].op == Opcode::jump;
  }
  bool step(Pc pc) {
    const Ins& ins = p_.code[pc];
    is_behind_jump_ = false;
    if (is_branch(ins.op)) return test(pc);
    if (ins.op == Opcode::jump) return jump(pc);
    asks_ |= is_memory(ins.op);
    return runs_on(ins.op);
  }
  bool test(Pc pc) {
    if (static_cast<Pc>(p_.code[pc].imm) <= pc || p_.code[pc].c || asks_ || found_.tests.size() == most_tests) return false;
    found_.tests.push_back(pc);
    last_end_ = std::max(last_end_, last_target(pc));
    tested_.insert(last_target(pc));
    begin(pc + 1);
    return true;
  }
  bool jump(Pc pc) {
    if (static_cast<Pc>(p_.code[pc].imm) <= pc) return false;
    const Pc to = last_target(pc);
    last_end_ = std::max(last_end_, to);
    if (is_empty(pc)) tested_.insert(to);
    else if (!add_way(pc, to)) return false;
    begin(pc + 1);
    is_behind_jump_ = true;
    return true;
  }
  bool add_way(Pc end, Pc to) {
    if (found_.ways.size() == most_ways || (found_.end && found_.end != to)) return false;
    found_.end = to;
    found_.ways.push_back({segment_, end});
    return true;
  }
  void begin(Pc pc) { segment_ = pc, asks_ = false; }
  // The last way runs on to where the others have jumped to; no test leads past all.
  bool is_over(Pc pc) {
    return !is_empty(pc) && !is_behind_jump_ && found_.end == pc && !tested_.contains(pc) && add_way(pc, pc);
  }

  const Program& p_;
  const LoopShapes& shape_;
  Pc first_;
  Pc segment_ = 0;               // where the code at work begins, behind a test or a jump
  Pc last_end_ = 0;              // the last place that a test or a jump leads to
  bool asks_ = false, is_behind_jump_ = false;
  std::set<Pc> tested_;          // where tests lead
  ManyWays found_;
};

}  // namespace

std::vector<ManyWays> find_many_ways(const Program& program, const LoopShapes& shape) {
  std::vector<ManyWays> all;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (!is_branch(program.code[pc].op) || static_cast<Pc>(program.code[pc].imm) <= pc) continue;
    std::optional<ManyWays> ways = WaysFrom(program, shape, pc).find();
    if (!ways || ways->ways.size() < 2) continue;
    pc = ways->end - 1;
    all.push_back(std::move(*ways));
  }
  return all;
}

// Step by step from the ends, all ways at once. In front of a load that is joined it does not matter what addresses take.
std::vector<std::vector<Pc>> WayAccesses::last_loads() const {
  std::vector<std::vector<Pc>> all;
  std::vector<size_t> left;
  for (const Way& way : ways_) left.push_back(way.size());
  while (true) {
    std::vector<Pc> step;
    for (size_t i = 0; i < ways_.size(); ++i) {
      while (!all.empty() && left[i] > 0 && ways_[i][left[i] - 1].kind == Step::Kind::early_work) --left[i];
      if (left[i] == 0) return all;
      step.push_back(ways_[i][--left[i]].pc);
    }
    const Step& first = ways_[0][left[0]];
    for (size_t i = 0; i < ways_.size(); ++i)
      if (!ways_[i][left[i]].does_as(first)) return all;
    if (first.kind == Step::Kind::other || (first.kind == Step::Kind::store && !all.empty())) return all;
    if (first.kind == Step::Kind::load) all.push_back(std::move(step));
  }
}

std::vector<Pc> WayAccesses::last_stores(bool are_loads_joined) const {
  std::vector<Pc> all;
  size_t ways_that_load = 0, most_loads = 0;
  for (const Way& way : ways_) {
    const auto count = [&](Step::Kind kind) { return static_cast<size_t>(std::ranges::count(way, kind, &Step::kind)); };
    if (count(Step::Kind::other) || count(Step::Kind::store) != 1) return {};
    const Step& store = *std::ranges::find(way, Step::Kind::store, &Step::kind);
    const bool is_last = std::none_of(way.rbegin(), std::find_if(way.rbegin(), way.rend(), [](const Step& s) { return s.kind == Step::Kind::store; }), [](const Step& s) { return s.kind == Step::Kind::load; });
    if (!store.is_shared || !is_last || (!all.empty() && store.is != std::ranges::find(ways_.front(), Step::Kind::store, &Step::kind)->is)) return {};
    all.push_back(store.pc);
    ways_that_load += count(Step::Kind::load) != 0;
    most_loads = std::max(most_loads, count(Step::Kind::load));
  }
  return ways_that_load <= 1 || (are_loads_joined && most_loads == 1) ? all : std::vector<Pc>();
}

std::vector<std::vector<Pc>> WayAccesses::joined(bool are_in_loop) const {
  std::vector<std::vector<Pc>> all;
  if (ways_.size() < 2) return all;
  const bool are_many = ways_.size() > 2;
  if (are_many) all = last_loads();
  if (std::vector<Pc> stores = are_many || are_in_loop ? last_stores(!all.empty()) : std::vector<Pc>(); !stores.empty()) all.push_back(std::move(stores));
  return all;
}

}  // namespace wb
