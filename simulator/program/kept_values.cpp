#include "simulator/program/kept_values.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "simulator/language/builtin_table.h"
#include "simulator/program/both_sides.h"
#include "simulator/program/compiled_accesses.h"
#include "simulator/program/forks.h"
#include "simulator/program/handed_on.h"
#include "simulator/program/joined_loads.h"
#include "simulator/program/known_memory.h"
#include "simulator/program/many_ways.h"
#include "simulator/program/open_loops.h"
#include "simulator/program/stored_before.h"
#include "simulator/program/stored_places.h"
#include "simulator/program/uneven_loops.h"

namespace wb {
namespace {

constexpr size_t most_code = 20'000;      // instructions: longer programs are left without
constexpr size_t most_work = 50'000'000;  // registers times places where ways meet

std::optional<Opcode> load_of(Opcode store) {
  if (store == Opcode::st_32) return Opcode::ld_32;
  return store == Opcode::st_64 ? std::optional(Opcode::ld_64) : std::nullopt;
}

// One of nvcc's own functions that is more than an instruction or a few.
bool has_branches(const Ins& ins) {
  if (ins.op != Opcode::device) return false;
  const CostClass cost = builtin_info(static_cast<Builtin>(static_cast<uint64_t>(ins.imm) + 1)).cost;
  return cost != CostClass::alu && cost != CostClass::sfu && cost != CostClass::none;
}

std::vector<bool> marked(const std::vector<Pc>& pcs, size_t size) {
  std::vector<bool> all(size);
  for (Pc pc : pcs)
    if (pc < size) all[pc] = true;
  return all;
}

class KeptValues {
 public:
  KeptValues(Program& program, const SourceNotes& notes)
      : p_(program),
        notes_(notes),
        begins_anew_(marked(notes.apart, program.code.size())),
        is_behind_fence_(marked(notes.compiler_fences, program.code.size())),
        shape_(program),
        places_(program, values_),
        memory_(program, values_, places_),
        loops_(program, shape_, values_, memory_, is_behind_fence_),
        ways_(program, memory_),
        joined_(program),
        compiled_(program),
        straight_stores_(program),
        stored_before_(program),
        handed_on_(program, values_, memory_, places_, joined_, compiled_),
        uneven_(program, values_) {}

  void run() {
    if (shape_.meets * p_.slot_count > most_work) return;
    shape_.find_bodies(p_);
    sides_ = find_both_sides(p_, shape_);
    stored_before_.find(shape_);
    many_ways_ = find_many_ways(p_, shape_);
    std::erase_if(many_ways_, [&](const ManyWays& ways) { return ways.ways.size() == 2 && std::ranges::find(sides_, ways.tests, &BothSides::tests) != sides_.end(); });
    known_ = memory_.nothing();
    for (Pc pc = 0; pc < p_.code.size(); ++pc) {
      loops_.leave_all_before(pc);
      if (ends_straight_code(pc)) joined_.end_straight_code(), ways_.forget();
      come_to(pc);
      enter_side(pc);
      enter_way(pc);
      stored_before_.come_to(pc, is_in_loop(pc));
      if (is_behind_fence_[pc]) pass_compiler_fence();
      step(pc);
      if (jumps(p_.code[pc]) && static_cast<Pc>(p_.code[pc].imm) <= pc) end_passes(pc);
      loops_.note_way(known_, pc);
      is_reached_ = leave(pc);
    }
    joined_.end_straight_code();
    for (const auto& [before, after] : straight_stores_.overwritten())
      if (compiled_.is_left_alone(before)) compiled_.leave_out(before, p_.info[after].site);
    for (const auto& [before, store] : stored_before_.found()) compiled_.make_with(store, before);
    for (auto& [ways, sets] : joined_ways_) compiled_.join_ways(ways->tests, std::move(sets));
    for (const auto& [sides, pairs] : joined_sides_) compiled_.join_sides(*sides, pairs);
    uneven_.tell(compiled_);
    compiled_.tell();
  }

 private:
  // ---- the way to an instruction, and from it
  bool ends_straight_code(Pc pc) const {
    if ((shape_.is_target[pc] && !is_behind_choices(p_, shape_, pc)) || begins_anew_[pc]) return true;
    return pc && jumps(p_.code[pc - 1]) && !is_choice(p_, shape_, pc - 1);
  }
  void come_to(Pc pc) {
    const auto jumped = arriving_.find(pc);
    if (jumped == arriving_.end()) {
      if (!is_reached_) known_ = memory_.nothing();
    } else {
      if (is_reached_)
        meet(pc, jumped->second);
      else
        known_ = std::move(jumped->second);
      arriving_.erase(jumped);
    }
    if (shape_.loop_end[pc]) enter_loop(pc);
  }
  // What one way of an `if` has, and the other has not, is in question as long as each lane comes to it.
  void meet(Pc pc, const Known& jumped) {
    const Known ran = std::exchange(known_, memory_.meet(known_, jumped));
    const std::optional<Fork> fork = is_behind_choices(p_, shape_, pc) ? std::nullopt : fork_before(p_, shape_, pc);
    if (!fork) return;
    ways_.note(*fork, pc, ran, jumped, known_);
    if (const OpenLoop* loop = loops_.innermost()) ways_.note_changes(*fork, ran, jumped, loop->at_head);
  }
  // To where control may go from here; false: not to the next instruction.
  bool leave(Pc pc) {
    const Ins& ins = p_.code[pc];
    if (!jumps(ins))
      return !in_range(ins.op, Opcode::push, Opcode::end) || in_range(ins.op, Opcode::push, Opcode::pop) || ins.op == Opcode::frame_address;
    const auto to = static_cast<Pc>(ins.imm);
    if (to > pc && to < p_.code.size()) {
      if (auto it = arriving_.find(to); it != arriving_.end())
        it->second = memory_.meet(it->second, known_);
      else
        arriving_.emplace(to, known_);
    }
    return ins.op != Opcode::jump;
  }

  // ---- loops
  void enter_loop(Pc head) {
    OpenLoop& loop = loops_.enter(known_, head);
    if (const auto it = std::ranges::find(notes_.even, head, &EvenLoop::head); it != notes_.even.end()) loop.even = &*it;
    loop.may_be_uneven = std::ranges::find(notes_.uneven, head) != notes_.uneven.end();
  }
  // At a jump back to the head.
  void end_passes(Pc back) {
    const OpenLoop* loop = loops_.ended_by(back);
    if (!loop) return;
    if (loop->has_entry) {
      handed_on_.keep_places(*loop);
      handed_on_.keep_from_pass_before(*loop, known_, back);
      if (loop->may_be_uneven) note_uneven(*loop, back);
    }
    if (loop->even && !loop->has_fence) handed_on_.write_out(*loop, known_, back, loops_.all().size() > 1);
  }
  void note_uneven(const OpenLoop& loop, Pc back) {
    std::vector<Pc> handed_on;
    for (const NotedLoad* load : handed_on_.handed_on(loop, known_, back))
      if (!loop.known_before(load->key, load->holder)) handed_on.push_back(load->pc);
    uneven_.note(loop, known_, back, std::move(handed_on));
  }
  // It is gone before nvcc's assembler looks at straight code: that keeps, joins and leaves out across it.
  void pass_compiler_fence() {
    side_.see_other(), way_accesses_.see_other();
    for (OpenLoop& loop : loops_.all()) loop.places.see_other(), loop.has_fence = true;
  }

  // ---- both sides of an `if` (both_sides.h)
  void enter_side(Pc pc) {
    if (at_side_ && pc == at_side_->end) {
      joined_sides_.emplace_back(at_side_, side_.pairs(*at_side_, is_in_loop(at_side_->begin)));
      at_side_ = nullptr;
    }
    if (is_branch(p_.code[pc].op)) ask(pc);
    if (!runs_on(p_.code[pc].op) && !jumps(p_.code[pc])) asked_.clear();
    if (at_side_ && pc == at_side_->other) side_.begin_other_side();
    if (next_side_ == sides_.size() || sides_[next_side_].begin != pc) return;
    at_side_ = &sides_[next_side_++];
    side_ = {};
    side_mark_ = values_.latest();
  }
  // ---- many ways (many_ways.h)
  void enter_way(Pc pc) {
    if (at_ways_ && pc == at_ways_->end) {
      joined_ways_.emplace_back(at_ways_, way_accesses_.joined(is_in_loop(pc - 1)));
      at_ways_ = nullptr;
    }
    if (!at_ways_ && next_ways_ < many_ways_.size() && many_ways_[next_ways_].tests.front() == pc) {
      at_ways_ = &many_ways_[next_ways_++];
      way_accesses_ = {};
      loaded_on_way_.clear();
      ways_mark_ = values_.latest();
    }
    if (at_ways_ && std::ranges::find(at_ways_->ways, pc, &ManyWays::Way::begin) != at_ways_->ways.end()) way_accesses_.begin_way();
  }
  // if (k < n) s[t] = a[k]; else s[t] = 0;   q[t] = k < n ? b[k] : 0;   Where the next one asks the same nvcc makes one `if` of both: then nothing is said of what the first one stores.
  void ask(Pc pc) {
    std::vector<uint32_t> question;
    for (uint32_t slot : slots_of(p_, pc).reads)
      if (slot < known_.number.size()) question.push_back(known_.number[slot]);
    std::ranges::sort(question);
    if (question == asked_ && !joined_sides_.empty() && joined_sides_.back().first->tests == std::vector<Pc>{asked_at_})
      std::erase_if(joined_sides_.back().second, [&](const SideAccesses::Pair& pair) { return is_store(p_.code[pair.first].op); });
    asked_ = std::move(question), asked_at_ = pc;
  }
  // In the source, also where nvcc writes its passes out: it has joined the sides before.
  bool is_in_loop(Pc pc) const {
    return std::ranges::any_of(p_.loops, [&](const LoopRange& loop) { return loop.begin <= pc && pc < loop.end; });
  }
  // What tells the place of an access, whatever it holds.
  static std::vector<uint32_t> place_in_side(const LoadKey& key) {
    std::vector<uint32_t> place = key.address();
    place.insert(place.end(), {static_cast<uint32_t>(key.load), key.version, static_cast<uint32_t>(key.displacement)});
    return place;
  }
  std::vector<uint32_t> kind_in_side(Pc load) const {
    const Ins& ins = p_.code[load];
    const std::optional<size_t> space = places_.space_of(known_.number, ins);
    std::vector<uint32_t> kind{static_cast<uint32_t>(ins.op), holder::is_shared(space)};
    if (!space || holder::is_shared(space)) kind.push_back(places_.place_of(known_.number, ins).base);  // nobody knows in which banks two arrays meet
    for (uint32_t slot : slots_of(p_, load).writes) kind.push_back(slot);
    return kind;
  }
  // The store needs nothing of its side for its address: that is older than the loop, or a loop's counter, or an access has gone by it
  // before.
  bool is_address_in_front(Pc pc) const {
    const OpenLoop* loop = loops_.innermost();
    return std::ranges::all_of(places_.place_of(known_.number, p_.code[pc]).index, [&](uint32_t number) {
      if (loop && (values_.root_of(number) <= loop->mark || loop->slot_at_head(number))) return true;
      const auto used = first_index_.find(number);
      return at_side_ && used != first_index_.end() && used->second < at_side_->begin;
    });
  }

  // ---- an instruction
  void step(Pc pc) {
    const Ins& ins = p_.code[pc];
    const bool is_access = is_load(ins.op) || is_store(ins.op);
    if (is_access)
      for (uint32_t number : places_.place_of(known_.number, ins).index) first_index_.try_emplace(number, pc);
    if (is_load(ins.op)) return load(pc);
    if (!is_store(ins.op)) end_joined_stores(ins);
    if (is_store(ins.op)) return store(pc);
    if (ends_all(ins)) joined_.end_straight_code();
    memory_.change_by(known_, ins);
    end_by_other(pc);
    compute(pc);
  }
  // Stores to shared memory are joined where no other access to it lies between, and nothing that waits.
  void end_joined_stores(const Ins& ins) {
    const bool waits = !runs_on(ins.op) && !jumps(ins) && !is_shuffle(ins.op);
    if (waits && !(is_atomic(ins.op) && places_.space_of(known_.number, ins) == holder::global)) joined_.end_stores();
    if (waits || is_atomic(ins.op)) joined_.end_member_stores();
  }
  void end_by_other(Pc pc) {
    const Ins& ins = p_.code[pc];
    if (is_memory(ins.op) || has_branches(ins)) side_.see_other(), way_accesses_.see_other();
    if (is_memory(ins.op) || !runs_on(ins.op)) stored_before_.see_other(pc);
    if (!runs_on(ins.op) || is_memory(ins.op) || shape_.is_target[pc] || jumps(ins)) straight_stores_.end();
    if ((runs_on(ins.op) || jumps(ins)) && !is_atomic(ins.op) && !is_async_copy(ins.op)) return;
    for (OpenLoop& loop : loops_.all()) loop.places.see_other();
  }
  // What is neither a load nor a store.
  void compute(Pc pc) {
    const Ins& ins = p_.code[pc];
    const SlotUse use = slots_of(p_, pc);
    const bool is_plain = runs_on(ins.op) && !is_memory(ins.op), is_copy = ins.op == Opcode::mov32 || ins.op == Opcode::mov64;
    std::vector<uint32_t> results;
    if (is_plain) results = values_.results_of(ins, use, known_.number);
    while (results.size() < use.writes.size()) results.push_back(values_.fresh());
    if (ins.op == Opcode::lea) places_.note_pointer(known_.number, ins, results[0]);
    if (at_side_ && is_plain && !is_copy && !results.empty() && results[0] > side_mark_) side_.see_work({results[0]}, static_cast<uint32_t>(ins.op));
    if (at_ways_ && is_plain && !is_copy && !results.empty() && results[0] > ways_mark_) {
      const bool is_of_loaded = std::ranges::any_of(use.reads, [&](uint32_t slot) { return slot < known_.number.size() && loaded_on_way_.contains(known_.number[slot]); });
      if (is_of_loaded) loaded_on_way_.insert(results.begin(), results.end());
      way_accesses_.see_work(static_cast<uint32_t>(ins.op), is_of_loaded);
    }
    for (size_t i = 0; i < use.writes.size(); ++i)
      if (use.writes[i] < known_.number.size()) known_.number[use.writes[i]] = results[i];
  }

  // ---- loads
  void load(Pc pc) {
    const Ins& ins = p_.code[pc];
    const InsInfo& info = p_.info[pc];
    const SlotUse use = slots_of(p_, pc);
    const LoadKey key = memory_.key_of(known_, ins, ins.op);
    const auto it = info.is_volatile ? known_.kept.end() : known_.kept.find(key);
    if (it != known_.kept.end() && it->second.numbers.size() == use.writes.size()) {
      if (info.site != no_site) compiled_.keep(pc, it->second.site);
      for (size_t i = 0; i < use.writes.size(); ++i) known_.number[use.writes[i]] = it->second.numbers[i];
      return;
    }
    join_load(pc, key);
    see_load(pc, key);
    if (info.site != no_site && !info.is_volatile) place_load(pc, key);
    const uint32_t root = info.is_volatile ? values_.latest() + 1 : memory_.root_of(key);
    KeptValue kept{{}, info.site, pc};
    for (uint32_t slot : use.writes) kept.numbers.push_back(known_.number[slot] = values_.fresh_of(root));
    if (ins.kind & Ins::is_copy) copied_.insert(kept.numbers.begin(), kept.numbers.end());
    if (at_ways_) loaded_on_way_.insert(kept.numbers.begin(), kept.numbers.end());
    if (!info.is_volatile) known_.keep(key, std::move(kept));
  }
  void join_load(Pc pc, const LoadKey& key) {
    const Ins& ins = p_.code[pc];
    const std::optional<size_t> space = places_.space_of(known_.number, ins);
    const Place place = places_.place_of(known_.number, ins);
    const bool is_shared = space == holder::shared;
    const Member member = places_.member_of(place, ins.op);
    if (const uint32_t alignment = is_shared ? places_.alignment_of(place) : space ? places_.alignment_of_record(place) : 0) {
      // A store to any array in shared memory parts loads.
      const uint32_t version = is_shared ? known_.version[holder::shared] : memory_.version_for(member, key.version);
      joined_.see(pc, joined_address(key, ins.op, version), place.base, place.displacement, alignment);
    }
    if (!space || is_shared) joined_.end_stores();
    if (!space || *space == holder::global) joined_.see_member_load(member);
  }
  static std::vector<uint32_t> joined_address(const LoadKey& key, Opcode op, uint32_t version) {
    std::vector<uint32_t> address = key.address();
    address.push_back(static_cast<uint32_t>(op)), address.push_back(version);
    return address;
  }
  void see_load(Pc pc, const LoadKey& key) {
    const bool is_constant = places_.is_constant(known_.number, p_.code[pc]);
    see_access(access_of(pc, key), !is_constant);
    const InsInfo& info = p_.info[pc];
    const bool is_plain = info.site != no_site && !info.is_volatile && !info.is_more_of_one;
    if (at_side_ && !is_constant && is_plain) side_.see_load(pc, place_in_side(key), kind_in_side(pc));
    if (at_ways_) is_plain && !is_constant ? way_accesses_.see_load(pc, kind_in_side(pc)) : way_accesses_.see_other();
  }
  // Where nvcc makes a load that it makes: in front of a loop, behind the side of an `if` that has not its value, or here, as far as one
  // knows yet.
  void place_load(Pc pc, const LoadKey& key) {
    OpenLoop* loop = loops_.innermost();
    if (loop) handed_on_.note_load(*loop, known_, pc, key);
    if (const std::optional<Pc> head = loops_.in_front_of(pc, memory_.root_of(key))) return compiled_.make_once(pc, *head);
    if (const auto missing = ways_.missing(key)) {
      if (missing->moved_from)
        compiled_.leave_out(*missing->moved_from, p_.info[pc].site);
      else
        compiled_.make_by_way(pc, missing->without.branch, missing->without.is_first);
    }
    if (loop) handed_on_.note_left(*loop, known_, pc, key, ways_, shape_.is_target[pc]);
  }

  // ---- stores
  void store(Pc pc) {
    const Ins& ins = p_.code[pc];
    join_store(pc);
    memory_.change_by(known_, ins);
    see_store(pc);
    const std::optional<Opcode> load = load_of(ins.op);
    if (!load || p_.info[pc].is_volatile) return;
    KeptValue kept{{}, p_.info[pc].site, pc};
    for (uint32_t i = 0; i < (ins.op == Opcode::st_64 ? 2u : 1u); ++i) kept.numbers.push_back(known_.number[ins.d + i]);
    known_.keep(memory_.key_of(known_, ins, *load), std::move(kept));
  }
  void join_store(Pc pc) {
    const Ins& ins = p_.code[pc];
    const std::optional<size_t> space = places_.space_of(known_.number, ins);
    const Place place = places_.place_of(known_.number, ins);
    if (!space || *space == holder::global) join_member_store(pc, place);
    if (space && *space != holder::shared) return;
    if (!space || copied_.contains(known_.number[ins.d])) return joined_.end_stores();  // records that are copied whole go member by member
    const LoadKey key = memory_.key_of(known_, ins, ins.op);
    joined_.see_store(pc, joined_address(key, ins.op, 0), place.base, place.displacement, places_.alignment_of(place));
  }
  // Members of a record in global memory are joined where nothing else is loaded from there between them, or stored.
  void join_member_store(Pc pc, const Place& place) {
    const bool is_copied = copied_.contains(known_.number[p_.code[pc].d]);
    const uint32_t alignment = is_copied || p_.info[pc].is_volatile ? 0 : places_.alignment_of_record(place);
    if (!alignment) return joined_.end_member_stores();
    joined_.see_member_store(pc, places_.member_of(place, p_.code[pc].op), place.base, place.displacement, alignment);
  }
  void see_store(Pc pc) {
    const InsInfo& info = p_.info[pc];
    const LoadKey key = memory_.key_of(known_, p_.code[pc], p_.code[pc].op).at_version(0);
    const PlaceAccess store = access_of(pc, key);
    see_access(store, true);
    if (info.site == no_site || info.is_volatile || info.is_more_of_one) return straight_stores_.end(), side_.see_other(), way_accesses_.see_other(), stored_before_.see_other(pc);
    side_.see_store(pc, place_in_side(key), is_address_in_front(pc), holder::is_shared(store.holder));
    if (at_ways_) way_accesses_.see_store(pc, place_in_side(key), holder::is_shared(store.holder));
    straight_stores_.see_store(store);
    stored_before_.see_store(store);
  }

  // ---- an access, made, to a place (stored_places.h)
  PlaceAccess access_of(Pc pc, const LoadKey& key) const {
    const Ins& ins = p_.code[pc];
    const OpenLoop* loop = loops_.innermost();
    return {.pc = pc,
            .is_store = is_store(ins.op),
            .is_certain = !loop || loop->comes_to(pc),
            .holder = places_.holder_of(known_.number, ins),
            .address = key.address(),
            .at = key.displacement,
            .bytes = bytes_of(ins.op),
            .root = values_.root_of(key.numbers()),
            .key = key};
  }
  void see_access(const PlaceAccess& access, bool may_be_counted) {
    if (may_be_counted) uneven_.see(access);
    if (shape_.is_target[access.pc]) straight_stores_.end();
    if (!access.is_store) straight_stores_.see_load(access), stored_before_.see_load(access);
    OpenLoop* loop = loops_.innermost();
    if (!loop) return;
    if (may_be_counted && access.is_certain && access.holder != holder::local) loop->certain.push_back(access.pc);
    if (p_.info[access.pc].is_volatile) loop->places.see_other();
    loop->places.see(access);
  }

  Program& p_;
  const SourceNotes& notes_;
  const std::vector<bool> begins_anew_;      // by pc: a pass of a loop that nvcc may not write out as it is here
  const std::vector<bool> is_behind_fence_;  // likewise: SourceNotes::compiler_fences
  LoopShapes shape_;
  ValueNumbers values_;
  Places places_;
  KnownMemory memory_;
  OpenLoops loops_;
  ValuesOfWays ways_;
  JoinedLoads joined_;
  CompiledAccesses compiled_;
  StraightStores straight_stores_;
  StoredBefore stored_before_;
  HandedOn handed_on_;
  UnevenLoops uneven_;

  Known known_;  // in front of the instruction at work
  bool is_reached_ = true;
  std::map<Pc, Known> arriving_;
  std::map<uint32_t, Pc> first_index_;  // by number: the first access that goes by it
  std::set<uint32_t> copied_;           // what a copy of a record has read

  std::vector<BothSides> sides_;  // one behind the other
  size_t next_side_ = 0;
  const BothSides* at_side_ = nullptr;  // around the instruction at work
  SideAccesses side_;
  std::vector<ManyWays> many_ways_;  // one behind the other
  size_t next_ways_ = 0;
  const ManyWays* at_ways_ = nullptr;   // around the instruction at work
  WayAccesses way_accesses_;
  std::set<uint32_t> loaded_on_way_;    // and what is made of it
  uint32_t ways_mark_ = 0;              // as side_mark_
  std::vector<std::pair<const ManyWays*, std::vector<std::vector<Pc>>>> joined_ways_;
  std::vector<uint32_t> asked_;         // what the last branch goes by, since anything has waited
  Pc asked_at_ = 0;
  uint32_t side_mark_ = 0;  // numbers up to this are from before the sides
  std::vector<std::pair<const BothSides*, std::vector<SideAccesses::Pair>>> joined_sides_;
};

}  // namespace

void find_kept_values(Program& program, const SourceNotes& notes) {
  if (program.code.size() <= most_code) KeptValues(program, notes).run();
}

}  // namespace wb
