#include "simulator/analysis/checks.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <optional>
#include <tuple>

#include "simulator/analysis/access_use.h"
#include "simulator/analysis/barrier_findings.h"
#include "simulator/analysis/cluster_reach.h"
#include "simulator/analysis/counter_profile.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/endless_findings.h"
#include "simulator/analysis/fault_findings.h"
#include "simulator/analysis/flag_findings.h"
#include "simulator/analysis/grid_findings.h"
#include "simulator/analysis/proxy_order.h"
#include "simulator/analysis/race_findings.h"
#include "simulator/analysis/race_shadow.h"
#include "simulator/analysis/sectors.h"
#include "simulator/analysis/sentences.h"
#include "simulator/analysis/source_changes.h"
#include "simulator/analysis/stand_findings.h"

namespace wb {
namespace {

bool is_global(Space space) { return space == Space::global; }

}  // namespace

struct Checks::State {
  LaunchShape shape;                  // of the launch's own grid
  LaunchGrids grids;
  std::vector<AllocationInfo> allocations;
  std::vector<Site> sites;
  std::shared_ptr<const SourceMap> sources;

  Counters totals;                    // only what is not summed up from `used`
  std::vector<SiteUse> used[space_count];  // by site
  std::vector<CompiledUse> compiled;  // likewise: what the hardware counts of accesses that the compiler joins or keeps (of other sites nothing)
  EnteredLoops entered;
  std::vector<AccessKind> used_as;    // by site, as it was used
  std::vector<uint8_t> returns;       // by site: an atomic whose result is used
  // With count_by_warp():
  std::optional<WarpTable> by_warp;
  UseTable running;                   // of all sites so far
  Counters before_turn;
  RaceShadow shadow;
  std::optional<std::vector<RacePair>> confirmed;  // what a closer look has left of the shadow's
  std::optional<LeftOutRaces> left_out;            // likewise
  std::vector<MissingFence> missing_fences;        // that it has found
  std::unordered_set<uint32_t> looks;
  std::optional<std::unordered_set<uint32_t>> unused_strays;  // none: they were not followed
  RunWatcher* watcher = nullptr;
  bool only_watches = false;          // the watcher alone is told
  bool launches_grids = false;        // the program does, in device code
  bool has_atomics = false;           // some access was an atomic, or volatile: a flag
  bool has_looks = false;             // ... and its value was looked at
  ClusterReach cluster_reach;
  std::unordered_set<uint32_t> relaxed_clusters;  // some thread has come to their barrier by a relaxed arrival, since it was complete
  FaultGroups faults;
  std::optional<ProxyOrder> proxies;  // of programs with bulk copies
  StandGroups stands;
  BarrierMistakes barrier_mistakes;
  GridFaults grid_faults;

  struct Endless {
    EndlessWait wait;
    uint64_t tick = 0;
  };
  std::optional<Endless> endless;
  std::optional<EndlessLanes> last_poll;

  void note_access(const WarpAccess& access);
  bool is_counted(size_t site, Space space) const { return !sites[site].is_texel || space == Space::texture || space == Space::surface; }
  void note_row_load(const RowLoad& load);
  const std::vector<RacePair>& races() const { return confirmed ? *confirmed : shadow.pairs(); }
  HeapBlocks heap;                    // at the end
  FindingContext context() const { return {grids, allocations, sites, sources.get(), has_atomics, &looks, &heap}; }
  // Has nobody stored to the element of the example, to the end of the run? Known of global memory alone.
  bool stays_unwritten(const FaultGroup& group) const;
  std::vector<RacePair> races_to_tell() const;
  LeftOutRaces races_left_out() const;
  bool is_told_as_race(const FaultGroup& group) const;
  bool races_between(uint32_t a, uint32_t b, uint32_t allocation) const;
  void add_coverage(std::vector<Finding>& findings) const;
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
  state_->grids = LaunchGrids(shape);
  state_->allocations = std::move(allocations);
  state_->sites = std::move(sites);
  state_->sources = std::move(sources);
  for (auto& use : state_->used) use.resize(state_->sites.size());
  for (const Site& site : state_->sites) state_->used_as.push_back(site.kind);
  state_->returns.resize(state_->sites.size());
  state_->compiled.resize(state_->sites.size());
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

void Checks::launch_grid(uint32_t grid, uint32_t block, uint32_t thread, uint64_t tick) {
  if (state_->watcher) state_->watcher->launch_grid(grid, block, thread, tick);
}
void Checks::begin_grid(const GridBegin& begin, std::span<const AllocationInfo> allocations) {
  state_->grids.add(begin);
  for (size_t i = 0; i < allocations.size() && i < state_->allocations.size(); ++i)
    if (state_->allocations[i].bytes != allocations[i].bytes) state_->allocations[i] = allocations[i];
  if (!state_->only_watches) state_->shadow.begin_grid(state_->allocations);
  if (state_->watcher) state_->watcher->begin_grid(begin);
}
void Checks::end_grid(uint32_t grid) {
  if (state_->watcher) state_->watcher->end_grid(grid);
}
void Checks::grid_fault(const GridFault& fault) { state_->grid_faults.add(fault); }

void Checks::begin_block(uint32_t block) {
  if (!state_->only_watches) state_->shadow.begin_block(block);
}
void Checks::enter(uint32_t block, uint32_t warp, AccessRange once, LaneMask lanes, LaneMask others) {
  if (!state_->only_watches) state_->entered.once.enter(block, warp, once, lanes, others);
}
void Checks::enter_uneven(uint32_t block, uint32_t warp, const UnevenLoop& loop, LaneMask lanes, const std::array<uint64_t, warp_size>& passes) {
  if (!state_->only_watches) state_->entered.uneven.enter(block, warp, loop, lanes, passes);
}
void Checks::end_block(uint32_t block) {
  state_->entered.once.end_block(block);
  state_->entered.uneven.end_block(block);
  if (state_->proxies) state_->proxies->end_block(block);
  if (state_->watcher) state_->watcher->end_block(block);
  if (!state_->only_watches) state_->shadow.end_block(block);
}
bool Checks::is_watched() const { return state_->only_watches; }

// CUDA's functions on half and bfloat16 bring the old value back, whether anybody wants it or not.
static bool brings_back(const WarpAccess& access, const Site& site) { return access.result_used || access.bytes < 4 || site.always_returns; }

void Checks::State::note_access(const WarpAccess& access) {
  // A load or store of cuda::atomic is an atomic instruction here; hardware counts it as what it is.
  const Site& site = sites[access.site];
  const AccessKind kind = access.kind == AccessKind::atomic ? site.kind : access.kind;
  has_atomics |= access.kind == AccessKind::atomic || access.is_volatile;
  has_looks |= access.kind == AccessKind::atomic ? access.result_used : access.is_volatile && access.kind == AccessKind::load;
  // Neither goes through the hardware's loads and stores: a barrier's word in shared memory, and what a copy of 4 bytes or more leaves there.
  const bool is_apart = site.is_barrier_word || (site.is_async_copy && access.bytes >= 4);
  if (site.is_bulk || (is_apart && access.space == Space::shared)) return;
  used_as[access.site] = kind;
  if (kind == AccessKind::atomic) returns[access.site] = brings_back(access, site);
  if (site.is_compiled_away() && access.space <= Space::shared) compiled[access.site].count(access, entered);
  SiteUse& use = used[index_of(access.space)][access.site];
  if (!by_warp) [[likely]] return count_access(access, kind, use);
  SiteUse one;
  count_access(access, kind, one);
  use += one;
  if (!site.is_texel) running.by[index_of(access.space)][way_of(kind, brings_back(access, site))] += one;
}

void Checks::State::note_row_load(const RowLoad& load) {
  used_as[load.site] = AccessKind::load;
  if (sites[load.site].is_compiled_away() && load.space <= Space::shared) compiled[load.site].count(load, entered);
  SiteUse& use = used[index_of(load.space)][load.site];
  if (!by_warp) [[likely]] return count_row_load(load, use);
  SiteUse one;
  count_row_load(load, one);
  use += one;
  if (!sites[load.site].is_texel) running.by[index_of(load.space)][way_of(AccessKind::load, false)] += one;
}

void Checks::fetch(const Fetch& fetch) {
  State& s = *state_;
  if (s.only_watches || !fetch.active) return;
  const FetchUse use = fetch_use(fetch);
  const Space space = use.way == FetchWay::texture ? Space::texture : Space::surface;
  const AccessKind kind = use.way == FetchWay::surface_store ? AccessKind::store : AccessKind::load;
  s.used_as[fetch.site] = kind;
  SiteUse one;
  count_fetch(use, static_cast<uint32_t>(std::popcount(fetch.active)), one);
  s.used[index_of(space)][fetch.site] += one;
  if (s.by_warp) s.running.by[index_of(space)][way_of(kind, false)] += one;
}

void Checks::access(const WarpAccess& access) {
  State& s = *state_;
  if (!access.active) return;
  if (s.watcher) {
    s.watcher->access(access);
    if (s.only_watches) return;
  }
  if (!access.is_late) s.note_access(access);
  if (s.proxies) s.proxies->access(access, s.sites[access.site].is_bulk, s.faults);
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
  if (state_->only_watches) return;
  const uint32_t threads = state_->grids.threads_per_block() - who.warp * warp_size;
  const LaneMask all = threads >= warp_size ? ~LaneMask{0} : (LaneMask{1} << threads) - 1;
  state_->shadow.barrier_arrival(block, number, who.warp, who.lanes == all);
}
void Checks::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) {
  if (state_->watcher) state_->watcher->named_barrier(block, number, waiting, tick);
  if (state_->only_watches) return;
  ++state_->totals.barriers;
  state_->shadow.named_barrier(block, number, waiting);
}
void Checks::barrier_mistake(const BarrierFault& fault) { state_->barrier_mistakes.add(fault, 1); }

void Checks::follow_clusters(bool are_split) { state_->shadow.follow_clusters(are_split); }
void Checks::join_cluster(uint32_t block, uint32_t cluster) {
  if (state_->watcher) state_->watcher->join_cluster(block, cluster);
}
void Checks::cluster_arrival(uint32_t cluster, uint32_t block, WarpLanes who, bool is_relaxed, uint64_t tick) {
  if (state_->watcher) state_->watcher->cluster_arrival(cluster, block, who, is_relaxed, tick);
  if (is_relaxed && !state_->only_watches) state_->relaxed_clusters.insert(cluster);
}
void Checks::cluster_complete(uint32_t cluster, std::span<const uint32_t> blocks, uint64_t tick) {
  if (state_->watcher) state_->watcher->cluster_complete(cluster, tick);
  if (state_->only_watches) return;
  state_->totals.barriers += blocks.size();
  if (!state_->relaxed_clusters.erase(cluster)) state_->shadow.cluster_barrier(cluster, blocks);  // else only what was fenced is in order: ExactRaces knows
}
void Checks::cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick) {
  if (state_->watcher) state_->watcher->cluster_wait(cluster, block, who, tick);
  if (!state_->only_watches) state_->shadow.cluster_wait(block, who.warp, who.lanes);
}
void Checks::reach_into_cluster(uint32_t arrivals, const WarpFault& access) {
  if (!state_->only_watches) state_->cluster_reach.reach(arrivals, access);
}
void Checks::leave_cluster(uint32_t block, uint32_t waits) {
  if (!state_->only_watches) state_->cluster_reach.leave(block, waits, state_->faults);
}

void Checks::grid_barrier(uint64_t tick) {
  if (state_->watcher) state_->watcher->grid_barrier(tick);
  if (state_->only_watches) return;
  if (!state_->launches_grids) state_->shadow.grid_barrier();  // what was launched before it is not behind it: ExactRaces knows
}

void Checks::barrier_divergent(uint32_t block, uint64_t tick, std::span<const BarrierStand> stands) {
  state_->stands.add(FindingKind::barrier_divergent, block, tick, stands, state_->sites);
}
void Checks::warp_mask(uint32_t block, uint64_t tick, std::span<const BarrierStand> stands) {
  state_->stands.add(FindingKind::warp_mask, block, tick, stands, state_->sites);
}

void Checks::follow_warps() { state_->shadow.follow_warps(); }
void Checks::follow_numbered_barriers() { state_->shadow.follow_numbered_barriers(); }
void Checks::follow_bulk_copies() { state_->proxies.emplace(); }
void Checks::proxy_fence(uint32_t block, uint32_t warp, LaneMask) {
  if (state_->proxies && !state_->only_watches) state_->proxies->fence(block, warp);
}
void Checks::begin_bulk_store(const BulkStore& copy) {
  if (state_->proxies && !state_->only_watches) state_->proxies->begin(copy, state_->faults);
}
void Checks::end_bulk_store(const BulkStore& copy, bool has_only_read) {
  if (state_->proxies && !state_->only_watches) state_->proxies->end(copy, has_only_read);
}
void Checks::follow_grids() { state_->launches_grids = true; }
void Checks::warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) {
  if (state_->watcher) state_->watcher->warp_sync(block, warp, lanes, tick);
  if (state_->only_watches) return;
  state_->shadow.warp_sync(block, warp, lanes, tick);
}
void Checks::fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t tick) {
  if (state_->watcher) state_->watcher->fence(block, warp, lanes, fence, tick);
}

void Checks::branch(uint32_t block, uint32_t warp, uint32_t, LaneMask taken, LaneMask active, uint64_t tick) {
  if (taken == 0 || taken == active) return;
  ++state_->totals.branch_divergent;
  if (state_->watcher) state_->watcher->parting(block, warp, tick);
}

void Checks::fault(const WarpFault& fault) {
  if (state_->watcher) state_->watcher->fault(fault);
  state_->faults.add(fault);
}

void Checks::stopped(FindingKind kind, uint32_t block, uint64_t tick, std::span<const BarrierStand> stands, std::span<const uint32_t> left,
                     std::span<const LackingBarrier> lacking) {
  const uint32_t first = state_->grids.first_block();
  StandGroup group{.count = 1, .tick = tick, .block = first + block, .stands = {stands.begin(), stands.end()}, .left = {left.begin(), left.end()},
                   .lacking = {lacking.begin(), lacking.end()}};
  for (uint32_t& other : group.left) other += first;
  state_->stands.stop(kind, std::move(group));
}

bool Checks::has_strays() const {
  return std::any_of(state_->faults.all().begin(), state_->faults.all().end(), [](const auto& fault) {
    const FindingKind kind = std::get<FindingKind>(fault.first);
    return kind == FindingKind::oob_read || kind == FindingKind::oob_write;
  });
}

void Checks::last_poll(const EndlessLanes& poll) {
  state_->last_poll = poll;
  state_->last_poll->block += state_->grids.first_block();
  if (poll.owner != own_block) state_->last_poll->owner += state_->grids.first_block();
}
void Checks::endless(const EndlessWait& wait, uint64_t tick) {
  state_->endless = {wait, tick};
  for (auto* all : {&state_->endless->wait.lanes, &state_->endless->wait.elsewhere})
    for (EndlessLanes& lanes : *all) {
      lanes.block += state_->grids.first_block();
      if (lanes.owner != own_block) lanes.owner += state_->grids.first_block();
    }
}

void Checks::instructions(uint64_t warp_instructions, uint64_t thread_instructions) {
  state_->totals.warp_instructions += warp_instructions;
  state_->totals.thread_instructions += thread_instructions;
}

// ---- by warp

void Checks::count_by_warp() { state_->by_warp.emplace(state_->shape); }
bool Checks::counts_by_warp() const { return state_->by_warp.has_value(); }

void Checks::end_turn(uint32_t block, uint32_t warp, uint64_t warp_instructions, uint64_t thread_instructions) {
  State& s = *state_;
  if (!s.by_warp || s.grids.first_block()) return;  // of the launch's own grid
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
const RaceTable& Checks::race_table() const { return state_->shadow.races(); }
void Checks::confirm_races(std::vector<RacePair> pairs) { state_->confirmed = std::move(pairs); }
void Checks::confirm_races(std::vector<RacePair> pairs, LeftOutRaces left_out) {
  confirm_races(std::move(pairs));
  state_->left_out = std::move(left_out);
}
void Checks::know_unused_strays(std::unordered_set<uint32_t> sites) { state_->unused_strays = std::move(sites); }
std::unordered_set<uint32_t> Checks::stray_shuffles() const {
  std::unordered_set<uint32_t> sites;
  for (const auto& [key, group] : state_->faults.all())
    if (std::get<0>(key) == FindingKind::warp_source && !group.has_offset) sites.insert(group.site);
  return sites;
}
void Checks::know_looks(std::unordered_set<uint32_t> sites) { state_->looks = std::move(sites); }
void Checks::note_missing_fences(std::vector<MissingFence> missing) { state_->missing_fences = std::move(missing); }

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
  for (size_t site = 0; site < mine.sites.size(); ++site) mine.compiled[site] += theirs.compiled[site];
  if (mine.by_warp && theirs.by_warp) mine.by_warp->absorb(*theirs.by_warp);
  mine.faults.absorb(theirs.faults, start);
  mine.stands.absorb(theirs.stands, start);
  mine.barrier_mistakes.absorb(theirs.barrier_mistakes, start);
  mine.shadow.absorb(theirs.shadow);
}

// ---- results

Counters Checks::counters() const {
  const State& s = *state_;
  UseTable all;
  for (size_t space = 0; space < space_count; ++space)
    for (size_t site = 0; site < s.sites.size(); ++site)
      if (s.is_counted(site, counted_spaces[space])) all.by[space][way_of(s.used_as[site], s.returns[site])] += s.used[space][site];
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
    for (Space space : counted_spaces) {
      const SiteUse& use = state_->used[index_of(space)][site];
      if ((!use.requests && !use.lanes) || !state_->is_counted(site, space)) continue;
      AccessCounters of{.span = state_->sites[site].span, .space = space, .kind = state_->used_as[site]};
      // Several sites may be one place: instances of a template, inlined calls.
      auto same = std::find_if(all.begin(), all.end(), [&](const AccessCounters& a) { return a.span == of.span && a.space == of.space && a.kind == of.kind; });
      const bool is_first = same == all.end();
      AccessCounters& into = is_first ? all.emplace_back(of) : *same;
      const Site& of_site = state_->sites[site];
      into.kept = is_first ? of_site.kept : kept_of_both(into.kept, of_site.kept);
      if (into.kept != Kept::from && into.kept != Kept::with) into.kept_from = into.kept == Kept::no ? Span{} : into.span;
      else if (!into.kept_from.end || of_site.kept == Kept::with) into.kept_from = state_->sites[of_site.kept_from].span;
      const bool is_joined = space <= Space::shared && state_->sites[site].joined_bytes;
      const bool is_uneven = space <= Space::shared && state_->sites[site].is_uneven;
      into.is_uneven |= is_uneven;
      const SiteUse& left = is_joined || is_uneven || of_site.kept != Kept::no ? state_->compiled[site].use(space) : use;
      if (is_joined) into.joined_bytes = std::max(into.joined_bytes, state_->sites[site].joined_bytes);
      into.left_requests += left.requests, into.left_sectors += left.sectors, into.left_wavefronts += left.wavefronts, into.left_conflicts += left.conflicts;
      into.requests += use.requests;
      into.sectors += use.sectors;
      into.wavefronts += use.wavefronts;
      into.conflicts += use.conflicts;
      into.bytes += use.bytes;
      into.lanes += use.lanes;
      into.collisions += use.collisions;
      into.result_used |= state_->returns[site] != 0;
    }
  for (AccessCounters& a : all)
    a.is_uneven &= std::tie(a.requests, a.sectors, a.wavefronts, a.conflicts) != std::tie(a.left_requests, a.left_sectors, a.left_wavefronts, a.left_conflicts);
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
  std::vector<Finding> all = race_findings(s.races_to_tell(), s.races_left_out(), s.shadow, s.context());
  // A read that races with a write may come before it or not: the race is told, whichever way it went. What nobody has written at all, or only
  // later on, is unset in every order. (Of shared memory it is not known any more which elements were written: there the place decides.)
  const auto races_with_store = [&](uint32_t site, uint32_t allocation) {
    return std::any_of(s.races().begin(), s.races().end(), [&](const RacePair& race) {
      return race.allocation == allocation && (race.site[0] == site || race.site[1] == site) && race.site[0] != race.site[1];
    });
  };
  const auto is_told_otherwise = [&](FindingKind kind, const FaultGroup& group) {
    if (kind == FindingKind::warp_source && !group.has_offset && s.unused_strays && s.unused_strays->contains(group.site)) return true;
    // A flag may say that the block is there; and what was seen under this schedule is told, not what may be under another.
    if ((kind == FindingKind::cluster_start || kind == FindingKind::cluster_leaving) && s.has_looks) return true;
    if (kind == FindingKind::cluster_leaving && s.faults.all().contains({FindingKind::cluster_exited, group.site, group.allocation})) return true;
    if (kind == FindingKind::fence_proxy && s.races_between(group.site, group.other_site, group.allocation)) return true;
    const bool is_unset = kind == FindingKind::uninit_shared || kind == FindingKind::uninit_global;
    return (is_unset && races_with_store(group.site, group.allocation) && !s.stays_unwritten(group)) || (kind == FindingKind::async_wait && s.is_told_as_race(group));
  };
  const FaultGroups faults = SourceChanges(s.races(), s.context()).among(s.faults);
  for (Finding& finding : faults.findings(s.context(), is_told_otherwise)) {
    if (finding.code == "warp.source" && !s.unused_strays) finding.severity = Severity::warning;  // something may come of it, or not
    all.push_back(std::move(finding));
  }
  for (Finding& finding : s.stands.findings(s.context(), s.last_poll ? &*s.last_poll : nullptr)) all.push_back(std::move(finding));
  for (Finding& finding : s.barrier_mistakes.findings(s.context())) all.push_back(std::move(finding));
  for (Finding& finding : s.grid_faults.findings(s.context())) all.push_back(std::move(finding));
  for (Finding& finding : missing_fence_findings(s.missing_fences, s.context())) all.push_back(std::move(finding));
  if (s.endless) all.push_back(endless_finding(s.endless->wait, s.endless->tick, s.context()));
  if (finished) s.add_coverage(all);
  std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.tick < b.tick;
  });
  return all;
}

// A read of what a copy is to bring, seen while the copy was under way, may also race with the copy: by its beginning, or by the moment at
// which it was carried out. One of the two is told. Where nothing puts the read behind the copy's beginning, or the wait comes before the read and only
// a barrier is missing between them, other threads' reads are early or not, as it happens: that is a race. Else the copy has not been waited for. Between lanes of
// one warp a read that stands behind the copy in the program goes for one behind its beginning: lockstep makes it early. A write to where a copy under way goes is
// told as a race with it, if it is one.
static bool is_race_with_copy(const RacePair& race, uint32_t allocation, uint32_t reading_site, const std::vector<Site>& sites) {
  const int read = race.site[0] == reading_site ? 0 : 1;
  const uint32_t other = race.site[1 - read];
  return race.allocation == allocation && race.site[read] == reading_site && (begins_copy(sites, other) || ends_copy(sites, other));
}

bool Checks::State::is_told_as_race(const FaultGroup& group) const {
  return !group.has_own && std::any_of(races().begin(), races().end(), [&](const RacePair& race) {
    if (!is_race_with_copy(race, group.allocation, group.site, sites)) return false;
    const int read = race.site[0] == group.site ? 0 : 1;
    if (group.access == AccessKind::store) return true;
    if (ends_copy(sites, race.site[1 - read])) return race.store_first;
    return race.scope != Finding::Scope::warp || (race.fetch_first && !race.store_first);
  });
}

// A bulk copy's accesses to its source have two places: as it begins, and as it is waited for.
bool Checks::State::races_between(uint32_t a, uint32_t b, uint32_t allocation) const {
  const auto is_at = [](uint32_t site, uint32_t wanted) { return site == wanted || site == wanted + 1; };
  return std::any_of(races().begin(), races().end(), [&](const RacePair& race) {
    return race.allocation == allocation && ((is_at(race.site[0], a) && is_at(race.site[1], b)) || (is_at(race.site[0], b) && is_at(race.site[1], a)));
  });
}

std::vector<RacePair> Checks::State::races_to_tell() const {
  std::vector<RacePair> told = races();
  for (const auto& [key, group] : faults.all()) {
    if (std::get<0>(key) != FindingKind::async_wait || group.access == AccessKind::store || is_told_as_race(group)) continue;
    std::erase_if(told, [&](const RacePair& race) { return is_race_with_copy(race, group.allocation, group.site, sites); });
  }
  const FindingContext known = context();
  std::erase_if(told, [&](const RacePair& race) { return SourceChanges(races(), known).has(race); });
  return told;
}

// Reads that go as too early race all the same: what they bring may be stored elsewhere.
LeftOutRaces Checks::State::races_left_out() const {
  LeftOutRaces all = left_out ? *left_out : shadow.races().left_out();
  all.has_load |= std::any_of(races().begin(), races().end(), [](const RacePair& race) { return race.access[0] == AccessKind::load || race.access[1] == AccessKind::load; });
  return all;
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
        grids.locate(place, static_cast<uint32_t>(use[first].thread >> 32), static_cast<uint32_t>(use[first].thread));
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
