#include "simulator/program/kept_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <string_view>

#include "simulator/program/joined_loads.h"
#include "simulator/program/slot_use.h"

namespace wb {
namespace {

constexpr size_t most_code = 20'000;    // instructions: longer programs are left without
constexpr size_t most_work = 50'000'000;  // registers times places where ways meet
constexpr size_t spaces = 4;            // global, shared and local are told apart, where the base says which,
constexpr size_t unchanging = 3;        // and global memory that a `const T* __restrict__` parameter leads to: nobody stores there

struct Kept {
  std::vector<uint32_t> numbers;  // of the registers loaded, in order
  uint32_t site = no_site;
  friend bool operator==(const Kept&, const Kept&) = default;
};

// What is known in front of an instruction.
struct State {
  std::vector<uint32_t> number;                  // by register
  std::array<uint32_t, spaces> version{};        // of what a space holds
  std::map<std::vector<uint32_t>, Kept> kept;    // by opcode, space's version and address
};

class KeptValues {
 public:
  KeptValues(Program& program, const std::vector<Pc>& apart) : p_(program), joined_(program), kept_from_(program.sites.size(), no_site), loads_(program.sites.size()), begins_anew_(program.code.size()) {
    for (Pc pc : apart)
      if (pc < begins_anew_.size()) begins_anew_[pc] = true;
  }

  void run() {
    find_targets();
    if (meets_ * p_.slot_count > most_work) return;
    State state;
    reset(state);
    bool is_reached = true;
    for (Pc pc = 0; pc < p_.code.size(); ++pc) {
      if (is_target_[pc] || begins_anew_[pc] || (pc && jumps(p_.code[pc - 1]))) joined_.end_straight_code();
      if (is_target_[pc]) {
        if (auto it = arriving_.find(pc); it != arriving_.end()) {
          if (is_reached) meet(state, it->second);
          else state = std::move(it->second);
          arriving_.erase(it);
          is_reached = true;
        } else if (!is_reached) {
          reset(state);
          is_reached = true;
        }
        if (loop_end_[pc]) enter_loop(state, pc);
      } else if (!is_reached) {
        reset(state);
        is_reached = true;
      }
      step(state, pc);
      is_reached = leave(state, pc);
    }
    joined_.end_straight_code();
    for (size_t site = 0; site < kept_from_.size(); ++site)
      if (is_kept(site)) p_.sites[site].kept_from = kept_from_[site];
  }

 private:
  // In all of its copies; or in all but the first, of a loop that is written out.
  bool is_kept(size_t site) const {
    const Loads& loads = loads_[site];
    return loads.kept && loads.all - loads.kept == (kept_from_[site] == site ? 1u : 0u);
  }

  static bool jumps(const Ins& ins) { return ins.op == Opcode::jump || is_branch(ins.op) || in_range(ins.op, Opcode::br_eq32, Opcode::br_nle_f64); }

  void find_targets() {
    is_target_.resize(p_.code.size());
    loop_end_.resize(p_.code.size());
    for (Pc pc = 0; pc < p_.code.size(); ++pc) {
      if (!jumps(p_.code[pc])) continue;
      const auto to = static_cast<Pc>(p_.code[pc].imm);
      if (to >= p_.code.size()) continue;
      is_target_[to] = true;
      ++meets_;
      if (to <= pc) loop_end_[to] = std::max(loop_end_[to], pc + 1);
    }
    // Whoever jumps back into a loop from behind it belongs to it.
    for (size_t head = loop_end_.size(); head-- > 0;)
      for (Pc pc = static_cast<Pc>(head) + 1; pc < loop_end_[head]; ++pc) loop_end_[head] = std::max(loop_end_[head], loop_end_[pc]);
  }

  uint32_t fresh() { return ++last_; }
  void reset(State& state) {
    state.number.resize(p_.slot_count);
    for (uint32_t& n : state.number) n = fresh();
    for (const Preset& preset : p_.presets)
      if (preset.kind == Preset::Kind::constant) know_constant(state.number[preset.slot] = number_of({~1u, preset.slot}), preset.bits);
    for (uint32_t& v : state.version) v = fresh();
    state.kept.clear();
  }
  // What both know.
  void meet(State& state, const State& other) {
    for (size_t i = 0; i < state.number.size(); ++i)
      if (state.number[i] != other.number[i]) state.number[i] = fresh();
    for (size_t i = 0; i < spaces; ++i)
      if (state.version[i] != other.version[i]) state.version[i] = fresh();
    std::erase_if(state.kept, [&](const auto& entry) {
      const auto it = other.kept.find(entry.first);
      return it == other.kept.end() || it->second.numbers != entry.second.numbers;
    });
  }
  void enter_loop(State& state, Pc head) {
    for (Pc pc = head; pc < loop_end_[head]; ++pc) {
      for (uint32_t slot : slots_of(p_, pc).writes)
        if (slot < state.number.size()) state.number[slot] = fresh();
      change_memory(state, pc);
    }
  }

  // The space that an access is known to go to; none: it may be either.
  std::optional<size_t> space_of(const Ins& ins) const {
    if (!(ins.kind & Ins::uniform_base)) return std::nullopt;
    for (const Preset& preset : p_.presets)
      if (preset.slot != ins.a) continue;
      else if (preset.kind == Preset::Kind::address) return space_of(p_.allocations[preset.index].storage);
      else if (preset.kind == Preset::Kind::parameter && is_unchanging(preset.index)) return unchanging;
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

  void change_memory(State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    const bool only_asks = in_range(ins.op, Opcode::shfl_32, Opcode::reduce_32) || ins.op == Opcode::active_mask || ins.op == Opcode::clock_now ||
                           ins.op == Opcode::leave;
    const bool ends_all = (!runs_on(ins.op) && !jumps(ins) && !only_asks) || is_async_copy(ins.op);
    if (ends_all) {
      for (uint32_t& version : state.version) version = fresh();
    } else if (is_store(ins.op) || is_atomic(ins.op)) {
      const std::optional<size_t> space = space_of(ins);
      for (size_t i = 0; i < unchanging; ++i)
        if (!space || *space == i) state.version[i] = fresh();
    } else {
      return;
    }
    const std::array<uint32_t, 5> current{state.version[0], state.version[1], state.version[2], state.version[unchanging], any_of(state)};
    std::erase_if(state.kept, [&](const auto& entry) { return std::ranges::find(current, entry.first[1]) == current.end(); });
  }

  std::vector<uint32_t> key_of(const State& state, const Ins& ins, Opcode load) {
    const std::optional<size_t> space = space_of(ins);
    const uint32_t version = space ? state.version[*space] : any_of(state);
    std::vector<uint32_t> key{static_cast<uint32_t>(load), version, static_cast<uint32_t>(ins.kind & Ins::index_mask), ins.scale, static_cast<uint32_t>(ins.imm)};
    for (uint32_t slot : slots_of_address(ins).reads) key.push_back(state.number[slot]);
    return key;
  }
  static std::vector<uint32_t> key_without_displacement(std::vector<uint32_t> key) {
    key.erase(key.begin() + 4);
    return key;
  }
  uint32_t any_of(const State& state) { return number_of({~0u, state.version[0], state.version[1], state.version[2]}); }

  static std::optional<Opcode> load_of(Opcode store) {
    switch (store) {
      case Opcode::st_32: return Opcode::ld_32;
      case Opcode::st_64: return Opcode::ld_64;
      default: return std::nullopt;
    }
  }

  // ---- of what power of two a register holds a multiple, by its form
  struct Form {
    uint32_t zeros = 0;               // low bits that are 0
    std::optional<uint64_t> constant;
  };
  void know_constant(uint32_t number, uint64_t bits) { forms_[number] = {bits ? static_cast<uint32_t>(std::countr_zero(bits)) : 32u, bits}; }
  Form form_of(uint32_t number) const {
    const auto it = forms_.find(number);
    return it == forms_.end() ? Form{} : it->second;
  }
  // Of a result, by the numbers of the operands' low slots, in order.
  static uint32_t zeros_of(Opcode op, const std::vector<Form>& of) {
    switch (op) {
      case Opcode::mov32: case Opcode::mov64: case Opcode::sx64: case Opcode::zx64: case Opcode::lo32: case Opcode::neg32: case Opcode::neg64: return of[0].zeros;
      case Opcode::add32: case Opcode::sub32: case Opcode::add64: case Opcode::sub64: return std::min(of[0].zeros, of[1].zeros);
      case Opcode::mul32: case Opcode::mul64: return of[0].zeros + of[1].zeros;
      case Opcode::mad32: return std::min(of[0].zeros + of[1].zeros, of[2].zeros);
      case Opcode::shl32: case Opcode::shl64: return of[1].constant && *of[1].constant < 32 ? of[0].zeros + static_cast<uint32_t>(*of[1].constant) : 0;
      default: return 0;
    }
  }
  void find_form(const State& state, const Ins& ins, uint32_t result) {
    if (forms_.contains(result)) return;
    std::vector<Form> of;
    for (char operand : std::string_view(operand_letters(ins.op, ins.imm)).substr(1)) {
      const uint32_t slot = operand == 'a' || operand == 'A' ? ins.a : operand == 'b' || operand == 'B' ? ins.b : ins.c;
      of.push_back(form_of(state.number[slot]));
    }
    if (const uint32_t zeros = zeros_of(ins.op, of)) forms_[result] = {std::min(zeros, 32u), {}};
  }
  // Bytes of which the address is a multiple, but for its base and displacement.
  uint32_t alignment_of(const State& state, const Ins& ins) const {
    const uint32_t all = 16;
    if (!(ins.kind & Ins::index_mask)) return all;
    const uint32_t zeros = form_of(state.number[ins.b]).zeros + static_cast<uint32_t>(std::countr_zero(static_cast<uint32_t>(ins.scale)));
    return zeros >= 4 ? all : 1u << zeros;
  }

  void step(State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    if (is_load(ins.op)) return load(state, pc);
    const SlotUse use = slots_of(p_, pc);
    change_memory(state, pc);
    if (is_store(ins.op)) {
      if (const auto op = load_of(ins.op); op && !p_.info[pc].is_volatile) {
        Kept kept{{}, p_.info[pc].site};
        for (uint32_t i = 0; i < (ins.op == Opcode::st_64 ? 2u : 1u); ++i) kept.numbers.push_back(state.number[ins.d + i]);
        state.kept[key_of(state, ins, *op)] = kept;
      }
      return;
    }
    const bool is_plain = runs_on(ins.op) && !is_memory(ins.op);
    std::vector<uint32_t> key{static_cast<uint32_t>(ins.op), static_cast<uint32_t>(ins.imm), ins.kind, ins.scale};
    for (uint32_t slot : use.reads) key.push_back(slot < state.number.size() ? state.number[slot] : 0);
    const bool is_copy = ins.op == Opcode::mov32 || ins.op == Opcode::mov64;
    std::vector<uint32_t> results;
    for (size_t i = 0; i < use.writes.size(); ++i) {
      key.push_back(static_cast<uint32_t>(i));
      results.push_back(!is_plain ? fresh() : is_copy && use.reads.size() == use.writes.size() ? state.number[use.reads[i]] : number_of(key));
      key.pop_back();
    }
    if (is_plain && in_range(ins.op, Opcode::mov32, Opcode::lo32) && !results.empty()) find_form(state, ins, results[0]);
    for (size_t i = 0; i < use.writes.size(); ++i)
      if (use.writes[i] < state.number.size()) state.number[use.writes[i]] = results[i];
  }
  uint32_t number_of(const std::vector<uint32_t>& key) {
    const auto [it, is_new] = values_.try_emplace(key, 0);
    if (is_new) it->second = fresh();
    return it->second;
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
      if (site != no_site) ++loads_[site].kept, kept_from_[site] = it->second.site;
      for (size_t i = 0; i < use.writes.size(); ++i) state.number[use.writes[i]] = it->second.numbers[i];
      return;
    }
    if (space_of(ins) == 1) joined_.see(pc, key_without_displacement(key), alignment_of(state, ins));
    Kept kept{{}, site};
    for (uint32_t slot : use.writes) kept.numbers.push_back(state.number[slot] = fresh());
    if (!is_volatile) state.kept[key] = std::move(kept);
  }

  // To where control may go from here; false: not to the next instruction.
  bool leave(const State& state, Pc pc) {
    const Ins& ins = p_.code[pc];
    if (!jumps(ins)) return !in_range(ins.op, Opcode::push, Opcode::end) || in_range(ins.op, Opcode::push, Opcode::pop) || ins.op == Opcode::frame_address;
    const auto to = static_cast<Pc>(ins.imm);
    if (to > pc && to < p_.code.size()) {
      if (auto it = arriving_.find(to); it != arriving_.end()) meet(it->second, state);
      else arriving_.emplace(to, state);
    }
    return ins.op != Opcode::jump;
  }

  struct Loads {
    uint32_t all = 0, kept = 0;
  };

  Program& p_;
  JoinedLoads joined_;
  std::vector<uint32_t> kept_from_;  // by site
  std::vector<Loads> loads_;
  std::vector<bool> is_target_;
  std::vector<bool> begins_anew_;    // a pass of a loop that nvcc may not write out as it is here
  std::vector<Pc> loop_end_;         // by head of a loop: behind its last jump back; 0: none
  std::map<Pc, State> arriving_;
  std::map<std::vector<uint32_t>, uint32_t> values_;
  std::map<uint32_t, Form> forms_;   // by number
  size_t meets_ = 0;
  uint32_t last_ = 0;
};

}  // namespace

void find_kept_values(Program& program, const std::vector<Pc>& apart) {
  if (program.code.size() <= most_code) KeptValues(program, apart).run();
}

}  // namespace wb
