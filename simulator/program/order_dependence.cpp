// A value depends on the order of threads where it is
//   - the result of an atomic (that somebody uses) or of a volatile load,
//   - loaded from memory where order has left its mark: an atomicExch or atomicCAS, or atomics of several kinds,
//   - or computed from such a value, by way of registers or memory.
// Such values are followed through the code, forwards, until nothing changes. They matter ("steer") where they are part of an address, or where
// a branch on them decides whether something is done that others can notice: an access to memory that is stored to, a barrier, a warp function.
// (And where they are stored beside a racing store of the same value: that is a note only as long as it is the same.)
//
//   i = atomicAdd(&next, 1);  out[i] = x;                          an address: steers
//   if (atomicAdd(&done, 1) == last)  out[0] = sum(part);          a branch around accesses: steers
//   do { was = now; now = atomicCAS(p, was, f(was)); } while (was != now);   nothing but the same access again: does not
//   atomicAdd(&histogram[v], 1);                                   nobody uses the result: does not
//
// What a branch decides is the stretch of code up to where its sides meet: [lo, hi) that holds the branch and its target, and that control leaves
// to hi alone (code stands in source order). What is computed there depends on order as well. Accesses that always run just before the branch,
// in one piece with it, are only repeated by it: with addresses that do not depend on order they tell nothing new.
//
// What did not run in the run that was seen needs no look: if another order could lead there, something that did run would steer.
//
// What a plain or volatile load brings from memory that races is chance, too; but that race is told already, and what else may come of it can
// be looked for when it is mended. It does not steer.
//
// Float sums count as equal in any order; they differ by rounding alone. Lanes that meet at a warp function are ordered by it, and __activemask()
// counts as the same in every run. Programs with functions out of line, those that launch, and very long ones, count as steered by any of these values.
#include "simulator/program/order_dependence.h"

#include <algorithm>

#include "simulator/program/known_targets.h"
#include "simulator/program/slot_use.h"

namespace wb {
namespace {

constexpr size_t most_words = 4u << 20;  // of all sets together

bool is_float_sum(Opcode op) { return in_range(op, Opcode::atom_add_f32, Opcode::atom_add_bf16); }
bool is_repeatable(Opcode op) { return is_free_of_order(op) || is_float_sum(op) || op == Opcode::atom_inc_u32 || op == Opcode::atom_dec_u32; }

class Follower {
 public:
  Follower(const Program& program, const KernelLaunch& launch, const SeenRun& seen)
      : p_(program), seen_(seen), targets_(program, launch), words_((program.slot_count + 63) / 64), marked_(seen.allocations.size()) {}

  bool steers() {
    if (!has_sources()) return false;
    if (p_.has_calls || !p_.grid_launches.empty() || p_.code.size() * words_ > most_words) return true;
    for (Pc pc = 0; pc < p_.code.size(); ++pc) uses_.push_back(slots_of(p_, pc));
    in_.assign(p_.code.size() * words_, 0);
    in_stretch_.assign(p_.code.size(), false);
    find_targets();
    do {
      has_news_ = false;
      for (Pc pc = 0; pc < p_.code.size(); ++pc)
        if (step(pc)) return true;
    } while (has_news_);
    return false;
  }

 private:
  using Word = uint64_t;

  bool has_run(Pc pc) const {
    const uint32_t site = p_.info[pc].site;
    return site >= seen_.executed.size() || seen_.executed[site];
  }
  bool is_stored_to(const std::optional<uint32_t>& target) const { return !target || seen_.allocations[*target].may_be_stored; }
  bool races(const std::optional<uint32_t>& target) const { return target && seen_.racing[*target]; }
  bool is_source(Pc pc) const {
    const Ins& ins = p_.code[pc];
    if (!is_memory(ins.op) || !has_run(pc)) return ins.op == Opcode::clock_now;
    if (is_atomic(ins.op)) return p_.info[pc].result_used;
    return is_load(ins.op) && p_.info[pc].is_volatile && is_stored_to(targets_.of(ins)) && !races(targets_.of(ins));
  }

  // Marks, too, what atomics leave in memory. False: nothing depends on order.
  bool has_sources() {
    bool any = false;
    std::vector<Opcode> first(marked_.size(), Opcode::count);
    for (Pc pc = 0; pc < p_.code.size(); ++pc) {
      any |= is_source(pc);
      const Ins& ins = p_.code[pc];
      if (!is_atomic(ins.op) || !has_run(pc)) continue;
      const std::optional<uint32_t> target = targets_.of(ins);
      bool is_marked = !is_repeatable(ins.op);
      if (target) {
        is_marked |= first[*target] != Opcode::count && first[*target] != ins.op;
        first[*target] = ins.op;
      }
      if (is_marked) mark(target), any = true;
    }
    return any;
  }

  void mark(const std::optional<uint32_t>& target) {
    const bool was = target ? marked_[*target] : is_any_marked_;
    if (was) return;
    has_news_ = true;
    if (target) marked_[*target] = true;
    else is_any_marked_ = true;
  }
  // May a load of it bring a value that depends on order?
  bool is_marked(const std::optional<uint32_t>& target) const {
    if (!target) return is_any_marked_ || std::find(marked_.begin(), marked_.end(), true) != marked_.end();
    if (races(target)) return false;
    return marked_[*target] || (is_any_marked_ && seen_.allocations[*target].may_be_stored);
  }

  // A store of a value that depends on order: where stores race and agree, they need not under another schedule.
  bool may_disagree(const std::optional<uint32_t>& target) const {
    return target ? seen_.agreeing[*target] : std::find(seen_.agreeing.begin(), seen_.agreeing.end(), true) != seen_.agreeing.end();
  }

  // ---- registers

  Word* in(Pc pc) { return in_.data() + pc * words_; }
  bool has(Pc pc, const std::vector<uint32_t>& slots) {
    return std::any_of(slots.begin(), slots.end(), [&](uint32_t s) { return in(pc)[s / 64] >> (s % 64) & 1; });
  }
  void pass_on(const std::vector<Word>& now, Pc to) {
    if (to >= p_.code.size()) return;
    for (size_t w = 0; w < words_; ++w)
      if (now[w] & ~in(to)[w]) in(to)[w] |= now[w], has_news_ = true;
  }

  // One instruction; true: it steers.
  bool step(Pc pc) {
    const Ins& ins = p_.code[pc];
    const bool is_fed = has(pc, uses_[pc].reads);
    if (is_memory(ins.op) && has_run(pc) && has(pc, slots_of_address(ins).reads)) return true;
    if (is_warp_sync(ins.op) && has(pc, {ins.a})) return true;
    if (is_store(ins.op) && has_run(pc) && (is_fed || in_stretch_[pc]) && may_disagree(targets_.of(ins))) return true;
    if (is_branch(ins.op) && is_fed && decides_something(pc)) return true;
    const bool depends = is_fed || in_stretch_[pc] || is_source(pc) || (is_load(ins.op) && has_run(pc) && is_marked(targets_.of(ins)));
    if ((is_store(ins.op) || is_atomic(ins.op)) && has_run(pc) && (is_fed || in_stretch_[pc])) mark(targets_.of(ins));
    if (is_async_copy(ins.op) && has_run(pc) && (in_stretch_[pc] || is_marked(std::nullopt))) mark(targets_.of(ins));  // of whatever it copies
    std::vector<Word> now(in(pc), in(pc) + words_);
    for (uint32_t s : uses_[pc].writes) depends ? now[s / 64] |= Word{1} << (s % 64) : now[s / 64] &= ~(Word{1} << (s % 64));
    if (ins.op == Opcode::end || ins.op == Opcode::leave) return false;
    if (ins.op == Opcode::jump || is_branch(ins.op)) pass_on(now, static_cast<Pc>(ins.imm));
    if (ins.op != Opcode::jump) pass_on(now, pc + 1);
    return false;
  }

  // ---- what a branch decides

  static bool jumps(Opcode op) { return op == Opcode::jump || is_branch(op); }

  void find_targets() {
    is_target_.assign(p_.code.size() + 1, false);
    for (const Ins& ins : p_.code)
      if (jumps(ins.op)) is_target_[static_cast<size_t>(ins.imm)] = true;
  }

  // [lo, hi): with the branch and its target, left to hi alone.
  std::pair<Pc, Pc> stretch_of(Pc branch) const {
    const Pc target = static_cast<Pc>(p_.code[branch].imm);
    Pc lo = std::min(branch, target), hi = std::max(branch + 1, target);
    for (bool grows = true; grows;) {
      grows = false;
      for (Pc pc = lo; pc < hi; ++pc) {
        if (!jumps(p_.code[pc].op)) continue;
        const Pc to = static_cast<Pc>(p_.code[pc].imm);
        if (to >= lo && to <= hi) continue;
        lo = std::min(lo, to);
        hi = std::max(hi, to);
        grows = true;
      }
    }
    return {lo, hi};
  }
  // The first of those that always run before the branch, in one piece with it.
  Pc piece_of(Pc branch, Pc lo) const {
    Pc begin = branch;
    while (begin > lo && !is_target_[begin] && !jumps(p_.code[begin - 1].op)) --begin;
    return begin;
  }

  // Can anybody notice whether it runs?
  bool is_noticed(Pc pc) const {
    const Ins& ins = p_.code[pc];
    if (ins.op == Opcode::nanosleep) return false;
    if (!is_memory(ins.op)) return is_barrier(ins.op) || is_warp_sync(ins.op) || in_range(ins.op, Opcode::fence, Opcode::end) || ins.op == Opcode::trap;
    const std::optional<uint32_t> target = targets_.of(ins);
    return is_stored_to(target) && !(target && seen_.allocations[*target].space == Space::local);
  }

  bool decides_something(Pc branch) {
    const auto [lo, hi] = stretch_of(branch);
    const Pc piece = piece_of(branch, lo);
    for (Pc pc = lo; pc < hi; ++pc) {
      if ((pc < piece || pc > branch) && is_noticed(pc)) return true;
      if (!in_stretch_[pc]) in_stretch_[pc] = has_news_ = true;
    }
    return false;
  }

  const Program& p_;
  const SeenRun& seen_;
  KnownTargets targets_;
  size_t words_;
  std::vector<bool> marked_;            // by allocation: what it holds may depend on order
  bool is_any_marked_ = false;          // so may all that is stored to
  bool has_news_ = false;
  std::vector<SlotUse> uses_;           // by pc
  std::vector<Word> in_;                // by pc: the slots that depend on order before it
  std::vector<bool> in_stretch_;        // by pc: a branch on such a value decides whether, or how often, it runs
  std::vector<bool> is_target_;
};

}  // namespace

bool steers_by_order(const Program& program, const KernelLaunch& launch, const SeenRun& seen) { return Follower(program, launch, seen).steers(); }

}  // namespace wb
