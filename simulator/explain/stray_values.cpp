#include "simulator/explain/stray_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "simulator/analysis/each_lane.h"
#include "simulator/machine/source_lane.h"
#include "simulator/program/init_set.h"
#include "simulator/program/memory_distance.h"
#include "simulator/program/slot_use.h"

namespace wb {
namespace {

constexpr uint64_t longest_followed = 100'000'000;  // ticks
constexpr uint64_t longest_with_calls = 10'000'000; // there each instruction is looked at
constexpr size_t most_sites = 64;

using Sources = uint64_t;  // bit i: a value from shuffle i is in it

// What holds undefined values in one warp. Hardly anything does at any moment.
struct Marked {
  std::map<uint32_t, std::array<Sources, warp_size>> slots;
  std::map<std::pair<uint32_t, uint64_t>, Sources> local;  // by lane and pointer: bytes of local memory
  std::map<std::pair<uint32_t, uint64_t>, Sources> saved;  // by lane and place: words of its stack of saved registers
  bool empty() const { return slots.empty() && local.empty() && saved.empty(); }

  Sources at(uint32_t slot, uint32_t lane) const {
    const auto found = slots.find(slot);
    return found == slots.end() ? 0 : found->second[lane];
  }
  void set(uint32_t slot, uint32_t lane, Sources sources) {
    auto found = slots.find(slot);
    if (found == slots.end()) {
      if (!sources) return;
      found = slots.emplace(slot, std::array<Sources, warp_size>{}).first;
    }
    found->second[lane] = sources;
    if (!sources && std::all_of(found->second.begin(), found->second.end(), [](Sources s) { return s == 0; })) slots.erase(found);
  }
  void set_local(uint32_t lane, uint64_t pointer, Sources sources) {
    if (sources) local[{lane, pointer}] = sources;
    else local.erase({lane, pointer});
  }
  void forget(uint32_t lane) {
    std::vector<uint32_t> held;
    for (const auto& [slot, lanes] : slots) held.push_back(slot);
    for (const uint32_t slot : held) set(slot, lane, 0);
    std::erase_if(local, [&](const auto& byte) { return byte.first.first == lane; });
    std::erase_if(saved, [&](const auto& word) { return word.first.first == lane; });
  }
  void save(uint32_t slot, uint32_t lane, uint64_t word) {
    if (const Sources sources = at(slot, lane)) saved[{lane, word}] = sources;
  }
  void restore(uint32_t slot, uint32_t lane, uint64_t word) {
    const auto found = saved.find({lane, word});
    set(slot, lane, found == saved.end() ? 0 : found->second);
    if (found != saved.end()) saved.erase(found);
  }
};

// Lanes that have come to a shuffle, with what they bring.
struct Arrived {
  Pc pc = 0;
  LaneMask mask = 0, lanes = 0;
  std::array<int32_t, warp_size> operand{}, width{};
};

class Followed {
 public:
  Followed(const std::unordered_set<uint32_t>& shuffles, Machine& machine)
      : machine_(machine), program_(machine.program()), sites_(shuffles.begin(), shuffles.end()), uses_(program_.code.size()), before_meeting_(instructions_before(program_, is_warp_sync)) {
    has_local_ = std::any_of(program_.allocations.begin(), program_.allocations.end(), [](const ProgramAllocation& a) { return a.info.space == Space::local; });
  }

  // Runs on, to where values have to be looked at again. False: what comes next cannot be followed.
  bool advance(uint64_t end) {
    const std::optional<NextInstruction> next = machine_.next();
    if (!next) return begin_next_grid();
    if (is_warp_sync(program_.code[next->pc].op)) {
      if (!meet(*next, program_.code[next->pc])) return false;
    } else if (!is_marked(*next)) {
      return pass_over(*next, end);
    }
    return follow(*next, end);
  }
  bool is_over() const { return is_over_; }

  std::unordered_set<uint32_t> unused() const {
    std::unordered_set<uint32_t> sites;
    for (size_t i = 0; i < sites_.size(); ++i)
      if (!(used_ >> i & 1)) sites.insert(sites_[i]);
    return sites;
  }
  bool are_all_used() const { return used_ == ~Sources{0} >> (64 - sites_.size()); }

 private:
  using WarpKey = std::pair<uint32_t, uint32_t>;  // block and warp

  bool is_marked(const NextInstruction& next) const { return !warps_.empty() && warps_.contains({next.block, next.warp}); }

  // What a grid has passed on to others went through memory, or a launch's arguments: it was used. Its warps have ended, and others bear their numbers now.
  bool begin_next_grid() {
    warps_.clear();
    waiting_.clear();
    is_over_ = !machine_.begin_next_grid();
    return true;
  }

  // A warp that holds nothing undefined.
  bool pass_over(const NextInstruction& next, uint64_t end) {
    uint32_t count = before_meeting_[next.pc];
    for (const Split& split : splits_of(next)) count = std::min(count, std::max<uint32_t>(before_meeting_[split.pc], 1));
    const uint64_t begin = machine_.tick();
    is_over_ = machine_.run_turn(std::min(end, begin + count)) != MachineStatus::paused;
    return is_over_ || machine_.tick() != begin;
  }

  // A warp that holds some, or is at a warp function.
  bool follow(const NextInstruction& next, uint64_t end) {
    const Pc pc = next.pc;
    const Ins& ins = program_.code[pc];
    if (is_choice(ins.op)) choose(next, ins);
    else if (needs_values(ins.op)) access_local(next, pc, ins);
    const uint64_t begin = machine_.tick(), count = splits_of(next).size() == 1 ? count_without_values(pc) : 1;
    is_over_ = machine_.run_turn(std::min(end, begin + count)) != MachineStatus::paused;
    for (Pc at = pc; at < pc + (machine_.tick() - begin) && is_marked(next); ++at)
      if (!is_warp_sync(program_.code[at].op) && !needs_values(program_.code[at].op)) compute(next, at);
    return is_over_ || machine_.tick() != begin;
  }

  const SlotUse& use_of(Pc pc) {
    if (!uses_[pc]) uses_[pc] = slots_of(program_, pc);
    return *uses_[pc];
  }
  const std::vector<Split>& splits_of(const NextInstruction& next) const { return machine_.resident(next.block)->warps[next.warp].splits; }
  uint64_t read_wide(const NextInstruction& next, uint32_t slot, uint32_t lane) const { return machine_.read_slot(next.block, next.warp * warp_size + lane, slot, true); }
  // The lanes of a narrow register; null: the block has none.
  const uint32_t* row_of(const NextInstruction& next, uint32_t slot) const {
    const BlockState& block = *machine_.resident(next.block);
    return block.registers.empty() ? nullptr : block.registers.data() + block.registers.size() / block.warps.size() * next.warp + size_t{slot} * warp_size;
  }
  uint32_t read(const NextInstruction& next, uint32_t slot, uint32_t lane) const {
    return static_cast<uint32_t>(machine_.read_slot(next.block, next.warp * warp_size + lane, slot, false));
  }
  Sources of_site(uint32_t site) const {
    for (size_t i = 0; i < sites_.size(); ++i)
      if (sites_[i] == site) return Sources{1} << i;
    return 0;
  }

  static bool is_choice(Opcode op) { return op == Opcode::sel32 || op == Opcode::sel64; }
  // What is chosen, or where in local memory an access goes, has to be seen before it is carried out.
  bool needs_values(Opcode op) const { return is_choice(op) || (has_local_ && (is_load(op) || is_store(op))); }
  uint64_t count_without_values(Pc pc) const {
    uint64_t count = 1;
    while (pc + count < program_.code.size() && runs_on(program_.code[pc + count - 1].op) && runs_on(program_.code[pc + count].op) && !needs_values(program_.code[pc + count].op)) ++count;
    return count;
  }

  // An instruction whose registers say all.
  void compute(const NextInstruction& next, Pc pc) {
    const auto warp = warps_.find({next.block, next.warp});
    if (warp == warps_.end()) return;
    Marked& marked = warp->second;
    const Opcode op = program_.code[pc].op;
    const SlotUse& use = use_of(pc);
    if (op == Opcode::push || op == Opcode::pop) {
      save_or_restore(next, program_.code[pc], marked);
      if (marked.empty()) warps_.erase(warp);
      return;
    }
    const bool goes_on = !use.writes.empty() && !is_memory(op) && !is_barrier(op) && !is_heap(op) && op != Opcode::print;
    for_each_lane(next.lanes, [&](uint32_t lane) {
      if (op == Opcode::leave || op == Opcode::end) return marked.forget(lane);
      Sources all = 0;
      for (const uint32_t slot : use.reads) all |= marked.at(slot, lane);
      if (!goes_on) used_ |= all;
      for (const uint32_t slot : use.writes) marked.set(slot, lane, goes_on ? all : 0);
    });
    if (marked.empty()) warps_.erase(warp);
  }

  // Registers on their way to the lane's stack and back; the machine has just moved them (machine/calls.cpp).
  void save_or_restore(const NextInstruction& next, const Ins& ins, Marked& marked) {
    const SavedRegisters& set = program_.saved[static_cast<size_t>(ins.imm)];
    const size_t size = set.narrow.size() + 2 * set.wide.size() + (set.mask_count + 31) / 32;
    const WarpState& warp = machine_.resident(next.block)->warps[next.warp];
    for_each_lane(next.lanes, [&](uint32_t lane) {
      uint64_t word = warp.stacks[lane].words.size() - (ins.op == Opcode::push ? size : 0);
      const auto move = [&](uint32_t slot) { ins.op == Opcode::push ? marked.save(slot, lane, word) : marked.restore(slot, lane, word), ++word; };
      for (const uint32_t slot : set.narrow) move(slot);
      for (const uint32_t slot : set.wide) move(slot), move(slot + 1);
    });
  }

  // a ? b : c
  void choose(const NextInstruction& next, const Ins& ins) {
    const auto warp = warps_.find({next.block, next.warp});
    if (warp == warps_.end()) return;
    for_each_lane(next.lanes, [&](uint32_t lane) {
      const uint32_t chosen = read(next, ins.a, lane) ? ins.b : ins.c;
      for (uint32_t i = 0; i < (ins.op == Opcode::sel64 ? 2u : 1u); ++i)
        warp->second.set(ins.d + i, lane, warp->second.at(ins.a, lane) | warp->second.at(chosen + i, lane));
    });
    if (warp->second.empty()) warps_.erase(warp);
  }

  void access_local(const NextInstruction& next, Pc pc, const Ins& ins) {
    const auto warp = warps_.find({next.block, next.warp});
    if (warp == warps_.end()) return;
    Marked& marked = warp->second;
    const SlotUse& use = use_of(pc);
    const uint32_t bytes = bytes_of(ins.op);
    const std::vector<uint32_t> address = slots_of_address(ins).reads;
    for_each_lane(next.lanes, [&](uint32_t lane) {
      for (const uint32_t slot : address) used_ |= marked.at(slot, lane);
      const uint64_t pointer = address_of(next, ins, lane);
      const uint32_t allocation = pointer_allocation(pointer);
      const bool is_local = allocation < machine_.allocations().size() && machine_.allocations()[allocation].space == Space::local;
      Sources all = 0;
      if (is_load(ins.op)) {
        for (uint32_t i = 0; is_local && i < bytes; ++i)
          if (const auto byte = marked.local.find({lane, pointer + i}); byte != marked.local.end()) all |= byte->second;
        for (const uint32_t slot : use.writes) marked.set(slot, lane, all);
        return;
      }
      for (const uint32_t slot : use.reads)
        if (std::find(address.begin(), address.end(), slot) == address.end()) all |= marked.at(slot, lane);
      if (!is_local) used_ |= all;
      for (uint32_t i = 0; is_local && i < bytes; ++i) marked.set_local(lane, pointer + i, all);
    });
    if (marked.empty()) warps_.erase(warp);
  }
  uint64_t address_of(const NextInstruction& next, const Ins& ins, uint32_t lane) const {
    const auto kind = static_cast<IndexKind>(ins.kind & Ins::index_mask);
    int64_t steps = 0;
    if (kind == IndexKind::i64) steps = static_cast<int64_t>(read_wide(next, ins.b, lane));
    else if (kind == IndexKind::i32) steps = static_cast<int32_t>(read(next, ins.b, lane));
    else if (kind == IndexKind::u32) steps = read(next, ins.b, lane);
    return read_wide(next, ins.a, lane) + static_cast<uint64_t>(steps * ins.scale + ins.imm);
  }
  static uint32_t bytes_of(Opcode op) {
    switch (op) {
      case Opcode::ld_u8: case Opcode::ld_i8: case Opcode::st_8: return 1;
      case Opcode::ld_u16: case Opcode::ld_i16: case Opcode::st_16: return 2;
      case Opcode::ld_32: case Opcode::st_32: return 4;
      case Opcode::ld_64: case Opcode::st_64: case Opcode::ld_2x32: case Opcode::st_2x32: return 8;
      default: return 16;
    }
  }

  // ---- warp functions: as the machine lets lanes meet (machine/warp_meeting.cpp)

  bool meet(const NextInstruction& next, const Ins& ins) {
    if (std::any_of(splits_of(next).begin(), splits_of(next).end(), [](const Split& split) { return split.gives_up; })) return false;
    if (!in_range(ins.op, Opcode::shfl_32, Opcode::shfl_64)) {
      compute_exchange(next);
      return true;
    }
    if (is_whole_warp(next, ins)) return true;
    const uint32_t* const masks = row_of(next, ins.a);
    if (!masks) return false;
    for (LaneMask left = next.lanes; left;) {
      const LaneMask mask = masks[std::countr_zero(left)];
      Arrived group{next.pc, mask, 0, {}, {}};
      for_each_lane(left, [&](uint32_t lane) {
        if (masks[lane] == mask) group.lanes |= 1u << lane;
      });
      left &= ~group.lanes;
      if (mask & next.lanes & ~group.lanes) return false;
      note_operands(next, ins, group);
      arrive(next, group);
    }
    return true;
  }

  // All lanes stand here and name each other, and none of them holds anything: each gets what another one gives.
  bool is_whole_warp(const NextInstruction& next, const Ins& ins) const {
    if (next.lanes != ~LaneMask{0} || is_marked(next) || waiting_.contains({next.block, next.warp})) return false;
    const uint32_t* const masks = row_of(next, ins.a);
    return masks && std::all_of(masks, masks + warp_size, [](uint32_t mask) { return mask == ~LaneMask{0}; });
  }

  // A vote, match or reduction tells other lanes of what it is given.
  void compute_exchange(const NextInstruction& next) {
    const auto warp = warps_.find({next.block, next.warp});
    if (warp == warps_.end()) return;
    const SlotUse& use = use_of(next.pc);
    for_each_lane(next.lanes, [&](uint32_t lane) {
      for (const uint32_t slot : use.reads) used_ |= warp->second.at(slot, lane);
      for (const uint32_t slot : use.writes) warp->second.set(slot, lane, 0);
    });
  }

  void note_operands(const NextInstruction& next, const Ins& ins, Arrived& group) {
    const auto warp = warps_.find({next.block, next.warp});
    const int32_t own_width = unpack_shuffle(ins.imm).width;
    const uint32_t* const operands = row_of(next, ins.c);
    for_each_lane(group.lanes, [&](uint32_t lane) {
      group.operand[lane] = static_cast<int32_t>(operands[lane]);
      group.width[lane] = own_width ? own_width : static_cast<int32_t>(operands[warp_size + lane]);
      if (warp == warps_.end()) return;
      used_ |= warp->second.at(ins.a, lane) | warp->second.at(ins.c, lane) | (own_width ? 0 : warp->second.at(ins.c + 1u, lane));
    });
  }

  void arrive(const NextInstruction& next, const Arrived& fresh) {
    std::vector<Arrived>& waiting = waiting_[{next.block, next.warp}];
    std::erase_if(waiting, [&](const Arrived& other) { return (other.lanes & fresh.lanes) != 0; });  // somebody has left, and these look again
    const Ins& ins = program_.code[fresh.pc];
    const auto is_with_it = [&](const Arrived& other) {
      return other.mask == fresh.mask && fresh.mask && program_.code[other.pc].op == ins.op && program_.code[other.pc].kind == ins.kind;
    };
    std::vector<Arrived> parties{fresh};
    LaneMask live = 0, all = fresh.lanes;
    for (const Split& split : splits_of(next)) live |= split.lanes;
    for (const Arrived& other : waiting)
      if (is_with_it(other)) {
        parties.push_back(other);
        all |= other.lanes;
      }
    if (fresh.mask & live & ~all) {
      waiting.push_back(fresh);
      return;
    }
    std::erase_if(waiting, is_with_it);
    if (waiting.empty()) waiting_.erase({next.block, next.warp});
    exchange({next.block, next.warp}, parties, all);
  }

  void exchange(WarpKey key, const std::vector<Arrived>& parties, LaneMask all) {
    const auto found = warps_.find(key);
    std::array<Sources, warp_size> brought{}, got{};
    for (const Arrived& party : parties)
      for_each_lane(party.lanes, [&](uint32_t lane) { brought[lane] = found == warps_.end() ? 0 : found->second.at(program_.code[party.pc].b, lane); });
    Sources any = 0;
    for (const Arrived& party : parties)
      for_each_lane(party.lanes, [&](uint32_t lane) {
        const auto kind = static_cast<WarpShuffle>(program_.code[party.pc].kind);
        const int from = source_lane(kind, static_cast<int>(lane), party.operand[lane], party.width[lane]);
        got[lane] = all >> from & 1 ? brought[static_cast<size_t>(from)] : of_site(program_.info[party.pc].site);
        any |= got[lane];
      });
    if (!any && found == warps_.end()) return;
    Marked& marked = warps_[key];
    for (const Arrived& party : parties)
      for (const uint32_t slot : use_of(party.pc).writes) for_each_lane(party.lanes, [&](uint32_t lane) { marked.set(slot, lane, got[lane]); });
    if (marked.empty()) warps_.erase(key);
  }

  Machine& machine_;
  const Program& program_;
  std::vector<uint32_t> sites_;
  std::vector<std::optional<SlotUse>> uses_;  // by pc
  std::vector<uint32_t> before_meeting_;      // by pc: so many instructions run for certain before a warp function may be next
  std::map<WarpKey, Marked> warps_;           // those in which something is marked
  std::map<WarpKey, std::vector<Arrived>> waiting_;
  Sources used_ = 0;
  bool has_local_ = false, is_over_ = false;
};

}  // namespace

std::optional<std::unordered_set<uint32_t>> unused_stray_values(const std::unordered_set<uint32_t>& shuffles, const std::shared_ptr<const Program>& program, const KernelLaunch& launch,
                                                 const MachineOptions& options, uint64_t end, const std::stop_token& stop) {
  if (end > (program->has_calls ? longest_with_calls : longest_followed) || shuffles.empty() || shuffles.size() > most_sites) return std::nullopt;
  MachineOptions how = options;
  how.borrows_buffers = true;
  Machine machine(program, launch, how, nullptr);
  Followed followed(shuffles, machine);
  while (machine.tick() < end && !followed.is_over() && !followed.are_all_used()) {
    if (stop.stop_requested() || !followed.advance(end)) return std::nullopt;
  }
  return followed.unused();
}

}  // namespace wb
