#include "simulator/program/kept_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "simulator/language/builtin_table.h"
#include "simulator/program/both_sides.h"
#include "simulator/program/forks.h"
#include "simulator/program/joined_loads.h"
#include "simulator/program/liveness.h"
#include "simulator/program/loop_shapes.h"
#include "simulator/program/slot_use.h"
#include "simulator/program/stored_places.h"
#include "simulator/program/uneven_loops.h"
#include "simulator/program/value_forms.h"

namespace wb {
namespace {

constexpr size_t most_code = 20'000;      // instructions: longer programs are left without
constexpr size_t most_kept = 256;        // values at a time: a thread has no more registers
constexpr size_t most_work = 50'000'000;  // registers times places where ways meet
constexpr uint32_t no_slot = ~0u;
constexpr Pc no_pc = ~0u;
constexpr Pc most_asked_before = 24;                       // instructions
constexpr Pc most_chosen = 2;                              // likewise
// Global, shared and local memory are told apart, where the base says which; global memory that a `const T* __restrict__` parameter leads
// to, where nobody stores; and of shared memory the first arrays, each by itself.
constexpr size_t unchanging = 3, arrays = 4, spaces = 12;

struct Kept {
  std::vector<uint32_t> numbers;  // of the registers loaded, in order
  uint32_t site = no_site;
  Pc pc = 0;  // of the load or the store
};

// What is known in front of an instruction.
struct State {
  std::vector<uint32_t> number;                // by register
  std::array<uint32_t, spaces> version{};      // of what a space holds
  std::map<std::vector<uint32_t>, Kept> kept;  // by opcode, space's version and address
};

std::optional<Opcode> load_of(Opcode store) {
  switch (store) {
    case Opcode::st_32:
      return Opcode::ld_32;
    case Opcode::st_64:
      return Opcode::ld_64;
    default:
      return std::nullopt;
  }
}
int64_t bytes_of(Opcode op) {
  switch (op) {
    case Opcode::ld_32:
    case Opcode::st_32:
      return 4;
    case Opcode::ld_64:
    case Opcode::st_64:
    case Opcode::ld_2x32:
    case Opcode::st_2x32:
      return 8;
    default:
      return 16;
  }
}

class KeptValues {
 public:
  KeptValues(Program& program, const SourceNotes& notes)
      : p_(program),
        even_(notes.even),
        uneven_heads_(notes.uneven),
        joined_(program),
        shape_(program),
        straight_stores_(program),
        kept_from_(program.sites.size(), no_site),
        loads_(program.sites.size()),
        made_(program.code.size()),
        loop_of_(program.code.size(), no_pc),
        begins_anew_(program.code.size()),
        is_behind_fence_(program.code.size()),
        is_shared_(program.code.size()) {
    for (Pc pc : notes.apart)
      if (pc < begins_anew_.size()) begins_anew_[pc] = true;
    for (Pc pc : notes.compiler_fences)
      if (pc < is_behind_fence_.size()) is_behind_fence_[pc] = true;
  }

  void run() {
    if (shape_.meets * p_.slot_count > most_work) return;
    shape_.find_bodies(p_);
    sides_ = find_both_sides(p_, shape_);
    State state;
    reset(state);
    bool is_reached = true;
    for (Pc pc = 0; pc < p_.code.size(); ++pc) {
      while (!open_.empty() && open_.back().end <= pc) leave_loop();
      if ((shape_.is_target[pc] && !is_behind_choices(pc)) || begins_anew_[pc] || (pc && jumps(p_.code[pc - 1]) && !is_choice(pc - 1)))
        joined_.end_straight_code(), on_one_way_.clear(), changed_on_.reset();
      if (shape_.is_target[pc]) {
        if (auto it = arriving_.find(pc); it != arriving_.end()) {
          if (is_reached)
            meet_at(pc, state, it->second);
          else
            state = std::move(it->second);
          arriving_.erase(it);
          is_reached = true;
        } else if (!is_reached) {
          reset(state);
          is_reached = true;
        }
        if (shape_.loop_end[pc]) enter_loop(state, pc);
      } else if (!is_reached) {
        reset(state);
        is_reached = true;
      }
      enter_side(pc);
      if (is_behind_fence_[pc]) pass_compiler_fence();
      step(state, pc);
      if (jumps(p_.code[pc]) && static_cast<Pc>(p_.code[pc].imm) <= pc) tell_passes(state, pc);
      note_way(state, pc);
      is_reached = leave(state, pc);
    }
    joined_.end_straight_code();
    tell_overwritten();
    tell_both_sides();
    tell_uneven();
    tell_program();
  }

 private:
  using Made = CompiledAccess::Made;
  // A register as another one and a constant.
  struct Sum {
    uint32_t of = 0, high = 0;  // the other's number; wide: its upper half's
    int64_t constant = 0;
  };

  void tell_program() {
    number_made_once();
    number_sides();
    number_ways();
    for (size_t site = 0; site < kept_from_.size(); ++site) {
      const Loads& loads = loads_[site];
      if (const uint32_t less = loads.kept + loads.with_other; less)
        p_.sites[site].kept_from = less == loads.all ? kept_from_[site] : static_cast<uint32_t>(site);
      if (loads.once) p_.sites[site].kept_from = static_cast<uint32_t>(site);
    }
    for (Pc pc = 0; pc < made_.size(); ++pc) p_.info[pc].compiled.made = made_[pc];
  }
  bool is_made_by_way(Pc pc) const {
    return branch_of_.contains(pc) && loop_of_[pc] == no_pc && (made_[pc] == Made::once || made_[pc] == Made::around);
  }
  // By the branch at which lanes went apart, if that has nothing else to tell.
  void number_ways() {
    std::map<Pc, std::vector<Pc>> accesses;  // by branch
    for (const auto& [pc, branch] : branch_of_)
      if (is_made_by_way(pc)) accesses[branch].push_back(pc);
    for (const auto& [branch, behind] : accesses) {
      if (p_.code[branch].c) {
        for (Pc pc : behind) made_[pc] = Made::each_time, --loads_[p_.info[pc].site].once;
        continue;
      }
      p_.entrances.push_back({.once = number(behind)});
      p_.code[branch].c = static_cast<uint16_t>(p_.entrances.size());
    }
  }
  // By loop, and the branch in front of it told.
  void number_made_once() {
    std::map<Pc, std::vector<Pc>> loads;  // by head
    for (Pc pc = 0; pc < made_.size(); ++pc)
      if ((made_[pc] == Made::once && !is_made_by_way(pc)) || made_[pc] == Made::handed_on) loads[loop_of_[pc]].push_back(pc);
    for (const auto& [head, of_loop] : loads) entrance_of(head).once = number(of_loop);
    for (const auto& [head, uneven] : uneven_) {
      if (uneven.made.empty()) continue;
      UnevenLoop& loop = entrance_of(head).uneven.emplace(uneven.loop);
      loop.accesses = number(uneven.made);
      p_.info[uneven.made.front()].compiled.begins_pass = true;
    }
  }
  Entrance& entrance_of(Pc head) {
    uint16_t& number = p_.code[head - 1].c;
    if (!number) p_.entrances.emplace_back(), number = static_cast<uint16_t>(p_.entrances.size());
    return p_.entrances[number - 1u];
  }
  AccessRange number(const std::vector<Pc>& accesses) {
    const AccessRange range{numbered_, static_cast<uint32_t>(accesses.size())};
    for (Pc pc : accesses) p_.info[pc].compiled.number = static_cast<uint16_t>(numbered_++);
    return range;
  }
  // By `if`, and all branches that lead to its other side told.
  void number_sides() {
    for (const auto& [sides, pairs] : joined_sides_) {
      if (pairs.empty()) continue;
      p_.entrances.push_back({.once = {numbered_, static_cast<uint32_t>(pairs.size())}});
      for (Pc test : sides->tests) p_.code[test].c = static_cast<uint16_t>(p_.entrances.size());
      for (const SideAccesses::Pair& pair : pairs) {
        p_.info[pair.first].compiled.leads = true;
        p_.info[pair.first].compiled.number = p_.info[pair.other].compiled.number = static_cast<uint16_t>(numbered_++);
      }
    }
  }

  // An `if` around next to nothing: nvcc chooses between the values, and goes on in straight code.
  bool is_choice(Pc branch) const {
    const Ins& ins = p_.code[branch];
    const auto to = static_cast<Pc>(ins.imm);
    if (ins.op == Opcode::jump || to <= branch || to > branch + 1 + most_chosen) return false;
    for (Pc pc = branch + 1; pc < to; ++pc)
      if (jumps(p_.code[pc]) || !runs_on(p_.code[pc].op) || is_memory(p_.code[pc].op) || shape_.is_target[pc]) return false;
    return true;
  }
  bool is_behind_choices(Pc pc) const {
    return std::ranges::all_of(shape_.jumps_to.at(pc), [&](Pc from) { return from < pc && is_choice(from); });
  }

  // ---- both sides of an `if` (both_sides.h)
  void enter_side(Pc pc) {
    if (at_side_ && pc == at_side_->end) {
      joined_sides_.emplace_back(at_side_, side_.pairs(!open_.empty()));
      at_side_ = nullptr;
    }
    if (at_side_ && pc == at_side_->other) side_.begin_other_side();
    if (next_side_ == sides_.size() || sides_[next_side_].begin != pc) return;
    at_side_ = &sides_[next_side_++];
    side_ = {};
    side_mark_ = last_;
  }
  bool may_share_side(Pc pc) const {
    return at_side_ && p_.info[pc].site != no_site && !p_.info[pc].is_volatile && !p_.info[pc].is_more_of_one;
  }
  void tell_both_sides() {
    for (auto& [sides, pairs] : joined_sides_) {
      std::erase_if(pairs, [&](const SideAccesses::Pair& pair) { return !is_left_alone(pair.first) || !is_left_alone(pair.other); });
      for (const SideAccesses::Pair& pair : pairs) {
        made_[pair.first] = made_[pair.other] = Made::both_sides;
        const uint32_t first = p_.info[pair.first].site, other = p_.info[pair.other].site;
        ++loads_[first].with_other, kept_from_[first] = other;
        ++loads_[other].with_other, kept_from_[other] = first;
      }
    }
  }
  bool is_left_alone(Pc pc) const { return made_[pc] == Made::each_time && !p_.info[pc].compiled.bytes; }

  uint32_t fresh() { return fresh_of(last_ + 1); }
  // A new number for a value that is made of others: `root` is the latest number that it comes from.
  uint32_t fresh_of(uint32_t root) {
    ++last_;
    root_.resize(last_ + 1);
    return root_[last_] = root, last_;
  }
  uint32_t root_of(const std::vector<uint32_t>& numbers) const {
    uint32_t root = 0;
    for (uint32_t number : numbers) root = std::max(root, root_[number]);
    return root;
  }
  void reset(State& state) {
    state.number.resize(p_.slot_count);
    for (uint32_t& n : state.number) n = fresh();
    for (const Preset& preset : p_.presets)
      if (preset.kind == Preset::Kind::constant)
        state.number[preset.slot] = constant_number(preset.bits, preset.is_wide);
      else if (preset.kind == Preset::Kind::address)
        pointers_[state.number[preset.slot]] = {.base = preset.slot, .base_number = state.number[preset.slot]};
    for (uint32_t& v : state.version) v = fresh();
    state.kept.clear();
  }
  // What both know. A place that both have in a register stays in one, whatever each of them has there.
  void meet(State& state, const State& other) {
    const State own = std::exchange(state, {});
    state.number = own.number;
    for (size_t i = 0; i < state.number.size(); ++i)
      if (own.number[i] != other.number[i]) state.number[i] = fresh();
    for (size_t i = 0; i < spaces; ++i) state.version[i] = own.version[i] == other.version[i] ? own.version[i] : fresh();
    for (const auto& [of_own, of_value] : own.kept) {
      std::vector<uint32_t> key = of_own;
      Kept kept = of_value;
      const std::optional<size_t> holder = holder_of_version(own, key[1]);
      if (!holder) continue;
      key[1] = version_of(other, *holder);
      const auto it = other.kept.find(key);
      if (it == other.kept.end() || it->second.numbers.size() != kept.numbers.size()) continue;
      if (it->second.numbers != kept.numbers)
        for (uint32_t& number : kept.numbers) number = fresh();
      key[1] = version_of(state, *holder);
      state.kept.emplace(std::move(key), std::move(kept));
    }
  }
  // Where the ways of an `if` meet: what one of them has, and the other has not, is in question as long as each lane comes to it.
  void meet_at(Pc pc, State& state, const State& jumped) {
    const std::optional<Fork> fork = is_behind_choices(pc) ? std::nullopt : fork_before(p_, shape_, pc);
    const State ran = fork ? state : State{};
    meet(state, jumped);
    if (!fork) return;
    note_one_way(ran, jumped, state, {*fork, fork->has_other_side, pc});
    note_one_way(jumped, ran, state, {*fork, !fork->has_other_side, pc});
    if (open_.empty()) return;
    changed_on_.emplace(*fork);
    for (size_t i = 0; i < spaces; ++i) {
      const uint32_t at_head = open_.back().version[i];
      if ((ran.version[i] == at_head) == (jumped.version[i] == at_head)) continue;
      changed_on_->sides[i] = (ran.version[i] == at_head) == fork->has_other_side ? Side::first : Side::other;
    }
  }
  // What of memory has changed since the head of the loop on one way to here alone.
  enum class Side : uint8_t { none, first, other };
  struct ChangedOn {
    Fork fork{};
    std::array<Side, spaces> sides{};
  };
  struct OneWay {
    Fork fork{};
    bool is_first_without = false;  // the side that has it not
    Pc meet = 0;
    Kept kept{};
  };
  void note_one_way(const State& has, const State& has_not, const State& met, OneWay way) {
    for (const auto& [of_value, kept] : has.kept) {
      std::vector<uint32_t> key = of_value;
      const std::optional<size_t> holder = holder_of_version(has, key[1]);
      if (!holder) continue;
      key[1] = version_of(has_not, *holder);
      if (has_not.kept.contains(key)) continue;
      key[1] = version_of(met, *holder);
      way.kept = kept;
      on_one_way_.emplace(std::move(key), way);
    }
  }
  // A load behind an `if`, by lanes that have come by the side which has not its value: nvcc makes it there. What the side behind the `if`
  // loads first, it loads in front, for all.
  void load_by_way(Pc pc, const std::vector<uint32_t>& key) {
    const auto it = on_one_way_.find(key);
    const uint32_t site = p_.info[pc].site;
    if (it == on_one_way_.end() || site == no_site) return;
    const OneWay& way = it->second;
    if (!way.fork.has_other_side && !way.is_first_without && is_first_of_side(way)) return leave_out(way.kept.pc, site);
    make_by_way(pc, way.fork.branch, way.is_first_without);
  }
  void make_by_way(Pc pc, Pc branch, bool by_first_side) {
    made_[pc] = by_first_side ? Made::once : Made::around;
    branch_of_[pc] = branch, ++loads_[p_.info[pc].site].once;
  }
  bool is_first_of_side(const OneWay& way) const {
    const Pc load = way.kept.pc;
    if (load <= way.fork.branch || load >= way.meet || !is_load(p_.code[load].op)) return false;
    for (Pc pc = way.fork.branch + 1; pc < load; ++pc)
      if (jumps(p_.code[pc]) || !runs_on(p_.code[pc].op) || is_memory(p_.code[pc].op)) return false;
    return true;
  }
  // `spaces`: any of them.
  std::optional<size_t> holder_of_version(const State& state, uint32_t version) {
    const auto it = std::ranges::find(state.version, version);
    if (it != state.version.end()) return static_cast<size_t>(it - state.version.begin());
    return version == any_of(state) ? std::optional(spaces) : std::nullopt;
  }
  uint32_t version_of(const State& state, size_t holder) { return holder < spaces ? state.version[holder] : any_of(state); }
  void enter_loop(State& state, Pc head) {
    open_.push_back({.head = head,
                     .end = shape_.loop_end[head],
                     .mark = last_,
                     .has_entry = has_entry(head),
                     .entry = entry_,
                     .before = state.version,
                     .kept_before = state.kept});
    if (const auto it = std::ranges::find(even_, head, &EvenLoop::head); it != even_.end()) open_.back().even = &*it;
    open_.back().may_be_uneven = std::ranges::find(uneven_heads_, head) != uneven_heads_.end();
    open_.back().in_front = state.number;
    const std::vector<bool>& body = shape_.bodies[head];
    for (Pc pc = head; pc < shape_.loop_end[head]; ++pc) {
      if (!body[pc - head]) continue;
      for (uint32_t slot : slots_of(p_, pc).writes)
        if (slot < state.number.size()) state.number[slot] = fresh();
    }
    for (Pc pc = head; pc < shape_.loop_end[head]; ++pc) {
      if (!body[pc - head]) continue;
      change_memory(state, pc);
      if (is_behind_fence_[pc]) change_all(state);
    }
    open_.back().version = state.version;
    if (open_.back().even) open_.back().counter = state.number[open_.back().even->counter];
    open_.back().at_head = state.number;
  }

  // ---- what is the same in all passes of a loop
  // How a loop is come to: what decides whether, and whether all passes of the loop around it come there.
  struct Entry {
    uint32_t guard_root = 0;
    bool is_certain = true;
  };
  // A load of what was there as the pass began.
  struct Returning {
    Pc pc = 0;
    size_t space = 0;
    std::vector<uint32_t> key;
    std::optional<uint32_t> known_before = {};  // the site that the value in front of the loop is kept from
  };
  // A load of what nothing has changed since the head: perhaps the pass before has had it.
  struct Unchanged {
    Pc pc = 0;
    size_t holder = 0;
    std::vector<uint32_t> key;
    bool is_straight = false;  // behind nothing but straight code
  };
  // A load of one place in each pass, behind an `if` of which one side has stored there, perhaps.
  struct ChangedBySide {
    Pc pc = 0;
    size_t holder = 0;
    std::vector<uint32_t> key;
    Pc branch = 0;
    Side side{};
  };
  struct Loop {
    Pc head = 0, end = 0;
    uint32_t mark = 0;       // numbers up to this are from before it
    bool has_entry = false;  // the branch in front of it, and nothing else, leads into it
    Entry entry{};
    Pc skips_to = 0;           // so far a pass may have gone past what lies before this,
    bool may_be_left = false;  // or out of the loop
    const EvenLoop* even = nullptr;
    uint32_t counter = 0;                              // its number in a pass
    std::array<uint32_t, spaces> version{}, before{};  // in front of a pass, and of the loop
    std::map<std::vector<uint32_t>, Kept> kept_before{};  // likewise, of the loop
    LoadsOfPasses of_passes{};
    std::vector<Returning> returning{};
    PlacesOfLoop places{};
    bool has_fence = false;  // for compilers alone
    std::vector<uint32_t> at_head{}, in_front{};  // numbers by register
    bool may_be_uneven = false;                   // lanes may make other numbers of passes
    bool is_straight = true;                      // so far, from the head on
    std::vector<Unchanged> unchanged{};
    std::vector<ChangedBySide> changed{};
    std::vector<Pc> certain{};                    // accesses that each pass comes to, in memory that is counted
  };
  // The site that the value of a load is kept from, where it is known in front of the loop.
  static std::optional<uint32_t> known_before(const Loop& loop, std::vector<uint32_t> key, std::optional<size_t> holder) {
    if (holder) key[1] = loop.before[*holder];
    const auto it = loop.kept_before.find(key);
    return it == loop.kept_before.end() ? std::nullopt : std::optional(it->second.site);
  }
  // Its accesses are those of the loop around it, too. A pass of that comes to them where nothing but itself decides whether it comes to the inner loop:
  // nvcc asks that in front of both, if there is little else in the outer one.
  void leave_loop() {
    const Loop inner = std::move(open_.back());
    open_.pop_back();
    if (open_.empty()) return;
    Loop& outer = open_.back();
    const bool is_asked_before = !inner.has_entry || (inner.entry.guard_root <= outer.mark &&
                                                      (outer.end - outer.head) - (inner.end - inner.head) <= most_asked_before);
    outer.places.see_inner(inner.places, inner.entry.is_certain && is_asked_before);
  }
  bool has_entry(Pc head) const {
    if (!head || shape_.is_forward_target[head]) return false;
    const Ins& test = p_.code[head - 1];
    return jumps(test) && test.op != Opcode::jump && static_cast<Pc>(test.imm) >= shape_.loop_end[head];
  }
  static bool comes_to(const Loop& loop, Pc pc) { return !loop.may_be_left && loop.skips_to <= pc; }
  void note_way(const State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    if (pc + 1 < shape_.loop_end.size() && shape_.loop_end[pc + 1]) {
      entry_ = {0, open_.empty() || comes_to(open_.back(), has_entry(pc + 1) ? pc : pc + 1)};
      for (uint32_t slot : slots_of(p_, pc).reads) entry_.guard_root = std::max(entry_.guard_root, root_[state.number[slot]]);
    }
    for (Loop& loop : open_) {
      if (jumps(ins) && static_cast<Pc>(ins.imm) > pc) loop.skips_to = std::max(loop.skips_to, static_cast<Pc>(ins.imm));
      loop.is_straight &= !jumps(ins) || is_choice(pc);
      loop.may_be_left |= jumps(ins) ? static_cast<Pc>(ins.imm) < loop.head : !runs_into_next(ins);
    }
  }
  // The loop for all of whose passes nvcc makes the load once, in front of it: each pass comes to the load, and finds the same. Of a loop
  // inside another that is so for both where nothing else decides whether it is come to: nvcc asks that in front of the outer one, if there
  // is little else in that (else nobody knows).
  const Loop* loop_in_front_of(Pc pc, uint32_t root) const {
    const Loop* best = nullptr;
    for (size_t i = open_.size(); i-- > 0; pc = open_[i].has_entry ? open_[i].head - 1 : open_[i].head) {
      const Loop& loop = open_[i];
      const Loop* inner = i + 1 < open_.size() ? &open_[i + 1] : nullptr;
      if (root > loop.mark) return best;
      if (inner ? !inner->entry.is_certain || (inner->has_entry && inner->entry.guard_root > loop.mark) : !comes_to(loop, pc)) return best;
      const bool is_asked_before = inner && inner->has_entry;
      if (is_asked_before && (loop.end - loop.head) - (inner->end - inner->head) > most_asked_before) return nullptr;
      best = loop.has_entry ? &loop : nullptr;
    }
    return best;
  }

  // Where an access goes, or where a pointer leads: the memory at a register's value (`base`: the register, where it is preset), and bytes
  // from there.
  struct Place {
    uint32_t base = no_slot;
    uint32_t base_number = 0;
    uint8_t index_kind = 0, scale = 1;
    std::vector<uint32_t> index{};  // numbers of its registers
    int64_t displacement = 0;
  };
  Place place_of(const State& state, const Ins& ins) const {
    const bool has_index = ins.kind & Ins::index_mask;
    Place place{.base = ins.kind & Ins::uniform_base ? ins.a : no_slot, .base_number = state.number[ins.a]};
    if (const auto known = pointers_.find(place.base_number); known != pointers_.end() && !(has_index && known->second.index_kind))
      place = known->second;
    place.displacement += ins.imm;
    if (!has_index) return place;
    place.index_kind = ins.kind & Ins::index_mask, place.scale = ins.scale;
    const Sum sum = sum_of(state.number[ins.b]);
    const bool is_whole = place.index_kind != static_cast<uint8_t>(IndexKind::u32) || stays_below(sum, 1);
    place.index.push_back(is_whole ? sum.of : state.number[ins.b]);
    if (is_whole) place.displacement += sum.constant * ins.scale;
    if (place.index_kind == static_cast<uint8_t>(IndexKind::i64))
      place.index.push_back(is_whole && sum.high ? sum.high : state.number[ins.b + 1]);
    return place;
  }

  // The register with which the pointer of an access begins, also where more than one index has been added to that.
  uint32_t base_of(const State& state, const Ins& ins) const {
    if (const uint32_t base = place_of(state, ins).base; base != no_slot) return base;
    const auto origin = origins_.find(state.number[ins.a]);
    return origin == origins_.end() ? no_slot : origin->second;
  }
  bool is_constant(const State& state, const Ins& ins) const {
    const auto begin = std::ranges::find(p_.presets, base_of(state, ins), &Preset::slot);
    return begin != p_.presets.end() && begin->kind == Preset::Kind::address && p_.allocations[begin->index].storage == Storage::constant;
  }
  // The space that an access is known to go to; none: it may be either.
  std::optional<size_t> space_of(const State& state, const Ins& ins) const {
    const uint32_t base = base_of(state, ins);
    if (base == no_slot) return std::nullopt;
    for (const Preset& preset : p_.presets)
      if (preset.slot != base)
        continue;
      else if (preset.kind == Preset::Kind::address)
        return space_of(p_.allocations[preset.index].storage);
      else if (preset.kind == Preset::Kind::parameter && is_unchanging(preset.index))
        return unchanging;
    return 0;  // a parameter
  }
  bool is_unchanging(uint32_t parameter) const {
    const Module& m = *p_.module;
    const std::vector<VarId>& parameters = m[p_.kernel].parameters;
    if (parameter >= parameters.size() || !m[parameters[parameter]].is_restrict) return false;
    const Type& type = m.types[m[parameters[parameter]].type];
    return type.kind == TypeKind::pointer && m.types[type.element].is_const && !m.types[type.element].is_volatile;
  }
  static size_t space_of(Storage storage) {
    if (storage == Storage::shared || storage == Storage::dynamic_shared) return 1;
    return storage == Storage::local || storage == Storage::parameter ? 2 : 0;
  }

  void change_all(State& state, bool also_unchanging = false) {
    for (size_t i = 0; i < spaces; ++i)
      if (i != unchanging || also_unchanging) state.version[i] = fresh();
  }
  // It is gone before nvcc's assembler looks at straight code: that keeps, joins and leaves out across it.
  void pass_compiler_fence() {
    side_.see_other();
    for (Loop& loop : open_) loop.places.see_other(), loop.has_fence = true;
  }
  void change_memory(State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    const bool only_asks = in_range(ins.op, Opcode::shfl_32, Opcode::reduce_32) || ins.op == Opcode::active_mask ||
                           ins.op == Opcode::clock_now || ins.op == Opcode::leave;
    const bool ends_all = (!runs_on(ins.op) && !jumps(ins) && !only_asks) || is_async_copy(ins.op);
    if (ends_all) {
      joined_.end_straight_code();
      change_all(state, is_call(ins.op));
    } else if (is_store(ins.op) || is_atomic(ins.op)) {
      change_place(state, ins);
    } else {
      return;
    }
    const uint32_t any = any_of(state);
    std::erase_if(state.kept, [&](const auto& entry) {
      return entry.first[1] != any && std::ranges::find(state.version, entry.first[1]) == state.version.end();
    });
  }
  void change_place(State& state, const Ins& ins) {
    const std::optional<size_t> space = space_of(state, ins);
    const size_t holder = holder_of(state, ins).value_or(spaces);
    const uint32_t before = holder < spaces ? state.version[holder] : 0;
    for (size_t i = 0; i < spaces; ++i)
      if (i != unchanging && (!space || *space == i || holder == i)) state.version[i] = fresh();
    if (holder >= spaces || !is_store(ins.op)) return;
    const Place place = place_of(state, ins);
    keep_others(state, place, bytes_of(ins.op), before, state.version[holder]);
    if (holder == 0 && alignment_of_record(place)) stored_member_[state.version[0]] = {member_of(place, ins.op), before};
  }
  // What lies beside the place that is stored to: the same address but for a constant, or another member of a record of the same array,
  // whichever it is.
  static void keep_others(State& state, const Place& place, int64_t bytes, uint32_t before, uint32_t now) {
    std::vector<std::pair<std::vector<uint32_t>, Kept>> others;
    for (const auto& [key, kept] : state.kept) {
      const auto at = static_cast<int32_t>(key[4]);
      if (key[1] != before || key[3] != place.scale || key[5] != place.base_number) continue;
      const bool has_same_index =
          key[2] == place.index_kind && std::equal(key.begin() + 6, key.end(), place.index.begin(), place.index.end());
      const int64_t own_bytes = bytes_of(static_cast<Opcode>(key[0])), behind = at - place.displacement;
      const int64_t behind_record = ((behind % place.scale) + place.scale) % place.scale;
      const bool is_beside = behind >= bytes || -behind >= own_bytes,
                 is_other_member = key[2] && place.index_kind && behind_record >= bytes && place.scale - behind_record >= own_bytes;
      if (has_same_index ? !is_beside : !is_other_member) continue;
      others.emplace_back(key, kept);
      others.back().first[1] = now;
    }
    for (auto& [key, kept] : others) state.kept.emplace(std::move(key), std::move(kept));
  }
  // Whose version an access looks at, or changes: the space's, or that of an array in shared memory.
  std::optional<size_t> holder_of(const State& state, const Ins& ins) const {
    const std::optional<size_t> space = space_of(state, ins);
    if (space != 1) return space;
    const auto begin = std::ranges::find(p_.presets, base_of(state, ins), &Preset::slot);
    if (p_.allocations[begin->index].storage != Storage::shared) return space;
    const auto before = std::count_if(p_.allocations.begin(), p_.allocations.begin() + begin->index,
                                      [](const ProgramAllocation& a) { return a.storage == Storage::shared; });
    return arrays + static_cast<size_t>(before) < spaces ? arrays + static_cast<size_t>(before) : *space;
  }

  std::vector<uint32_t> key_of(const State& state, const Ins& ins, Opcode load) {
    const std::optional<size_t> holder = holder_of(state, ins);
    const Place place = place_of(state, ins);
    const uint32_t version = holder ? state.version[*holder] : any_of(state);
    std::vector<uint32_t> key{
        static_cast<uint32_t>(load), version, place.index_kind, place.scale, static_cast<uint32_t>(place.displacement), place.base_number};
    key.insert(key.end(), place.index.begin(), place.index.end());
    return key;
  }
  static std::vector<uint32_t> key_without_displacement(std::vector<uint32_t> key) {
    key.erase(key.begin() + 4);
    return key;
  }
  uint32_t any_of(const State& state) {
    return number_of({~0u, state.version[0], state.version[1], state.version[2]},
                     root_of({state.version[0], state.version[1], state.version[2]}));
  }
  uint32_t root_of_load(const std::vector<uint32_t>& key) const {
    uint32_t root = std::max(root_[key[1]], root_[key[5]]);
    for (size_t i = 6; i < key.size(); ++i) root = std::max(root, root_[key[i]]);
    return root;
  }

  // ---- stores that are overwritten, or made once behind a loop
  PlaceAccess access_of(const State& state, Pc pc, const std::vector<uint32_t>& key) const {
    const Ins& ins = p_.code[pc];
    const Place place = place_of(state, ins);
    PlaceAccess access{
        .pc = pc, .is_store = is_store(ins.op), .is_certain = open_.empty() || comes_to(open_.back(), pc), .holder = holder_of(state, ins)};
    access.address.assign(key.begin() + 5, key.end());
    access.address.push_back(key[2]), access.address.push_back(key[3]);
    access.at = static_cast<int32_t>(key[4]), access.bytes = bytes_of_access(ins.op);
    access.root = std::max(root_[key[5]], root_of(place.index));
    return access;
  }
  static int64_t bytes_of_access(Opcode op) {
    const bool is_known = load_of(op) || op == Opcode::ld_32 || op == Opcode::ld_64;
    return is_known ? bytes_of(op) : 16;
  }
  void see_store(const State& state, Pc pc) {
    const InsInfo& info = p_.info[pc];
    std::vector<uint32_t> key = key_of(state, p_.code[pc], p_.code[pc].op);
    key[1] = 0;
    const PlaceAccess store = access_of(state, pc, key);
    note_certain(store);
    if (!open_.empty()) see_in_loop(store);
    if (info.site == no_site || info.is_volatile || info.is_more_of_one) return straight_stores_.end(), side_.see_other();
    ++loads_[info.site].all;
    side_.see_store(pc, key, is_address_in_front(state, pc), store.holder && (*store.holder == 1 || *store.holder >= arrays));
    if (shape_.is_target[pc]) straight_stores_.end();
    straight_stores_.see_store(store);
  }
  void see_in_loop(const PlaceAccess& access) {
    if (p_.info[access.pc].is_volatile) open_.back().places.see_other();
    open_.back().places.see(access);
  }
  // One that is made.
  void see_load(const State& state, Pc pc, const std::vector<uint32_t>& key) {
    PlaceAccess load = access_of(state, pc, key);
    load.key = key;
    if (!is_constant(state, p_.code[pc])) note_certain(load);
    if (shape_.is_target[pc]) straight_stores_.end();
    straight_stores_.see_load(load);
    if (!open_.empty()) see_in_loop(load);
    if (!may_share_side(pc) || is_constant(state, p_.code[pc])) return;
    side_.see_load(pc, key);
  }
  // The store needs nothing of its side for its address: that is older than the loop, or a loop's counter, or an access has gone by it before.
  bool is_address_in_front(const State& state, Pc pc) const {
    const Place place = place_of(state, p_.code[pc]);
    return std::ranges::all_of(place.index, [&](uint32_t number) {
      const auto used = first_index_.find(number);
      const bool is_counter = !open_.empty() && std::ranges::find(open_.back().at_head, number) != open_.back().at_head.end();
      return (!open_.empty() && root_[number] <= open_.back().mark) || is_counter ||
             (at_side_ && used != first_index_.end() && used->second < at_side_->begin);
    });
  }
  void note_index(const State& state, Pc pc) {
    for (uint32_t number : place_of(state, p_.code[pc]).index) first_index_.try_emplace(number, pc);
  }
  void note_certain(const PlaceAccess& access) {
    is_shared_[access.pc] = access.holder && (*access.holder == 1 || *access.holder >= arrays);
    const bool is_counted = access.holder != 2;
    if (!open_.empty() && access.is_certain && is_counted) open_.back().certain.push_back(access.pc);
  }
  void tell_overwritten() {
    for (const auto& [before, after] : straight_stores_.overwritten())
      if (is_left_alone(before)) leave_out(before, p_.info[after].site);
  }
  // At the jump back to the head.
  void tell_stored_once(Pc back) {
    const Loop& loop = open_.back();
    if (!loop.has_entry || loop.end != back + 1) return;
    if (std::ranges::count_if(shape_.jumps_to[loop.head], [&](Pc from) { return from >= loop.head; }) != 1) return;
    for (const PlacesOfLoop::Kept& place : loop.places.kept(loop.mark)) {
      if (place.load) keep_through(*place.load, loop);
      for (const auto& [access, from] : place.left_out) leave_out(access, p_.info[from].site);
      make_once(place.store, loop.head);
    }
  }
  // In front of the loop, or behind it; so far perhaps of one inside it.
  void make_once(Pc pc, Pc head) {
    if (p_.info[pc].site == no_site || (made_[pc] != Made::each_time && made_[pc] != Made::once)) return;
    if (made_[pc] == Made::each_time) ++loads_[p_.info[pc].site].once;
    made_[pc] = Made::once, loop_of_[pc] = head;
  }
  void keep_through(const PlaceAccess& load, const Loop& loop) {
    const auto from = known_before(loop, load.key, load.holder);
    return from ? leave_out(load.pc, *from) : make_once(load.pc, loop.head);
  }
  void leave_out(Pc pc, uint32_t from) {
    const uint32_t site = p_.info[pc].site;
    if (site == no_site || (made_[pc] != Made::each_time && made_[pc] != Made::once)) return;
    if (made_[pc] == Made::once) --loads_[site].once;
    made_[pc] = Made::never, ++loads_[site].kept, kept_from_[site] = from;
  }

  // ---- passes that are written out together (written_out_passes.h)
  // Of the innermost loop around it, while the load is still in question.
  void note_load_of_passes(const State& state, Pc pc, const Place& place, const std::optional<size_t>& space,
                           const std::vector<uint32_t>& key) {
    Loop* loop = open_.empty() ? nullptr : &open_.back();
    if (!loop || (!loop->even && !loop->may_be_uneven) || p_.info[pc].site == no_site || p_.info[pc].is_volatile) return;
    const bool is_certain = comes_to(*loop, pc);
    const uint32_t root = std::max(root_[key[5]], root_of(place.index));  // of its address
    if (loop->even && space == 1 && root > loop->mark) note_shared_load(*loop, pc, place, is_certain);
    const bool is_first = state.version[0] == loop->version[0], is_stored = loop->version[0] != loop->before[0];
    if (space != 0 || !is_certain || !loop->has_entry || root > loop->mark || !is_first || !is_stored) return;
    loop->returning.push_back({pc, *space, key, known_before(*loop, key, space)});
  }
  // Whose place is another one in each pass.
  void note_shared_load(Loop& loop, Pc pc, const Place& place, bool is_certain) const {
    const uint32_t bytes = p_.code[pc].op == Opcode::ld_64 ? 8 : 4;
    if (place.index.size() != 1 || place.index[0] != loop.counter || place.scale != bytes) return loop.of_passes.see_other(place.base);
    const int64_t at = place.displacement + loop.even->first.value_or(0) * place.scale;
    const auto begin = joined_.shared_place(pc, place.base, at);
    const bool is_aligned = begin && *begin % widest_of_passes == 0 && loop.even->first;
    loop.of_passes.see({pc, place.base, at, bytes, is_certain && is_aligned});
  }
  // At the jump back to the head.
  void tell_passes(const State& state, Pc back) {
    if (!open_.empty()) tell_stored_once(back), tell_of_pass_before(state, back), note_uneven(state, back);
    if (open_.empty() || !open_.back().even || open_.back().has_fence || open_.back().end != back + 1) return;
    const Loop& loop = open_.back();
    const auto backward = std::ranges::count_if(shape_.jumps_to[loop.head], [&](Pc from) { return from >= loop.head; });
    if (backward != 1 || !is_single_loop(p_, loop.head, back)) return;
    for (Pc pc = loop.head; pc < back; ++pc) p_.info[pc].compiled.made = made_[pc];
    if (loop.version[1] == loop.before[1] && is_plain_body(p_, loop.head, back))
      loop.of_passes.tell(p_, made_, open_.size() > 1 || loop.even->is_copied);
    if (has_restricted_parameter(p_)) return;
    for (const Returning& load : loop.returning)
      if (is_handed_on(state, loop, load, back)) hand_on(load, loop.head);
  }
  bool is_handed_on(const State& state, const Loop& loop, const Returning& load, Pc back) const {
    std::vector<uint32_t> at_end = load.key;
    at_end[1] = state.version[load.space];
    return made_[load.pc] == Made::each_time && state.kept.contains(at_end) && reads_another(p_, loop.head, back, load.pc);
  }
  void hand_on(const Returning& load, Pc head) {
    const uint32_t site = p_.info[load.pc].site;
    if (load.known_before) {
      made_[load.pc] = Made::never, ++loads_[site].kept, kept_from_[site] = *load.known_before;
    } else {
      made_[load.pc] = Made::handed_on, ++loads_[site].once, loop_of_[load.pc] = head;
      p_.info[load.pc].compiled.passes = passes_written_out;
    }
  }

  // ---- what a pass has from the one before, in loops that are not written out
  void note_unchanged(Pc pc, const std::vector<uint32_t>& key) {
    if (open_.empty() || p_.info[pc].site == no_site) return;
    Loop& loop = open_.back();
    const auto holder = std::ranges::find(loop.version, key[1]);
    if (holder == loop.version.end() || root_of(key_numbers(key)) <= loop.mark) return;
    const bool is_at_target = shape_.is_target[pc] && pc != loop.head;
    loop.unchanged.push_back({pc, static_cast<size_t>(holder - loop.version.begin()), key, loop.is_straight && !is_at_target});
  }
  void note_changed_by_side(const State& state, Pc pc, const std::vector<uint32_t>& key) {
    if (open_.empty() || !changed_on_ || p_.info[pc].site == no_site) return;
    Loop& loop = open_.back();
    const auto version = std::ranges::find(state.version, key[1]);
    if (version == state.version.end() || root_of(key_numbers(key)) > loop.mark) return;
    const auto holder = static_cast<size_t>(version - state.version.begin());
    if (changed_on_->sides[holder] != Side::none)
      loop.changed.push_back({pc, holder, key, changed_on_->fork.branch, changed_on_->sides[holder]});
  }
  static std::vector<uint32_t> key_numbers(const std::vector<uint32_t>& key) { return {key.begin() + 5, key.end()}; }
  // At the jump back to the head: a load at the head that goes where a load or a store of the pass before has gone, with the registers as
  // these are now. Where the way into the loop has that, too, it is not made, and else once, in front of the loop.
  void tell_of_pass_before(const State& state, Pc back) {
    const Loop& loop = open_.back();
    if (!loop.has_entry || loop.end != back + 1) return;
    if (std::ranges::count_if(shape_.jumps_to[loop.head], [&](Pc from) { return from >= loop.head; }) != 1) return;
    for (const ChangedBySide& load : loop.changed) {
      std::vector<uint32_t> at_end = load.key;
      at_end[1] = state.version[load.holder];
      if (made_[load.pc] != Made::each_time || !state.kept.contains(at_end) || !known_before(loop, load.key, load.holder)) continue;
      make_by_way(load.pc, load.branch, load.side == Side::first);
    }
    if (has_one_way_out(p_, loop.head, back, true)) return;
    for (const Unchanged& load : loop.unchanged) {
      const auto at_end = key_with(load.key, state.version[load.holder], state.number, loop);
      if (made_[load.pc] != Made::each_time || !at_end || !state.kept.contains(*at_end)) continue;
      const auto in_front = key_with(load.key, loop.before[load.holder], loop.in_front, loop);
      const auto known = in_front ? loop.kept_before.find(*in_front) : loop.kept_before.end();
      if (known != loop.kept_before.end())
        leave_out(load.pc, known->second.site);
      else if (load.is_straight)
        make_once(load.pc, loop.head);
    }
  }
  // What a key at the loop's head is where the registers have other numbers; none: nvcc does not follow what its index is made of.
  std::optional<std::vector<uint32_t>> key_with(std::vector<uint32_t> key, uint32_t version, const std::vector<uint32_t>& numbers,
                                                const Loop& loop) const {
    if (key[5] > loop.mark) return std::nullopt;
    key[1] = version;
    for (size_t i = 6; i < key.size(); ++i) {
      const auto index = sum_with(key[i], numbers, loop);
      if (!index) return std::nullopt;
      key[i] = index->of;
      if (i == 6)
        key[4] = static_cast<uint32_t>(static_cast<int32_t>(key[4]) + static_cast<int32_t>(index->constant) * static_cast<int32_t>(key[3]));
    }
    return key;
  }
  std::optional<uint32_t> number_with(uint32_t number, const std::vector<uint32_t>& numbers, const Loop& loop) const {
    if (number <= loop.mark) return number;
    if (const auto slot = std::ranges::find(loop.at_head, number); slot != loop.at_head.end())
      return numbers[static_cast<size_t>(slot - loop.at_head.begin())];
    return std::nullopt;
  }
  // A half of an index that was made wider is that of the other index, and a constant.
  std::optional<Sum> sum_with(uint32_t number, const std::vector<uint32_t>& numbers, const Loop& loop) const {
    if (number > loop.mark && number < made_of_.size() && made_of_[number] && is_widened(*made_of_[number])) {
      std::vector<uint32_t> key = *made_of_[number];
      const auto narrow = number_with(key[4], numbers, loop);
      if (!narrow) return std::nullopt;
      const Sum sum = sum_of(*narrow);
      key[4] = sum.of;
      const auto it = values_.find(key);
      return it == values_.end() ? std::nullopt : std::optional(Sum{it->second, 0, sum.constant});
    }
    const auto with = number_with(number, numbers, loop);
    return with ? std::optional(sum_of(*with)) : std::nullopt;
  }
  static bool is_widened(const std::vector<uint32_t>& key) {
    return key.size() == 6 && (key[0] == static_cast<uint32_t>(Opcode::sx64) || key[0] == static_cast<uint32_t>(Opcode::zx64));
  }

  // ---- loops that are written out though lanes make other numbers of passes (uneven_loops.h)
  struct Uneven {
    UnevenLoop loop{};
    Pc back = 0;
    std::vector<Pc> certain{}, handed_on{}, made{};
  };
  // At the jump back to the head.
  void note_uneven(const State& state, Pc back) {
    const Loop& loop = open_.back();
    if (!loop.may_be_uneven || !loop.has_entry || loop.end != back + 1 || loop.certain.empty()) return;
    const auto backward = std::ranges::count_if(shape_.jumps_to[loop.head], [&](Pc from) { return from >= loop.head; });
    if (backward != 1 || !can_be_written_out(p_, loop.head, back)) return;
    const auto first = loop_test(p_.code[loop.head - 1], false), next = loop_test(p_.code[back], true);
    if (!first || !next || !first->is_like(*next) || first->is_wide) return;
    std::optional<UnevenLoop> found = uneven_loop(state, back, *first, *next, true);
    if (!found && first->has_right) found = uneven_loop(state, back, *first, *next, false);
    if (!found) return;
    Uneven& uneven = uneven_[loop.head] = {*found, back, loop.certain};
    if (has_restricted_parameter(p_)) return;
    for (const Returning& load : loop.returning)
      if (is_handed_on(state, loop, load, back) && !load.known_before) uneven.handed_on.push_back(load.pc);
    uneven.loop.by_sixteen &= uneven.handed_on.empty();
  }
  // `is_left`: what steps stands on the left of the question.
  std::optional<UnevenLoop> uneven_loop(const State& state, Pc back, const LoopTest& first, const LoopTest& next, bool is_left) const {
    const Loop& loop = open_.back();
    const uint16_t tested = is_left ? first.left : first.right, bound = is_left ? first.right : first.left;
    const Sum asked = sum_of(state.number[is_left ? next.left : next.right]);
    const uint32_t limit = state.number[is_left ? next.right : next.left];
    if (first.has_right && root_[limit] > loop.mark) return std::nullopt;
    const auto at = std::ranges::find(loop.at_head, asked.of);
    if (at == loop.at_head.end() || asked.of <= loop.mark) return std::nullopt;
    const auto counter = static_cast<uint32_t>(at - loop.at_head.begin());
    const Sum stepped = sum_of(state.number[counter]);
    const auto begun = distance(loop.in_front[counter], loop.in_front[tested]);
    const int64_t step = stepped.constant;
    if (stepped.of != asked.of || step == 0 || begun != asked.constant - step) return std::nullopt;
    UnevenLoop found{.tested = tested, .bound = bound, .has_bound = first.has_right, .is_unsigned = first.is_unsigned, .step = step};
    found.ends_at = first.how == LoopTest::How::less    ? UnevenLoop::Ends::at
                    : first.how == LoopTest::How::up_to ? UnevenLoop::Ends::past
                                                        : UnevenLoop::Ends::equal;
    const bool goes_up = step > 0, meets = std::abs(step) == 1;
    if (found.ends_at == UnevenLoop::Ends::equal ? !meets : goes_up != is_left) return std::nullopt;
    if (are_few(loop.in_front[tested], first.has_right ? std::optional(limit) : std::nullopt, step)) return std::nullopt;
    found.rest_first = !begins_with_constant(loop, back);
    found.by_sixteen = is_done_by_sixteen(p_, loop.head, back, counter, found.rest_first);
    return found;
  }
  // What is to be added to the first to make the other.
  std::optional<int64_t> distance(uint32_t from, uint32_t to) const {
    const Sum a = sum_of(from), b = sum_of(to);
    if (a.of == b.of) return b.constant - a.constant;
    const std::optional<uint64_t> x = form_of(from).constant, y = form_of(to).constant;
    if (!x || !y) return std::nullopt;
    return int64_t{static_cast<int32_t>(*y)} - static_cast<int32_t>(*x);
  }
  // Passes that nvcc knows to be so few that it does not write them out.
  bool are_few(uint32_t from, std::optional<uint32_t> to, int64_t step) const {
    const auto most = [&](uint32_t number) -> std::optional<int64_t> {
      if (const auto constant = form_of(number).constant) return static_cast<int32_t>(*constant);
      const Sum sum = sum_of(number);
      const auto it = most_.find(sum.of);
      return it == most_.end() ? std::nullopt : std::optional(it->second + sum.constant);
    };
    const std::optional<int64_t> begin = most(from), end = to ? most(*to) : std::optional<int64_t>(0);
    const std::optional<int64_t>& reached = step > 0 ? end : begin;
    if (!reached) return false;
    const int64_t from_there = step > 0 ? begin.value_or(0) : end.value_or(0);
    return (*reached - from_there) / std::abs(step) < fewest_written_out;
  }
  // A whole number that the passes hand on.
  bool begins_with_constant(const Loop& loop, Pc back) const {
    if (!liveness_) liveness_.emplace(p_);
    for (uint32_t slot = 0; slot < loop.at_head.size(); ++slot) {
      const bool changes = loop.at_head[slot] > loop.mark && loop.at_head[slot] != loop.in_front[slot];
      if (changes && form_of(loop.in_front[slot]).constant && liveness_->is_live(loop.head, slot) && !is_float_in(p_, loop.head, back, slot))
        return true;
    }
    return false;
  }
  void tell_uneven() {
    for (auto& [head, uneven] : uneven_) {
      for (Pc pc = head; pc < uneven.back; ++pc) {
        const InsInfo& info = p_.info[pc];
        const bool is_access = is_load(p_.code[pc].op) || is_store(p_.code[pc].op);
        if (is_access && info.site != no_site && !info.is_volatile && !info.is_more_of_one && made_[pc] == Made::each_time)
          uneven.made.push_back(pc);
      }
      if (!uneven.made.empty() && std::ranges::find(uneven.certain, uneven.made.front()) == uneven.certain.end()) uneven.made.clear();
      const auto is_elsewhere = [&](Pc pc) { return !is_shared_[pc]; };
      uneven.loop.by_sixteen &= std::ranges::count_if(uneven.made, is_elsewhere) <= most_by_sixteen;
      for (Pc pc : uneven.made) {
        made_[pc] = Made::uneven;
        p_.sites[p_.info[pc].site].is_uneven = true;
        p_.info[pc].compiled.passes = std::ranges::find(uneven.handed_on, pc) != uneven.handed_on.end();
      }
    }
  }

  // ---- of what power of two a register holds a multiple, by its form
  uint32_t constant_number(uint64_t bits, bool is_wide) {
    const uint32_t number = number_of({~1u, is_wide, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)}, 0);
    forms_[number] = {bits ? static_cast<uint32_t>(std::countr_zero(bits)) : 32u, bits};
    return number;
  }
  ValueForm form_of(uint32_t number) const {
    const auto it = forms_.find(number);
    return it == forms_.end() ? ValueForm{} : it->second;
  }
  static std::vector<uint32_t> operands_of(const State& state, const Ins& ins) {
    std::vector<uint32_t> numbers;
    for (char operand : std::string_view(operand_letters(ins.op, ins.imm)).substr(1)) {
      const uint32_t slot = operand == 'a' || operand == 'A' ? ins.a : operand == 'b' || operand == 'B' ? ins.b : ins.c;
      numbers.push_back(state.number[slot]);
    }
    return numbers;
  }
  void find_form(const State& state, const Ins& ins, const std::vector<uint32_t>& results) {
    const std::vector<uint32_t> operands = operands_of(state, ins);
    find_sum(ins.op, operands, results);
    if (forms_.contains(results[0])) return;
    std::vector<ValueForm> of;
    for (uint32_t operand : operands) of.push_back(form_of(operand));
    if (const auto most = most_of(ins.op, of)) most_.try_emplace(results[0], *most);
    if (const uint32_t zeros = zeros_of(ins.op, of)) forms_[results[0]] = {std::min(zeros, 32u), {}};
  }

  // That a result cannot be above, by a constant that it is made with.
  static std::optional<int64_t> most_of(Opcode op, const std::vector<ValueForm>& of) {
    if (of.size() < 2 || !of[1].constant) return std::nullopt;
    const auto bits = static_cast<int32_t>(*of[1].constant);
    if (bits < 0) return std::nullopt;
    if (op == Opcode::and32 || op == Opcode::min_i32 || op == Opcode::min_u32) return bits;
    return op == Opcode::rem_i32 || op == Opcode::rem_u32 ? std::optional<int64_t>(bits - 1) : std::nullopt;
  }

  // ---- a register as another one and a constant
  Sum sum_of(uint32_t number) const {
    const auto it = sums_.find(number);
    return it == sums_.end() ? Sum{number, 0, 0} : it->second;
  }
  // The constant fits into the low bits that are 0: nothing is carried.
  bool stays_below(const Sum& sum, int64_t least) const {
    return sum.constant == 0 || (sum.constant >= least && sum.constant < int64_t{1} << form_of(sum.of).zeros);
  }
  void find_sum(Opcode op, const std::vector<uint32_t>& of, const std::vector<uint32_t>& results) {
    if (sums_.contains(results[0])) return;
    const Sum first = sum_of(of[0]);
    const std::optional<uint64_t> constant = of.size() > 1 ? form_of(of[1]).constant : std::nullopt;
    Sum sum = first;
    const auto bits = static_cast<int64_t>(constant ? static_cast<int32_t>(*constant) : 0);
    switch (op) {
      case Opcode::add32:
        sum.constant += bits;
        break;
      case Opcode::sub32:
        sum.constant -= bits;
        break;
      case Opcode::or32:
        sum.constant += bits;
        if (first.constant || !stays_below(sum, 0)) return;
        break;
      case Opcode::zx64:
        if (!stays_below(sum, 0)) return;
        [[fallthrough]];
      case Opcode::sx64: {
        if (!first.constant) return;
        const uint32_t low = number_of({static_cast<uint32_t>(op), 0, 0, 1, first.of, 0}, root_[first.of]),
                       high = number_of({static_cast<uint32_t>(op), 0, 0, 1, first.of, 1}, root_[first.of]);
        forms_.try_emplace(low, form_of(first.of));
        sums_[results[0]] = {low, high, first.constant};
        return;
      }
      default:
        return;
    }
    if (constant) sums_[results[0]] = sum;
  }
  // Nothing added, nothing or one times: the number that it comes to; 0: none of these.
  uint32_t same_as(const State& state, const Ins& ins) const {
    if (ins.op != Opcode::add32 && ins.op != Opcode::sub32 && ins.op != Opcode::mul32) return 0;
    const std::vector<uint32_t> of = operands_of(state, ins);
    const std::optional<uint64_t> a = form_of(of[0]).constant, b = form_of(of[1]).constant;
    if (ins.op != Opcode::mul32) return b == 0 ? of[0] : a == 0 && ins.op == Opcode::add32 ? of[1] : 0;
    return a == 0 || b == 1 ? of[0] : b == 0 || a == 1 ? of[1] : 0;
  }
  // Bytes of which the address is a multiple, but for its base and displacement.
  uint32_t alignment_of(const Place& place) const {
    const uint32_t all = 16;
    if (!place.index_kind) return all;
    const uint32_t zeros = form_of(place.index[0]).zeros + static_cast<uint32_t>(std::countr_zero(static_cast<uint32_t>(place.scale)));
    return zeros >= 4 ? all : 1u << zeros;
  }

  // Scalars alone, of its own and of records in it.
  static bool is_plain_record(const TypeTable& types, TypeId id) {
    const Type& type = types[id];
    if (type.kind != TypeKind::record) return false;
    const Record& record = types.records[type.index];
    return !record.is_union && std::ranges::all_of(record.fields, [&](const Field& field) {
      return types[field.type].kind == TypeKind::scalar || is_plain_record(types, field.type);
    });
  }
  // Bytes of which the begin of a record in global memory is a multiple, where the place is a member of it and a parameter leads there;
  // else 0.
  uint32_t alignment_of_record(const Place& place) const {
    const auto begin = std::ranges::find(p_.presets, place.base, &Preset::slot);
    if (begin == p_.presets.end() || begin->kind != Preset::Kind::parameter) return 0;
    const Module& m = *p_.module;
    const std::vector<VarId>& parameters = m[p_.kernel].parameters;
    if (begin->index >= parameters.size()) return 0;
    const Type& type = m.types[m[parameters[begin->index]].type];
    if (type.kind != TypeKind::pointer || !is_plain_record(m.types, type.element)) return 0;
    if (place.index_kind && place.scale != m.types.size_of(type.element)) return 0;
    return static_cast<uint32_t>(m.types.align_of(type.element));
  }

  void step(State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    if (is_load(ins.op) || is_store(ins.op)) note_index(state, pc);
    if (is_load(ins.op)) return load(state, pc);
    const SlotUse use = slots_of(p_, pc);
    tell_of_stores(state, pc);
    change_memory(state, pc);
    if ((!is_store(ins.op) && is_memory(ins.op)) || has_branches(ins)) side_.see_other();
    if (const bool goes_on = runs_on(ins.op) && !is_memory(ins.op) && !shape_.is_target[pc] && !jumps(ins); !goes_on && !is_store(ins.op))
      straight_stores_.end();
    if (!open_.empty() && ((!runs_on(ins.op) && !jumps(ins)) || is_atomic(ins.op) || is_async_copy(ins.op)))
      for (Loop& loop : open_) loop.places.see_other();
    if (is_store(ins.op)) {
      see_store(state, pc);
      if (const auto op = load_of(ins.op); op && !p_.info[pc].is_volatile) {
        Kept kept{{}, p_.info[pc].site, pc};
        for (uint32_t i = 0; i < (ins.op == Opcode::st_64 ? 2u : 1u); ++i) kept.numbers.push_back(state.number[ins.d + i]);
        keep(state, key_of(state, ins, *op), std::move(kept));
      }
      return;
    }
    const bool is_plain = runs_on(ins.op) && !is_memory(ins.op);
    std::vector<uint32_t> key{static_cast<uint32_t>(ins.op), static_cast<uint32_t>(ins.imm), ins.kind, ins.scale};
    uint32_t root = 0;
    for (uint32_t slot : use.reads) {
      key.push_back(slot < state.number.size() ? state.number[slot] : 0);
      root = std::max(root, root_[key.back()]);
    }
    const bool is_copy = ins.op == Opcode::mov32 || ins.op == Opcode::mov64;
    std::vector<uint32_t> results;
    for (size_t i = 0; i < use.writes.size(); ++i) {
      key.push_back(static_cast<uint32_t>(i));
      results.push_back(!is_plain                                          ? fresh()
                        : is_copy && use.reads.size() == use.writes.size() ? state.number[use.reads[i]]
                                                                           : number_of(key, root));
      key.pop_back();
    }
    if (ins.op == Opcode::lea) {
      const Place place = place_of(state, ins);
      if (place.base != no_slot) pointers_[results[0]] = place;
      if (const uint32_t base = base_of(state, ins); base != no_slot) origins_[results[0]] = base;
    } else if (is_plain && in_range(ins.op, Opcode::mov32, Opcode::lo32) && !results.empty()) {
      if (const uint32_t same = same_as(state, ins))
        results[0] = same;
      else
        find_form(state, ins, results);
    }
    if (at_side_ && is_plain && !is_copy && !results.empty() && results[0] > side_mark_) side_.see_work({results[0]});
    for (size_t i = 0; i < use.writes.size(); ++i)
      if (use.writes[i] < state.number.size()) state.number[use.writes[i]] = results[i];
  }
  // One of nvcc's own functions that is more than an instruction or a few.
  static bool has_branches(const Ins& ins) {
    if (ins.op != Opcode::device) return false;
    const CostClass cost = builtin_info(static_cast<Builtin>(static_cast<uint64_t>(ins.imm) + 1)).cost;
    return cost != CostClass::alu && cost != CostClass::sfu && cost != CostClass::none;
  }
  // Stores to shared memory are joined where no other access to it lies between, and nothing that waits.
  void tell_of_stores(const State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    if (!is_store(ins.op)) {
      const bool only_asks = in_range(ins.op, Opcode::shfl_32, Opcode::reduce_32) || ins.op == Opcode::active_mask;
      const bool waits = !runs_on(ins.op) && !jumps(ins) && !only_asks;
      if (waits && !(is_atomic(ins.op) && space_of(state, ins).value_or(1) == 0)) joined_.end_stores();
      if (waits || is_atomic(ins.op)) joined_.end_member_stores();
      return;
    }
    const std::optional<size_t> space = space_of(state, ins);
    const Place place = place_of(state, ins);
    if (space.value_or(0) == 0) see_member_store(state, pc, place);
    if (space.value_or(1) != 1) return;
    if (!space || copied_.contains(state.number[ins.d])) return joined_.end_stores();  // records that are copied whole go member by member
    std::vector<uint32_t> key = key_without_displacement(key_of(state, ins, ins.op));
    key[1] = 0;  // whatever it holds
    joined_.see_store(pc, key, place.base, place.displacement, alignment_of(place));
  }
  // Members of a record in global memory are joined where nothing else is loaded from there between them, or stored.
  void see_member_store(const State& state, Pc pc, const Place& place) {
    const bool is_copied = copied_.contains(state.number[p_.code[pc].d]);
    const uint32_t alignment = is_copied || p_.info[pc].is_volatile ? 0 : alignment_of_record(place);
    if (!alignment) return joined_.end_member_stores();
    joined_.see_member_store(pc, member_of(place, p_.code[pc].op), place.base, place.displacement, alignment);
  }
  Member member_of(const Place& place, Opcode op) const {
    Member member{.record = {place.base_number, place.index_kind, place.scale}, .at = place.displacement, .bytes = bytes_of_access(op)};
    member.record.insert(member.record.end(), place.index.begin(), place.index.end());
    if (!alignment_of_record(place)) return member;
    const auto begin = std::ranges::find(p_.presets, place.base, &Preset::slot);
    const Module& m = *p_.module;
    const TypeId type = m.types[m[m[p_.kernel].parameters[begin->index]].type].element;
    member.type = m.types[type].index + 1;
    const auto size = static_cast<int64_t>(m.types.size_of(type));
    member.at = (member.at % size + size) % size;
    return member;
  }
  // The version of global memory that a member is loaded from: stores to others, of its record or its type, change nothing.
  uint32_t version_for(const Member& member, uint32_t version) const {
    for (auto it = stored_member_.find(version); it != stored_member_.end(); it = stored_member_.find(version)) {
      if (it->second.member.record != member.record && it->second.member.may_meet(member)) break;
      version = it->second.before;
    }
    return version;
  }
  uint32_t number_of(const std::vector<uint32_t>& key, uint32_t root) {
    const auto [it, is_new] = values_.try_emplace(key, 0);
    if (!is_new) return it->second;
    it->second = fresh_of(root);
    made_of_.resize(last_ + 1);
    made_of_[last_] = &it->first;
    return last_;
  }

  void load(State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    const uint32_t site = p_.info[pc].site;
    const SlotUse use = slots_of(p_, pc);
    const bool is_volatile = p_.info[pc].is_volatile;
    const std::vector<uint32_t> key = key_of(state, ins, ins.op);
    const auto it = is_volatile ? state.kept.end() : state.kept.find(key);
    if (site != no_site) ++loads_[site].all;
    if (it != state.kept.end() && it->second.numbers.size() == use.writes.size()) {
      if (site != no_site) ++loads_[site].kept, kept_from_[site] = it->second.site, made_[pc] = Made::never;
      for (size_t i = 0; i < use.writes.size(); ++i) state.number[use.writes[i]] = it->second.numbers[i];
      return;
    }
    const std::optional<size_t> space = space_of(state, ins);
    const Place place = place_of(state, ins);
    if (const uint32_t alignment = space == 1 ? alignment_of(place) : space ? alignment_of_record(place) : 0) {
      std::vector<uint32_t> address = key_without_displacement(key);
      address[1] =
          space == 1 ? state.version[1] : version_for(member_of(place, ins.op), key[1]);  // a store to any array in shared memory parts loads
      joined_.see(pc, address, place.base, place.displacement, alignment);
    }
    if (space.value_or(1) == 1) joined_.end_stores();
    if (space.value_or(0) == 0) joined_.see_member_load(member_of(place, ins.op));
    see_load(state, pc, key);
    note_load_of_passes(state, pc, place, space, key);
    const uint32_t root = is_volatile ? last_ + 1 : root_of_load(key);
    if (const Loop* loop = site == no_site || is_volatile ? nullptr : loop_in_front_of(pc, root))
      ++loads_[site].once, made_[pc] = Made::once, loop_of_[pc] = loop->head;
    else if (!is_volatile)
      load_by_way(pc, key), note_unchanged(pc, key), note_changed_by_side(state, pc, key);
    Kept kept{{}, site, pc};
    for (uint32_t slot : use.writes) kept.numbers.push_back(state.number[slot] = fresh_of(root));
    if (ins.kind & Ins::is_copy) copied_.insert(kept.numbers.begin(), kept.numbers.end());
    if (!is_volatile) keep(state, key, std::move(kept));
  }
  static void keep(State& state, const std::vector<uint32_t>& key, Kept kept) {
    if (state.kept.size() < most_kept || state.kept.contains(key)) state.kept[key] = std::move(kept);
  }

  // To where control may go from here; false: not to the next instruction.
  bool leave(const State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    if (!jumps(ins))
      return !in_range(ins.op, Opcode::push, Opcode::end) || in_range(ins.op, Opcode::push, Opcode::pop) || ins.op == Opcode::frame_address;
    const auto to = static_cast<Pc>(ins.imm);
    if (to > pc && to < p_.code.size()) {
      if (auto it = arriving_.find(to); it != arriving_.end())
        meet(it->second, state);
      else
        arriving_.emplace(to, state);
    }
    return ins.op != Opcode::jump;
  }

  struct Loads {
    uint32_t all = 0, kept = 0, once = 0, with_other = 0;
  };

  Program& p_;
  const std::vector<EvenLoop>& even_;
  const std::vector<Pc>& uneven_heads_;
  JoinedLoads joined_;
  LoopShapes shape_;
  StraightStores straight_stores_;
  std::vector<BothSides> sides_;  // one behind the other
  size_t next_side_ = 0;
  const BothSides* at_side_ = nullptr;  // around the instruction at work
  SideAccesses side_;
  uint32_t side_mark_ = 0;  // numbers up to this are from before the sides
  std::vector<std::pair<const BothSides*, std::vector<SideAccesses::Pair>>> joined_sides_;
  uint32_t numbered_ = 0;            // accesses that branches tell of
  std::vector<uint32_t> kept_from_;  // by site
  std::vector<Loads> loads_;
  std::vector<Made> made_;                             // by pc,
  std::vector<Pc> loop_of_;                            // likewise: the loop in front of which it is made
  std::vector<bool> begins_anew_;                      // a pass of a loop that nvcc may not write out as it is here
  std::vector<bool> is_behind_fence_;                  // by pc, likewise: SourceNotes::compiler_fences
  std::vector<bool> is_shared_;                        // likewise: an access that is known to go to shared memory
  std::vector<Loop> open_;                             // around the instruction at work, outermost first
  Entry entry_;                                        // of a loop that begins behind it
  std::map<std::vector<uint32_t>, OneWay> on_one_way_;  // as State::kept, in the straight code where two ways have met
  std::optional<ChangedOn> changed_on_;                 // likewise
  std::map<Pc, Pc> branch_of_;                          // of accesses that only lanes of one way make
  std::map<Pc, State> arriving_;
  std::map<std::vector<uint32_t>, uint32_t> values_;
  std::vector<const std::vector<uint32_t>*> made_of_;  // by number: its key there; null: none
  std::map<uint32_t, ValueForm> forms_;  // by number
  std::map<uint32_t, Sum> sums_;         // likewise
  std::map<uint32_t, int64_t> most_;     // likewise
  std::map<uint32_t, Pc> first_index_;   // by number: the first access that goes by it
  std::map<Pc, Uneven> uneven_;          // by head
  mutable std::optional<Liveness> liveness_;
  std::map<uint32_t, Place> pointers_;
  std::map<uint32_t, uint32_t> origins_;  // by a pointer's number: the register with which it begins
  std::set<uint32_t> copied_;             // what a copy of a record has read
  struct StoredMember {
    Member member;
    uint32_t before = 0;  // the version of global memory in front of the store
  };
  std::map<uint32_t, StoredMember> stored_member_;  // by version of global memory: the store that made it
  uint32_t last_ = 0;
  std::vector<uint32_t> root_ = {0};  // by number: the latest number that it comes from
};

}  // namespace

void find_kept_values(Program& program, const SourceNotes& notes) {
  if (program.code.size() <= most_code) KeptValues(program, notes).run();
}

}  // namespace wb
