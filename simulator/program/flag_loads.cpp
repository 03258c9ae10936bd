#include "simulator/program/flag_loads.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "simulator/program/known_targets.h"
#include "simulator/program/slot_use.h"

namespace wb {
namespace {

constexpr size_t most_loads = 64, most_words = 4u << 20;  // looked into; of the sets of registers

bool is_comparison(Opcode op) { return in_range(op, Opcode::set_eq32, Opcode::set_nle_f64); }

class Value {
 public:
  Value(const Program& program, const KernelLaunch& launch, const KnownTargets& targets, const std::vector<SlotUse>& uses)
      : p_(program), buffers_(launch.buffers.size()), targets_(targets), uses_(uses), words_((program.slot_count + 63) / 64), in_(program.code.size() * words_) {}

  // Does what the load at `source` brings decide anything? (`for_branches`: a branch, directly or by a comparison.)
  bool decides(Pc source, bool for_branches = false) {
    begin(source);
    while (!open_.empty()) {
      const Pc pc = open_.back();
      open_.pop_back();
      if (for_branches ? is_asked(pc) : is_out_of_sight(pc)) return true;
      if (is_store(p_.code[pc].op) && has(pc, uses_[pc].reads)) enter_shared(pc, source);
      step(pc, source);
    }
    return false;
  }

  // The volatile stores of something that is made of it.
  std::vector<Pc> stores(Pc source) {
    begin(source);
    std::set<Pc> fed;
    while (!open_.empty()) {
      const Pc pc = open_.back();
      open_.pop_back();
      const Ins& ins = p_.code[pc];
      if (is_store(ins.op) && p_.info[pc].is_volatile && has(pc, {ins.d})) fed.insert(pc);
      if (is_store(ins.op) && has(pc, uses_[pc].reads)) enter_shared(pc, source);
      step(pc, source);
    }
    return {fed.begin(), fed.end()};
  }

 private:
  using Word = uint64_t;

  void begin(Pc source) {
    std::fill(in_.begin(), in_.end(), 0);
    open_.clear();
    holds_it_.clear();
    std::vector<Word> loaded(words_);
    for (uint32_t slot : uses_[source].writes) loaded[slot / 64] |= Word{1} << (slot % 64);
    pass_on(loaded, source + 1);
  }
  bool has(Pc pc, const std::vector<uint32_t>& slots) const {
    for (uint32_t slot : slots)
      if (in_[pc * words_ + slot / 64] >> (slot % 64) & 1) return true;
    return false;
  }
  bool is_global(const Ins& ins) const {
    if (const std::optional<uint32_t> target = targets_.of(ins)) return *target < buffers_ || p_.allocations[*target - buffers_].info.space == Space::global;
    return std::all_of(p_.allocations.begin(), p_.allocations.end(), [](const auto& a) { return a.info.space == Space::global || a.info.space == Space::constant; });
  }
  bool is_asked(Pc pc) const { return (is_branch(p_.code[pc].op) || is_comparison(p_.code[pc].op)) && has(pc, uses_[pc].reads); }
  bool is_out_of_sight(Pc pc) const {
    const Ins& ins = p_.code[pc];
    if (!has(pc, uses_[pc].reads)) return false;
    if (is_branch(ins.op) || is_atomic(ins.op) || is_async_copy(ins.op) || is_barrier(ins.op) || is_comparison(ins.op)) return true;
    if (is_memory(ins.op) && has(pc, slots_of_address(ins).reads)) return true;
    return is_store(ins.op) && !is_global(ins) && !shared_target(ins);
  }
  std::optional<uint32_t> shared_target(const Ins& ins) const {
    const std::optional<uint32_t> target = targets_.of(ins);
    return target && *target >= buffers_ && p_.allocations[*target - buffers_].info.space == Space::shared ? target : std::nullopt;
  }
  // The value is stored: what loads bring from that variable is the value from now on.
  void enter_shared(Pc store, Pc source) {
    const std::optional<uint32_t> variable = shared_target(p_.code[store]);
    if (!variable || !holds_it_.insert(*variable).second) return;
    for (Pc pc = 0; pc < p_.code.size(); ++pc)
      if (is_load(p_.code[pc].op) && shared_target(p_.code[pc]) == variable) step(pc, source);
  }
  void pass_on(const std::vector<Word>& now, Pc to) {
    if (to >= p_.code.size()) return;
    bool is_new = false;
    for (size_t w = 0; w < words_; ++w) {
      is_new |= (now[w] & ~in_[to * words_ + w]) != 0;
      in_[to * words_ + w] |= now[w];
    }
    if (is_new) open_.push_back(to);
  }
  void step(Pc pc, Pc source) {
    const Ins& ins = p_.code[pc];
    const std::optional<uint32_t> variable = is_load(ins.op) ? shared_target(ins) : std::nullopt;
    const bool is_fed = pc == source || (variable && holds_it_.contains(*variable)) || (!is_memory(ins.op) && has(pc, uses_[pc].reads));
    std::vector<Word> now(in_.begin() + static_cast<std::ptrdiff_t>(pc * words_), in_.begin() + static_cast<std::ptrdiff_t>((pc + 1) * words_));
    for (uint32_t slot : uses_[pc].writes) is_fed ? now[slot / 64] |= Word{1} << (slot % 64) : now[slot / 64] &= ~(Word{1} << (slot % 64));
    if (ins.op == Opcode::end || ins.op == Opcode::leave) return;
    if (ins.op == Opcode::jump || is_branch(ins.op)) pass_on(now, static_cast<Pc>(ins.imm));
    if (ins.op != Opcode::jump) pass_on(now, pc + 1);
  }

  const Program& p_;
  size_t buffers_;
  const KnownTargets& targets_;
  const std::vector<SlotUse>& uses_;
  size_t words_;
  std::vector<Word> in_;  // by pc: the slots that hold something of the value before it
  std::vector<Pc> open_;
  std::set<uint32_t> holds_it_;  // variables of shared memory
};

}  // namespace

std::unordered_set<uint32_t> looking_loads(const Program& program, const KernelLaunch& launch, const std::unordered_set<uint32_t>& sites) {
  std::vector<Pc> loads;
  std::vector<SlotUse> uses;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    uses.push_back(slots_of(program, pc));
    if (is_load(program.code[pc].op) && !program.info[pc].is_volatile && sites.contains(program.info[pc].site)) loads.push_back(pc);
  }
  std::unordered_set<uint32_t> looks;
  if (program.has_calls || loads.size() > most_loads || program.code.size() * program.slot_count / 64 > most_words) return looks;
  const KnownTargets targets(program, launch);
  for (Pc load : loads)
    if (Value(program, launch, targets, uses).decides(load, true)) looks.insert(program.info[load].site);
  return looks;
}

FlagLoads flag_loads(const Program& program, const KernelLaunch& launch) {
  FlagLoads flags;
  bool has_stores = false;
  flags.allocations.resize(launch.buffers.size() + program.allocations.size() + 1);  // the heap may stand behind them
  const KnownTargets targets(program, launch);
  std::vector<Pc> loads;
  std::vector<SlotUse> uses;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    uses.push_back(slots_of(program, pc));
    if (is_load(program.code[pc].op) && program.info[pc].is_volatile) loads.push_back(pc);
    has_stores |= is_store(program.code[pc].op) && program.info[pc].is_volatile;
  }
  const bool is_too_much = program.has_calls || loads.size() > most_loads || program.code.size() * program.slot_count / 64 > most_words;
  const auto mark = [&](Pc pc) {
    if (const std::optional<uint32_t> target = targets.of(program.code[pc])) flags.allocations[*target] = true;
    else flags.allocations.assign(flags.allocations.size(), true);
  };
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (is_atomic(program.code[pc].op) && program.info[pc].result_used) mark(pc);
  for (Pc load : loads) {
    const uint32_t site = program.info[load].site;
    std::optional<Value> value;
    if (!is_too_much) value.emplace(program, launch, targets, uses);
    const bool looks = !value || value->decides(load);
    if (looks) flags.sites.insert(site), mark(load);
    if (!value || !has_stores) continue;
    for (const Pc store : value->stores(load)) {
      flags.updates[program.info[store].site].push_back(site);
      flags.feeding.insert(site);
    }
  }
  std::copy_if(flags.feeding.begin(), flags.feeding.end(), std::inserter(flags.fetches, flags.fetches.end()), [&](uint32_t site) { return !flags.sites.contains(site); });
  return flags;
}

}  // namespace wb
