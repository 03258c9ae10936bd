#include "simulator/explain/trial.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>

namespace wb {
namespace {

constexpr size_t most_accesses = 4096, most_stored = 256;  // of each party

uint64_t offset_of(const WarpAccess& access, uint32_t lane) {
  return access.pattern == AccessPattern::contiguous ? uint64_t{access.offset[0]} + uint64_t{lane} * access.bytes : access.offset[lane];
}

// Told of the accesses of the parties' warps, one instruction at a time.
class ElementWatch : public AccessListener {
 public:
  ElementWatch(const Scene& scene, Machine& machine, Trial& trial) : scene_(scene), machine_(machine), trial_(trial) {
    trial_.element.assign(scene.high - scene.low, 0);
  }

  void begin(const NextInstruction& next) {
    pc_ = next.pc;
    for (uint32_t p = 0; p < 2; ++p)
      if (is_at(next, scene_.party[p])) ++passes_[{p, next.pc}];
  }

  void access(const WarpAccess& access) override {
    if (access.kind != AccessKind::load && access.space == Space::global) note_stored(access);
    if (access.kind == AccessKind::atomic) note_signals(access);
    if (access.allocation != scene_.allocation || (scene_.is_shared() && access.memory_block() != scene_.owner)) return;
    bool has_stored = false;
    uint64_t standing_at = 0, standing = 0;  // what the lanes before this one have left: they store one after the other
    for (LaneMask rest = access.active; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const uint64_t offset = offset_of(access, static_cast<uint32_t>(lane));
      if (offset >= scene_.high || offset + access.bytes <= scene_.low) continue;
      uint64_t before = access.old_value ? access.old_value[lane] : 0;
      if (access.kind == AccessKind::store && has_stored && standing_at == offset) before = standing;
      note(access, lane, offset, before);
      if (access.kind == AccessKind::load) continue;
      has_stored = true;
      standing_at = offset;
      standing = access.value[lane];
      keep(offset, access.bytes, standing);
    }
  }

 private:
  static bool is_at(const NextInstruction& next, ThreadRef who) {
    return next.block == who.block && next.warp == who.thread / warp_size && (next.lanes >> who.thread % warp_size & 1);
  }

  void note_stored(const WarpAccess& access) {
    for (uint32_t p = 0; p < 2; ++p) {
      const uint32_t lane = scene_.party[p].thread % warp_size;
      const bool is_it = access.block == scene_.party[p].block && access.warp == scene_.party[p].thread / warp_size && (access.active >> lane & 1);
      if (is_it && trial_.stored[p].size() < most_stored) trial_.stored[p].push_back({access.allocation, offset_of(access, lane)});
    }
  }

  void note_signals(const WarpAccess& access) {
    for (uint32_t p = 0; p < 2; ++p) {
      const uint32_t lane = scene_.party[p].thread % warp_size;
      const bool is_it = access.block == scene_.party[p].block && access.warp == scene_.party[p].thread / warp_size && (access.active >> lane & 1);
      if (!is_it || trial_.signals.size() >= most_accesses || !access.value || !access.old_value) continue;
      trial_.signals.push_back({.tick = access.tick, .party = p, .pc = pc_, .pass = passes_[{p, pc_}], .site = access.site, .kind = access.kind, .allocation = access.allocation, .owner = access.memory_block(),
                                .offset = offset_of(access, lane), .bytes = access.bytes, .value = access.value[lane], .before = access.old_value[lane]});
    }
  }

  void note(const WarpAccess& access, int lane, uint64_t offset, uint64_t before) {
    const ThreadRef who{access.block, access.warp * warp_size + static_cast<uint32_t>(lane)};
    for (uint32_t p = 0; p < 2; ++p) {
      if (who != scene_.party[p] || ++count_[p] > most_accesses) continue;
      TrialAccess a{.tick = access.tick, .party = p, .pc = pc_, .pass = passes_[{p, pc_}], .site = access.site, .kind = access.kind, .allocation = access.allocation, .owner = access.memory_block(), .offset = offset, .bytes = access.bytes};
      a.value = access.value ? access.value[lane] : 0;
      a.before = a.kind == AccessKind::load ? a.value : before;
      a.is_undefined = !is_defined(offset, access.bytes);
      trial_.accesses.push_back(a);
    }
  }

  bool is_defined(uint64_t offset, uint32_t bytes) const {
    if (scene_.info.starts_defined) return true;
    if (scene_.is_shared()) {
      const MemoryView view = machine_.read_memory(scene_.allocation, scene_.owner);
      return view.defined.empty() || std::all_of(view.defined.begin() + static_cast<std::ptrdiff_t>(offset), view.defined.begin() + static_cast<std::ptrdiff_t>(offset + bytes), [](bool b) { return b; });
    }
    for (uint64_t i = offset; i < offset + bytes; ++i)
      if (!machine_.was_written(scene_.allocation, i)) return false;
    return true;
  }

  void keep(uint64_t offset, uint32_t bytes, uint64_t value) {
    for (uint64_t i = 0; i < std::min(bytes, 8u); ++i)
      if (offset + i >= scene_.low && offset + i < scene_.high) trial_.element[offset + i - scene_.low] = static_cast<uint8_t>(value >> 8 * i);
  }

  const Scene& scene_;
  Machine& machine_;
  Trial& trial_;
  uint32_t pc_ = 0;
  size_t count_[2] = {};
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> passes_;  // by party and pc
};

class WitnessWatch : public AccessListener {
 public:
  explicit WitnessWatch(const Scene& scene) : scene_(scene) {}

  void access(const WarpAccess& access) override {
    const bool is_theirs = access.block == scene_.party[0].block || access.block == scene_.party[1].block;
    if (!is_theirs || access.allocation != scene_.allocation || (scene_.is_shared() && access.memory_block() != scene_.owner)) return;
    for (LaneMask rest = access.active; rest; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      const uint64_t offset = offset_of(access, lane);
      if (offset >= scene_.high || offset + access.bytes <= scene_.low) continue;
      const ThreadRef who{access.block, access.warp * warp_size + lane};
      last_[{access.site, who.block, who.thread}] = {who, access.site, access.kind, access.value ? access.value[lane] : 0};
    }
  }
  std::vector<Witness> all() const {
    std::vector<Witness> witnesses;
    for (const auto& [key, witness] : last_) witnesses.push_back(witness);
    return witnesses;
  }

 private:
  const Scene& scene_;
  std::map<std::array<uint32_t, 3>, Witness> last_;  // by site and thread
};

// How far the warp may run on without an access: to the next one in this stretch of the program, if its lanes are together.
uint64_t ticks_without_access(const Machine& machine, const NextInstruction& next) {
  const BlockState* block = machine.resident(next.block);
  if (!block || block->warps[next.warp].splits.size() != 1) return 1;
  const std::vector<Ins>& code = machine.program().code;
  uint64_t ticks = 1;
  while (next.pc + ticks < code.size() && runs_on(code[next.pc + ticks - 1].op) && !is_memory(code[next.pc + ticks].op) && !finishes_copies(code[next.pc + ticks].op)) ++ticks;
  return ticks;
}

}  // namespace

MachineOptions Scene::options(const ToldSchedule& told) const {
  MachineOptions options;
  options.told = told;
  options.borrows_buffers = true;
  options.stays_in_grid = true;
  options.start = start;
  return options;
}

ToldSchedule Scene::in_launch(ToldSchedule told) const {
  for (uint32_t& block : told.first_blocks) block += first_block;
  for (ToldSchedule::Hold& hold : told.holds) hold.before.block += first_block, hold.until.block += first_block;
  return told;
}

bool Trial::kept_all() const {
  return std::all_of(holds.begin(), holds.end(), [](const HoldState& h) { return h.phase == HoldState::Phase::kept; });
}

const TrialAccess* Trial::find(const TrialAccess& moment) const {
  for (const TrialAccess& a : accesses)
    if (a.is_same_moment(moment)) return &a;
  return nullptr;
}

uint64_t work_of_start(const Scene& scene) {
  uint64_t bytes = 0;
  for (const AllocationInfo& info : scene.allocations)
    if (info.may_be_stored) bytes += info.is_heap ? std::min(info.bytes, usual_heap_bytes) : info.bytes;  // much of a large one is never touched
  return Work::start + bytes / Work::bytes_of_one;
}

Trial run_trial(const Scene& scene, const ToldSchedule& told, uint64_t limit, std::stop_token stop) {
  Trial trial;
  trial.told = told;
  Machine machine(scene.program, *scene.launch, scene.options(told), nullptr);
  ElementWatch watch(scene, machine, trial);
  const auto is_party = [&](const NextInstruction& next) {
    return std::any_of(std::begin(scene.party), std::end(scene.party), [&](ThreadRef who) { return next.block == who.block && next.warp == who.thread / warp_size; });
  };
  const auto is_done = [&](ThreadRef who) { return machine.block_state(who.block) == LaneState::done; };
  uint64_t finished = 0;
  uint64_t extra = work_of_start(scene);  // beyond the ticks
  while (machine.tick() + extra < limit && !stop.stop_requested()) {
    const std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    if (!is_party(*next)) {
      machine.run_turn(limit - extra);
    } else if (const Opcode op = scene.program->code[next->pc].op; is_memory(op) || finishes_copies(op)) {
      watch.begin(*next);
      machine.set_listener(&watch);
      machine.run_until(machine.tick() + 1);
      machine.set_listener(nullptr);
      extra += Work::single_step - 1;
    } else {
      machine.run_turn(std::min(limit - extra, machine.tick() + ticks_without_access(machine, *next)));
    }
    if (machine.state().finished == finished) continue;
    finished = machine.state().finished;
    trial.reached_end = is_done(scene.party[0]) && is_done(scene.party[1]);
    if (trial.reached_end) break;
  }
  trial.holds = machine.state().holds;
  trial.holds.resize(told.holds.size());
  trial.ticks = machine.tick();
  trial.work = trial.ticks + extra;
  if (scene.info.is_heap) trial.heap = machine.heap_blocks();
  if (!scene.is_shared())
    if (std::vector<uint8_t> bytes = machine.read_global(scene.allocation, scene.low, scene.high - scene.low); !bytes.empty()) trial.element = std::move(bytes);
  return trial;
}

std::vector<Witness> find_witnesses(const Scene& scene, const ToldSchedule& told, uint64_t limit, std::stop_token stop, uint64_t& work) {
  Machine machine(scene.program, *scene.launch, scene.options(told), nullptr);
  WitnessWatch watch(scene);
  machine.set_listener(&watch);
  while (machine.tick() < limit && !stop.stop_requested() && machine.run_turn(limit) == MachineStatus::paused)
    if (machine.block_state(scene.party[0].block) == LaneState::done && machine.block_state(scene.party[1].block) == LaneState::done) break;
  work += work_of_start(scene) + machine.tick();
  return watch.all();
}

}  // namespace wb
