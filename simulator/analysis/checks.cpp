#include "simulator/analysis/checks.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <optional>
#include <tuple>

#include "simulator/analysis/access_use.h"
#include "simulator/analysis/barrier_findings.h"
#include "simulator/analysis/counter_profile.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/endless_findings.h"
#include "simulator/analysis/heap_findings.h"
#include "simulator/analysis/race_findings.h"
#include "simulator/analysis/race_shadow.h"
#include "simulator/analysis/sectors.h"
#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

// All faults of one kind at one place on one allocation; the example is the lowest thread's first.
struct FaultGroup {
  uint64_t count = 0;
  uint64_t tick = 0;
  uint32_t block = 0, thread = 0;
  uint32_t site = 0, allocation = 0;
  AccessKind access{};
  uint8_t bytes = 0;
  bool has_offset = false, has_value = false, has_heap = false;
  int64_t offset = 0;
  uint64_t value = 0;
  HeapBlock heap;
  HeapWay gives{};
  uint32_t other_site = no_site, other_thread = 0;  // async_wait: the copy, and who began it
  bool has_own = false;                             // ... in some case the reading thread itself
};

// Barriers that some threads did not reach, or the end of a run that cannot go on.
struct StandGroup {
  uint64_t count = 0;
  uint64_t tick = 0;
  uint32_t block = 0;
  std::vector<BarrierStand> stands;
  std::vector<uint32_t> left;  // blocks that it waits for, and that have left
  std::vector<LackingBarrier> lacking;
};

bool is_global(Space space) { return space == Space::global; }

}  // namespace

struct Checks::State {
  LaunchShape shape;
  std::vector<AllocationInfo> allocations;
  std::vector<Site> sites;
  std::shared_ptr<const SourceMap> sources;

  Counters totals;                    // only what is not summed up from `used`
  std::vector<SiteUse> used[space_count];  // by site
  std::vector<AccessKind> used_as;    // by site, as it was used
  std::vector<uint8_t> returns;       // by site: an atomic whose result is used
  // With count_by_warp():
  std::optional<WarpTable> by_warp;
  UseTable running;                   // of all sites so far
  Counters before_turn;
  RaceShadow shadow;
  std::optional<std::vector<RacePair>> confirmed;  // what a closer look has left of the shadow's
  RunWatcher* watcher = nullptr;
  bool only_watches = false;          // the watcher alone is told
  bool has_atomics = false;           // some access was an atomic, or volatile: a flag
  std::map<std::tuple<FindingKind, uint32_t, uint32_t>, FaultGroup> faults;
  std::map<std::tuple<FindingKind, uint32_t, uint32_t>, StandGroup> stands;
  BarrierMistakes barrier_mistakes;

  struct Endless {
    EndlessWait wait;
    uint64_t tick = 0;
  };
  std::optional<Endless> endless;
  std::optional<EndlessLanes> last_poll;

  void note_access(const WarpAccess& access);
  void note_row_load(const RowLoad& load);
  const std::vector<RacePair>& races() const { return confirmed ? *confirmed : shadow.pairs(); }
  HeapBlocks heap;                    // at the end
  FindingContext context() const { return {shape, allocations, sites, sources.get(), has_atomics, &heap}; }
  // Has nobody stored to the element of the example, to the end of the run? Known of global memory alone.
  bool stays_unwritten(const FaultGroup& group) const;
  Finding fault_finding(FindingKind kind, const FaultGroup& group) const;
  bool tell_in_heap(Finding& finding, const FaultGroup& group, const std::vector<std::string>& who, std::string& element) const;
  void tell_early_read(Finding& finding, const FaultGroup& group) const;
  std::vector<RacePair> races_to_tell() const;
  bool is_told_as_race(const FaultGroup& group) const;
  void add_stands(FindingKind kind, uint32_t block, uint64_t tick, std::span<const BarrierStand> now_stand);
  Finding stand_finding(FindingKind kind, const StandGroup& group) const;
  void add_coverage(std::vector<Finding>& findings) const;
  // `there`: only those that stand at this place, which is not named; `elsewhere`: only the others.
  enum class Which { all, there, elsewhere };
  std::string left_text(const StandGroup& group) const;
  std::string stands_text(const StandGroup& group, BarrierStand::State state, Which which = Which::all, Span there = {}) const;
  Span place_of(const BarrierStand& stand) const { return stand.site < sites.size() ? sites[stand.site].span : stand.span; }
};

bool Checks::State::stays_unwritten(const FaultGroup& group) const {
  const AllocationInfo& allocation = allocations[group.allocation];
  if (!is_global(allocation.space) || !group.has_offset || group.offset < 0) return false;
  const std::vector<RaceShadow::ElementUse> use = shadow.element_use(group.allocation);
  const uint64_t element = static_cast<uint64_t>(group.offset) / std::max<uint32_t>(allocation.element_bytes, 1);
  return element < use.size() && !use[element].stored;
}

Checks::Checks() : state_(std::make_unique<State>()) {}
Checks::Checks(const Checks& other) : state_(std::make_unique<State>(*other.state_)) {}
Checks::Checks(Checks&&) noexcept = default;
Checks& Checks::operator=(const Checks& other) {
  if (this != &other) state_ = std::make_unique<State>(*other.state_);
  return *this;
}
Checks& Checks::operator=(Checks&&) noexcept = default;
Checks::~Checks() = default;

void Checks::begin_launch(const LaunchShape& shape, std::vector<AllocationInfo> allocations, std::vector<Site> sites,
                          std::shared_ptr<const SourceMap> sources) {
  *state_ = State();
  state_->shape = shape;
  state_->allocations = std::move(allocations);
  state_->sites = std::move(sites);
  state_->sources = std::move(sources);
  for (auto& use : state_->used) use.resize(state_->sites.size());
  for (const Site& site : state_->sites) state_->used_as.push_back(site.kind);
  state_->returns.resize(state_->sites.size());
  state_->shadow.begin_launch(state_->allocations, state_->sites);
}

void Checks::watch(RunWatcher* watcher) {
  state_->watcher = watcher;
  state_->only_watches = watcher;
}
void Checks::also_tell(RunWatcher* watcher) {
  state_->watcher = watcher;
  state_->only_watches = false;
}

void Checks::begin_block(uint32_t block) {
  if (!state_->only_watches) state_->shadow.begin_block(block);
}
void Checks::end_block(uint32_t block) {
  if (state_->watcher) state_->watcher->end_block(block);
  if (!state_->only_watches) state_->shadow.end_block(block);
}
bool Checks::is_watched() const { return state_->only_watches; }

// CUDA's functions on half and bfloat16 bring the old value back, whether anybody wants it or not.
static bool brings_back(const WarpAccess& access) { return access.result_used || access.bytes < 4; }

void Checks::State::note_access(const WarpAccess& access) {
  // A load or store of cuda::atomic is an atomic instruction here; hardware counts it as what it is.
  const AccessKind kind = access.kind == AccessKind::atomic ? sites[access.site].kind : access.kind;
  used_as[access.site] = kind;
  has_atomics |= access.kind == AccessKind::atomic || access.is_volatile;
  if (kind == AccessKind::atomic) returns[access.site] = brings_back(access);
  SiteUse& use = used[index_of(access.space)][access.site];
  if (!by_warp) [[likely]] return count_access(access, kind, use);
  SiteUse one;
  count_access(access, kind, one);
  use += one;
  running.by[index_of(access.space)][way_of(kind, brings_back(access))] += one;
}

void Checks::State::note_row_load(const RowLoad& load) {
  used_as[load.site] = AccessKind::load;
  SiteUse& use = used[index_of(load.space)][load.site];
  if (!by_warp) [[likely]] return count_row_load(load, use);
  SiteUse one;
  count_row_load(load, one);
  use += one;
  running.by[index_of(load.space)][way_of(AccessKind::load, false)] += one;
}

void Checks::access(const WarpAccess& access) {
  State& s = *state_;
  if (!access.active) return;
  if (s.watcher) {
    s.watcher->access(access);
    if (s.only_watches) return;
  }
  if (!access.is_late) s.note_access(access);
  if (access.space == Space::constant) return;
  if (s.allocations[access.allocation].may_be_stored) s.shadow.access(access);
}

bool Checks::row_load(const RowLoad& load) {
  State& s = *state_;
  if (s.watcher || !can_count_row_load(load)) return false;
  if (load.space == Space::shared && s.allocations[load.allocation].may_be_stored && !s.shadow.put_off(load)) return false;
  s.note_row_load(load);
  return true;
}

void Checks::barrier(uint32_t block, uint64_t tick) {
  if (state_->watcher) state_->watcher->barrier(block, tick);
  if (state_->only_watches) return;
  ++state_->totals.barriers;
  state_->shadow.barrier(block);
}

void Checks::barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) {
  if (state_->watcher) state_->watcher->barrier_arrival(block, number, who, tick);
}
// The shadow knows nothing of it: what seems to race then is looked at closely (ExactRaces).
void Checks::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) {
  if (state_->watcher) state_->watcher->named_barrier(block, number, waiting, tick);
  if (!state_->only_watches) ++state_->totals.barriers;
}
void Checks::barrier_mistake(const BarrierFault& fault) { state_->barrier_mistakes.add(fault, 1); }

void Checks::grid_barrier(uint64_t tick) {
  if (state_->watcher) state_->watcher->grid_barrier(tick);
  if (state_->only_watches) return;
  state_->shadow.grid_barrier();
}

void Checks::barrier_divergent(uint32_t block, uint64_t tick, std::span<const BarrierStand> stands) {
  state_->add_stands(FindingKind::barrier_divergent, block, tick, stands);
}
void Checks::warp_mask(uint32_t block, uint64_t tick, std::span<const BarrierStand> stands) {
  state_->add_stands(FindingKind::warp_mask, block, tick, stands);
}

void Checks::State::add_stands(FindingKind kind, uint32_t block, uint64_t tick, std::span<const BarrierStand> now_stand) {
  // Repeats are told apart by the first barrier and the first other place.
  uint32_t here = 0, elsewhere = 0;
  for (const BarrierStand& stand : now_stand) {
    uint32_t at = place_of(stand).begin + 1;
    bool is_waiting = stand.state == BarrierStand::State::waiting;
    if (is_waiting && !here)
      here = at;
    else if (!elsewhere && stand.state != BarrierStand::State::exited && at != here)
      elsewhere = at;
  }
  StandGroup& group = stands[{kind, here, elsewhere}];
  if (group.count++ && group.block <= block) return;
  group.tick = tick;
  group.block = block;
  group.stands.assign(now_stand.begin(), now_stand.end());
}

void Checks::follow_warps() { state_->shadow.follow_warps(); }
void Checks::warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) {
  if (state_->watcher) state_->watcher->warp_sync(block, warp, lanes, tick);
  if (state_->only_watches) return;
  state_->shadow.warp_sync(block, warp, lanes, tick);
}
void Checks::fence(uint32_t block, uint32_t warp, LaneMask lanes, FenceScope scope, uint64_t tick) {
  if (state_->watcher) state_->watcher->fence(block, warp, lanes, scope, tick);
}

void Checks::branch(uint32_t block, uint32_t warp, uint32_t, LaneMask taken, LaneMask active, uint64_t tick) {
  if (taken == 0 || taken == active) return;
  ++state_->totals.branch_divergent;
  if (state_->watcher) state_->watcher->parting(block, warp, tick);
}

void Checks::fault(const WarpFault& fault) {
  FaultGroup& group = state_->faults[{fault.kind, fault.site, fault.allocation}];
  bool is_new = group.count == 0;
  group.count += static_cast<uint64_t>(std::popcount(fault.lanes));
  for (LaneMask left = fault.other_thread ? fault.lanes : 0; left; left &= left - 1)
    group.has_own |= fault.other_thread[std::countr_zero(left)] == fault.warp * warp_size + static_cast<uint32_t>(std::countr_zero(left));
  uint32_t lane = fault.lanes ? static_cast<uint32_t>(std::countr_zero(fault.lanes)) : 0;
  uint32_t thread = fault.warp * warp_size + lane;
  if (!is_new && std::tie(group.block, group.thread) <= std::tie(fault.block, thread)) return;
  group.tick = fault.tick;
  group.block = fault.block;
  group.thread = thread;
  group.site = fault.site;
  group.allocation = fault.allocation;
  group.access = fault.access;
  group.bytes = fault.bytes;
  group.has_offset = fault.offset != nullptr;
  group.offset = fault.offset ? fault.offset[lane] : 0;
  group.has_value = fault.value != nullptr;
  group.value = fault.value ? fault.value[lane] : 0;
  group.has_heap = fault.heap != nullptr;
  group.heap = fault.heap ? fault.heap[lane] : HeapBlock{};
  group.gives = fault.gives;
  group.other_site = fault.other_site;
  group.other_thread = fault.other_thread ? fault.other_thread[lane] : 0;
}

void Checks::stopped(FindingKind kind, uint32_t block, uint64_t tick, std::span<const BarrierStand> stands, std::span<const uint32_t> left,
                     std::span<const LackingBarrier> lacking) {
  StandGroup& group = state_->stands[{kind, no_site, no_site}];
  if (group.count++) return;
  group.tick = tick;
  group.block = block;
  group.stands.assign(stands.begin(), stands.end());
  group.left.assign(left.begin(), left.end());
  group.lacking.assign(lacking.begin(), lacking.end());
}

void Checks::last_poll(const EndlessLanes& poll) { state_->last_poll = poll; }
void Checks::endless(const EndlessWait& wait, uint64_t tick) { state_->endless = {wait, tick}; }

void Checks::instructions(uint64_t warp_instructions, uint64_t thread_instructions) {
  state_->totals.warp_instructions += warp_instructions;
  state_->totals.thread_instructions += thread_instructions;
}

// ---- by warp

void Checks::count_by_warp() { state_->by_warp.emplace(state_->shape); }
bool Checks::counts_by_warp() const { return state_->by_warp.has_value(); }

void Checks::end_turn(uint32_t block, uint32_t warp, uint64_t warp_instructions, uint64_t thread_instructions) {
  State& s = *state_;
  if (!s.by_warp) return;
  Counters now;
  s.running.add_to(now);
  now.branch_divergent = s.totals.branch_divergent;
  Counters difference = now;
  difference -= s.before_turn;
  s.before_turn = now;
  difference.warp_instructions = warp_instructions;
  difference.thread_instructions = thread_instructions;
  s.by_warp->add(block, warp, difference);
}

WarpCounters Checks::warp_counters() const { return state_->by_warp ? state_->by_warp->result() : WarpCounters{}; }

// ---- parts of a launch

bool Checks::has_races() const { return !state_->races().empty(); }
const std::vector<RacePair>& Checks::racing_pairs() const { return state_->races(); }
const std::vector<AllocationInfo>& Checks::allocations() const { return state_->allocations; }
void Checks::know_heap(HeapBlocks heap) { state_->heap = std::move(heap); }
std::vector<bool> Checks::executed() const {
  std::vector<bool> sites(state_->sites.size());
  for (const auto& of_space : state_->used)
    for (size_t site = 0; site < sites.size(); ++site) sites[site] = sites[site] || of_space[site].lanes;
  return sites;
}
void Checks::confirm_races(std::vector<RacePair> pairs) { state_->confirmed = std::move(pairs); }

void Checks::absorb(const Checks& later, uint64_t start) {
  State& mine = *state_;
  const State& theirs = *later.state_;
  mine.totals += theirs.totals;
  mine.has_atomics |= theirs.has_atomics;
  for (size_t space = 0; space < std::size(mine.used); ++space)
    for (size_t site = 0; site < mine.sites.size(); ++site) {
      const SiteUse& from = theirs.used[space][site];
      mine.used[space][site] += from;
      if (from.lanes) mine.used_as[site] = theirs.used_as[site], mine.returns[site] = theirs.returns[site];
    }
  if (mine.by_warp && theirs.by_warp) mine.by_warp->absorb(*theirs.by_warp);
  // Of each group the example of the lowest block (and thread) is kept, as if it had been one run.
  for (const auto& [key, group] : theirs.faults) {
    auto [at, is_new] = mine.faults.try_emplace(key, group);
    const uint64_t count = is_new ? group.count : at->second.count + group.count;
    const bool is_lower = !is_new && std::tie(group.block, group.thread) < std::tie(at->second.block, at->second.thread);
    const bool has_own = group.has_own || at->second.has_own;
    if (is_lower) at->second = group;
    if (is_new || is_lower) at->second.tick = group.tick + start;
    at->second.count = count;
    at->second.has_own = has_own;
  }
  for (const auto& [key, group] : theirs.stands) {
    auto [at, is_new] = mine.stands.try_emplace(key, group);
    const uint64_t count = is_new ? group.count : at->second.count + group.count;
    const bool is_lower = !is_new && group.block < at->second.block;
    if (is_lower) at->second = group;
    if (is_new || is_lower) at->second.tick = group.tick + start;
    at->second.count = count;
  }
  mine.barrier_mistakes.absorb(theirs.barrier_mistakes, start);
  mine.shadow.absorb(theirs.shadow);
}

// ---- results

Counters Checks::counters() const {
  const State& s = *state_;
  UseTable all;
  for (size_t space = 0; space < space_count; ++space)
    for (size_t site = 0; site < s.sites.size(); ++site) all.by[space][way_of(s.used_as[site], s.returns[site])] += s.used[space][site];
  Counters c = s.totals;
  all.add_to(c);
  return c;
}

std::vector<AccessCounters> Checks::accesses() const {
  std::vector<AccessCounters> all;
  std::vector<uint32_t> order(state_->sites.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return state_->sites[a].order < state_->sites[b].order; });
  for (uint32_t site : order)
    for (Space space : {Space::global, Space::shared, Space::constant}) {
      const SiteUse& use = state_->used[index_of(space)][site];
      if (!use.requests && !use.lanes) continue;
      AccessCounters of{.span = state_->sites[site].span, .space = space, .kind = state_->used_as[site]};
      // Several sites may be one place: instances of a template, inlined calls.
      auto same = std::find_if(all.begin(), all.end(), [&](const AccessCounters& a) { return a.span == of.span && a.space == of.space && a.kind == of.kind; });
      AccessCounters& into = same == all.end() ? all.emplace_back(of) : *same;
      into.requests += use.requests;
      into.sectors += use.sectors;
      into.wavefronts += use.wavefronts;
      into.conflicts += use.conflicts;
      into.bytes += use.bytes;
      into.lanes += use.lanes;
      into.collisions += use.collisions;
      into.result_used |= state_->returns[site] != 0;
    }
  return all;
}

std::vector<bool> Checks::written(uint32_t allocation) const {
  std::vector<RaceShadow::ElementUse> use = state_->shadow.element_use(allocation);
  std::vector<bool> flags(use.size());
  for (size_t i = 0; i < use.size(); ++i) flags[i] = use[i].stored;
  return flags;
}

std::vector<Finding> Checks::findings(bool finished) const {
  const State& s = *state_;
  std::vector<Finding> all = race_findings(s.races_to_tell(), s.shadow, s.context());
  // A read that races with a write may come before it or not: the race is told, whichever way it went. What nobody has written at all, or only
  // later on, is unset in every order. (Of shared memory it is not known any more which elements were written: there the place decides.)
  const auto races_with_store = [&](uint32_t site, uint32_t allocation) {
    return std::any_of(s.races().begin(), s.races().end(), [&](const RacePair& race) {
      return race.allocation == allocation && (race.site[0] == site || race.site[1] == site) && race.site[0] != race.site[1];
    });
  };
  // Faults of one place that several sites stand for are one finding.
  std::map<std::tuple<FindingKind, uint32_t, uint32_t, uint32_t, uint32_t>, FaultGroup> by_place;
  for (const auto& [key, group] : s.faults) {
    const FindingKind kind = std::get<0>(key);
    if ((kind == FindingKind::uninit_shared || kind == FindingKind::uninit_global) && races_with_store(group.site, group.allocation) && !s.stays_unwritten(group)) continue;
    if (kind == FindingKind::async_wait && s.is_told_as_race(group)) continue;
    Span span = group.site < s.sites.size() ? s.sites[group.site].span : Span{};
    auto [at, is_new] = by_place.try_emplace({kind, span.file.v, span.begin, span.end, group.allocation}, group);
    if (is_new) continue;
    uint64_t count = at->second.count + group.count;
    if (std::tie(group.block, group.thread) < std::tie(at->second.block, at->second.thread)) at->second = group;
    at->second.count = count;
  }
  for (const auto& [key, group] : by_place) all.push_back(s.fault_finding(std::get<0>(key), group));
  for (const auto& [key, group] : s.stands) all.push_back(s.stand_finding(std::get<0>(key), group));
  for (Finding& finding : s.barrier_mistakes.findings(s.context())) all.push_back(std::move(finding));
  if (s.endless) all.push_back(endless_finding(s.endless->wait, s.endless->tick, s.context()));
  if (finished) s.add_coverage(all);
  std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.tick < b.tick;
  });
  return all;
}

namespace {

void tell(Finding& finding, std::string code, std::vector<std::string> arguments) {
  finding.code = std::move(code);
  finding.arguments = std::move(arguments);
  finding.message = fill_sentence(sentence(finding.code).message, finding.arguments);
  finding.hint = fill_sentence(sentence(finding.code).hint, finding.arguments);
}

Finding new_finding(FindingKind kind) {
  Finding finding;
  finding.kind = kind;
  finding.severity = finding_severity(kind);
  return finding;
}

std::string count_of(uint64_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

}  // namespace

// Of a fault in the device's heap, or of something that is given back to it: its element by its block. False: the sentence is still to be told.
bool Checks::State::tell_in_heap(Finding& finding, const FaultGroup& group, const std::vector<std::string>& who, std::string& element) const {
  const HeapBlock* now = heap.at(static_cast<uint64_t>(std::max<int64_t>(group.offset, 0)));
  const HeapBlock block = group.has_heap ? group.heap : now ? *now : HeapBlock{};
  const HeapSentence told = heap_sentence(context(), {finding.kind, group.access, group.bytes, group.offset, block, group.gives, element}, who);
  element = told.element;
  if (told.is_in_block) finding.element = told.index < 0 ? std::vector<uint64_t>{} : std::vector{static_cast<uint64_t>(told.index)};
  if (told.is_warning) finding.severity = Severity::warning;
  if (!told.code.empty()) tell(finding, told.code, told.arguments);
  return !told.code.empty();
}

Finding Checks::State::fault_finding(FindingKind kind, const FaultGroup& group) const {
  Finding finding = new_finding(kind);
  finding.count = group.count;
  finding.tick = group.tick;
  FindingPlace place;
  if (group.site < sites.size()) place.span = sites[group.site].span;
  place.access = group.access;
  place.block = shape.block_index(group.block);
  place.thread = shape.thread_index(group.thread);
  place.tick = group.tick;

  std::vector<std::string> who = {thread_name(shape, place.thread), block_name(shape, place.block)};
  bool names_element = group.allocation < allocations.size() && kind != FindingKind::arith_div0 && kind != FindingKind::arith_shift &&
                       kind != FindingKind::memory_null && kind != FindingKind::stack_overflow;
  std::string element;
  if (names_element) {
    const AllocationInfo& allocation = allocations[group.allocation];
    finding.buffer = allocation.name;
    finding.buffer_index = allocation.buffer_index;
    element = accessed_name(allocation, group.offset, group.bytes);
    uint64_t bytes = std::max<uint32_t>(allocation.element_bytes, 1);
    if (group.offset >= 0) {
      finding.flat_element = static_cast<uint64_t>(group.offset) / bytes;
      finding.element = element_index(allocation, finding.flat_element);
    }
  }

  const bool is_in_heap = group.has_heap || (kind == FindingKind::oob_shape && names_element && allocations[group.allocation].is_heap);
  if (is_in_heap && tell_in_heap(finding, group, who, element)) {
    finding.places.push_back(std::move(place));
    return finding;
  }

  switch (kind) {
    case FindingKind::oob_read:
    case FindingKind::oob_write: {
      const AllocationInfo& allocation = allocations[std::min<size_t>(group.allocation, allocations.size() - 1)];
      const uint64_t bytes = counted_bytes(allocation), elements = allocation.bytes / bytes;
      std::string size = "`" + allocation.name + "` has " + count_of(elements, "element");
      if (elements) size += ", the last is `" + accessed_name(allocation, static_cast<int64_t>((elements - 1) * bytes), bytes) + "`";
      bool is_own_array = allocation.space == Space::shared || allocation.space == Space::local;
      bool has_wrapped = group.offset >= 0 && finding.flat_element >= 0xffff0000u && finding.flat_element <= 0xffffffffu;
      std::string hint = has_wrapped ? "an unsigned index below zero wraps round to this: check before subtracting"
                         : group.offset < 0 ? "check the index before it is used: it must not be negative (an unsigned index wraps round instead)"
                         : is_own_array   ? "check the index before it is used, or give the array the room that its borders need"
                                          : "check the index before it is used, as in `if (i < n)`: a grid is whole blocks, so some threads may have nothing to do";
      tell(finding, finding_name(kind), {who[0], who[1], element, size, hint});
      break;
    }
    case FindingKind::oob_shape: {
      const std::vector<uint64_t>& extents = allocations[std::min<size_t>(group.allocation, allocations.size() - 1)].shape;
      place.value = std::to_string(static_cast<int64_t>(group.value));
      tell(finding, "oob.shape", {who[0], who[1], element, place.value, extents.size() > 1 ? "a row of " + std::to_string(extents.back()) : "its row"});
      break;
    }
    case FindingKind::arith_shift:
      place.value = std::to_string(static_cast<int64_t>(group.value));
      tell(finding, "arith.shift", {who[0], who[1], place.value});
      break;
    case FindingKind::warp_caller: {
      char mask[16];
      std::snprintf(mask, sizeof mask, "0x%08x", static_cast<unsigned>(group.value));
      place.value = mask;
      tell(finding, "warp.caller", {who[0], who[1], place.value, std::to_string(group.thread % warp_size)});
      break;
    }
    case FindingKind::assertion:
    case FindingKind::trap: {
      std::string text;
      if (sources && place.span.file.v < sources->file_count()) text = std::string(sources->text(sources->outermost(place.span)));
      if (kind == FindingKind::assertion && text.starts_with("assert")) {  // written in a macro of the file: the whole call
        size_t open = text.find('('), close = text.rfind(')');
        if (open != std::string::npos && close != std::string::npos && close > open) text = text.substr(open + 1, close - open - 1);
      }
      tell(finding, finding_name(kind), {who[0], who[1], text});
      break;
    }
    case FindingKind::warp_source:
      place.value = std::to_string(group.value);
      tell(finding, "warp.source", {who[0], who[1], place.value});
      break;
    case FindingKind::stack_overflow:
      tell(finding, "stack.overflow", {who[0], who[1], std::to_string(group.value)});
      break;
    case FindingKind::arith_div0:
      place.value = "0";
      tell(finding, "arith.div0", who);
      break;
    case FindingKind::memory_misaligned:
      tell(finding, "memory.misaligned", {who[0], who[1], std::to_string(group.bytes), std::to_string(group.offset), finding.buffer.empty() ? "memory" : finding.buffer});
      break;
    case FindingKind::uninit_local:
      // A variable in a register has no allocation: its name is the text that reads it.
      if (element.empty() && sources && place.span.file.v < sources->file_count()) element = std::string(sources->text(sources->outermost(place.span)));
      tell(finding, "uninit.local", {who[0], who[1], element});
      break;
    default: tell(finding, finding_name(kind), {who[0], who[1], element}); break;
  }
  finding.places.push_back(std::move(place));
  if (kind == FindingKind::async_wait) tell_early_read(finding, group);
  return finding;
}

// A copy that is read before it has been waited for: the second place is the copy.
void Checks::State::tell_early_read(Finding& finding, const FaultGroup& group) const {
  FindingPlace copy;
  if (group.other_site < sites.size()) copy.span = sites[group.other_site].span;
  copy.access = AccessKind::store;
  copy.block = finding.places[0].block;
  copy.thread = shape.thread_index(group.other_thread);
  copy.tick = group.tick;
  const bool is_own = group.other_thread == group.thread;
  const AllocationInfo& allocation = allocations[group.allocation];
  tell(finding, is_own ? "async.wait" : "async.wait.other",
       {thread_name(shape, finding.places[0].thread), block_name(shape, finding.places[0].block), element_name(allocation, group.offset), context().line(copy.span),
        thread_name(shape, copy.thread)});
  finding.places.push_back(std::move(copy));
}

// A read of what a copy is to bring, seen while the copy was under way, may also race with the copy: by its beginning, or by the moment at
// which it was carried out. One of the two is told. Where nothing puts the read behind the copy's beginning, or the wait comes before the read and only
// a barrier is missing between them, other threads' reads are early or not, as it happens: that is a race. Else the copy has not been waited for.
static bool is_race_with_copy(const RacePair& race, uint32_t allocation, uint32_t reading_site, const std::vector<Site>& sites) {
  const int read = race.site[0] == reading_site ? 0 : 1;
  const uint32_t other = race.site[1 - read];
  return race.allocation == allocation && race.site[read] == reading_site && (begins_copy(sites, other) || ends_copy(sites, other));
}

bool Checks::State::is_told_as_race(const FaultGroup& group) const {
  return !group.has_own && std::any_of(races().begin(), races().end(), [&](const RacePair& race) {
    if (!is_race_with_copy(race, group.allocation, group.site, sites) || race.scope == Finding::Scope::warp) return false;
    return race.store_first || begins_copy(sites, race.site[0]) || begins_copy(sites, race.site[1]);
  });
}

std::vector<RacePair> Checks::State::races_to_tell() const {
  std::vector<RacePair> told = races();
  for (const auto& [key, group] : faults) {
    if (std::get<0>(key) != FindingKind::async_wait || is_told_as_race(group)) continue;
    std::erase_if(told, [&](const RacePair& race) { return is_race_with_copy(race, group.allocation, group.site, sites); });
  }
  return told;
}

// "threads 0 to 31 and 40 wait", "threads 32 to 63 are at line 9": of the lanes in one state.
std::string Checks::State::stands_text(const StandGroup& group, BarrierStand::State state, Which which, Span there) const {
  std::map<std::string, std::vector<uint32_t>> by_place;
  for (const BarrierStand& stand : group.stands)
    if (stand.state == state && (which == Which::all || (place_of(stand) == there) == (which == Which::there)))
      for (LaneMask rest = stand.lanes; rest; rest &= rest - 1)
        by_place[state == BarrierStand::State::exited ? "" : context().line(place_of(stand))].push_back(stand.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest)));
  std::string text;
  for (const auto& [place, threads] : by_place) {
    const std::string ranges = ranges_of(threads);
    bool is_one = threads.size() == 1;
    if (!text.empty()) text += "; ";
    text += (is_one ? "thread " : "threads ") + ranges;
    if (state == BarrierStand::State::exited)
      text += is_one ? " has left the kernel" : " have left the kernel";
    else if (which == Which::there)
      text += is_one ? " waits" : " wait";
    else
      text += (state == BarrierStand::State::waiting ? (is_one ? " waits at " : " wait at ") : (is_one ? " is at " : " are at ")) + place;
  }
  return text;
}

// "block 1 has left without coming to it", "block 1 and 30 others have left without coming to it".
std::string Checks::State::left_text(const StandGroup& group) const {
  if (group.left.empty()) return {};
  const size_t others = group.left.size() - 1;
  std::string text = block_name(shape, shape.block_index(group.left[0]));
  if (others) text += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
  return text + (others ? " have" : " has") + " left without coming to it";
}

Finding Checks::State::stand_finding(FindingKind kind, const StandGroup& group) const {
  Finding finding = new_finding(kind);
  finding.count = group.count;
  finding.tick = group.tick;
  std::string block = block_name(shape, shape.block_index(group.block));
  bool has_waiting = false, has_other = false;
  for (const BarrierStand& stand : group.stands) {
    bool& has = stand.state == BarrierStand::State::waiting && !has_waiting ? has_waiting : has_other;
    bool is_second_barrier = stand.state == BarrierStand::State::waiting && &has == &has_other;
    if (has || !stand.lanes || stand.state == BarrierStand::State::exited) continue;
    if (is_second_barrier && !finding.places.empty() && finding.places[0].span == place_of(stand)) continue;
    has = true;
    FindingPlace place;
    place.span = place_of(stand);
    place.block = shape.block_index(group.block);
    place.thread = shape.thread_index(stand.warp * warp_size + static_cast<uint32_t>(std::countr_zero(stand.lanes)));
    place.tick = group.tick;
    finding.places.push_back(place);
  }
  auto join = [](std::string a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; };
  std::string left = join(stands_text(group, BarrierStand::State::elsewhere), stands_text(group, BarrierStand::State::exited));
  if (kind == FindingKind::barrier_divergent || kind == FindingKind::warp_mask) {
    Span there = finding.places.empty() ? Span{} : finding.places[0].span;
    std::string line = finding.places.empty() ? "this place" : context().line(there);
    std::string waiting = stands_text(group, BarrierStand::State::waiting, Which::there, there);
    std::string others = join(stands_text(group, BarrierStand::State::waiting, Which::elsewhere, there), left);
    if (others.empty()) others = kind == FindingKind::warp_mask ? "the others call it with another mask" : "the others wait at another barrier";
    tell(finding, finding_name(kind), {block, line, waiting, others});
  } else {
    std::string all = join(stands_text(group, BarrierStand::State::waiting), left);
    if (all.empty()) all = block + " was at work";
    all = join(all, left_text(group));
    if (kind == FindingKind::budget && last_poll) all += "; " + poll_text(*last_poll, context());
    if (kind == FindingKind::deadlock && !group.lacking.empty()) tell(finding, "deadlock.count", {block, all, lacking_text(group.lacking)});
    else tell(finding, finding_name(kind), {kind == FindingKind::budget ? std::to_string(group.tick) : block, all});
  }
  return finding;
}

void Checks::State::add_coverage(std::vector<Finding>& findings) const {
  size_t races = findings.size();
  for (uint32_t a = 0; a < allocations.size(); ++a) {
    const AllocationInfo& allocation = allocations[a];
    if (!allocation.is_output || !is_global(allocation.space) || shadow.is_covered_once(a)) continue;
    std::vector<RaceShadow::ElementUse> use = shadow.element_use(a);
    uint64_t missing = 0, repeated = 0, first_missing = 0, first_repeated = 0;
    for (uint64_t i = 0; i < use.size(); ++i) {
      if (!use[i].stored && missing++ == 0) first_missing = i;
      if (use[i].several && repeated++ == 0) first_repeated = i;
    }
    auto report = [&](FindingKind kind, std::string code, uint64_t count, uint64_t first) {
      Finding finding = new_finding(kind);
      finding.count = count;
      finding.buffer = allocation.name;
      finding.buffer_index = allocation.buffer_index;
      finding.flat_element = first;
      finding.element = element_index(allocation, first);
      finding.tick = totals.warp_instructions;
      uint32_t site = use[first].site;
      if (kind == FindingKind::coverage_repeated && site < sites.size()) {
        FindingPlace place;
        place.span = sites[site].span;
        place.access = AccessKind::store;
        place.block = shape.block_index(static_cast<uint32_t>(use[first].thread >> 32));
        place.thread = shape.thread_index(static_cast<uint32_t>(use[first].thread));
        place.tick = finding.tick;
        finding.places.push_back(place);
      }
      tell(finding, std::move(code), {std::to_string(count), std::to_string(use.size()), allocation.name,
                                      element_name(allocation, static_cast<int64_t>(first * std::max<uint32_t>(allocation.element_bytes, 1)))});
      findings.push_back(std::move(finding));
    };
    if (missing)
      report(FindingKind::coverage_missing, missing == use.size() ? "coverage.missing.all" : missing == 1 ? "coverage.missing.one" : "coverage.missing", missing,
             first_missing);
    bool is_racy = std::any_of(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(races), [&](const Finding& f) {
      return f.buffer == allocation.name && f.places.size() == 2;
    });
    if (repeated && !is_racy) report(FindingKind::coverage_repeated, "coverage.repeated", repeated, first_repeated);
  }
}

}  // namespace wb
