#pragma once
// Everything that is checked and counted while a launch runs: races, divergent barriers, coverage, the faults that the machine reports,
// and the counters. The checked loop of the machine calls it; it knows nothing of the machine.
//
//   begin_launch
//     begin_block 0 .. access access branch barrier access .. end_block 0      (several blocks may be resident at once)
//     begin_block 1 ..
//   findings(), counters(), accesses()                                         (at any moment; meant for the end)
//
// A copy is cheap: the shadow memory is shared page by page until one of the two writes to it.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "simulator/analysis/counters.h"
#include "simulator/analysis/endless_wait.h"
#include "simulator/analysis/events.h"
#include "simulator/analysis/fetches.h"
#include "simulator/analysis/finding.h"
#include "simulator/analysis/launch_shape.h"
#include "simulator/analysis/row_load.h"

namespace wb {

class SourceMap;
struct LeftOutRaces;
struct RacePair;
class RaceTable;  // race_shadow.h
struct MissingFence;

class Checks {
 public:
  Checks();
  Checks(const Checks&);
  Checks(Checks&&) noexcept;
  Checks& operator=(const Checks&);
  Checks& operator=(Checks&&) noexcept;
  ~Checks();

  void begin_launch(const LaunchShape& shape, std::vector<AllocationInfo> allocations, std::vector<Site> sites,
                    std::shared_ptr<const SourceMap> sources);
  // From now on nothing is checked or counted: the watcher alone is told. It must outlive the run.
  void watch(RunWatcher* watcher);
  // The watcher is told of what is checked, as well (not of what atomics leave behind). Null: no longer.
  void also_tell(RunWatcher* watcher);
  bool is_watched() const;
  // A grid that device code launches; that begins; it, and all that it has launched, is complete. Blocks are numbered through over all grids.
  void launch_grid(uint32_t grid, uint32_t block, uint32_t thread, uint64_t tick);
  void begin_grid(const GridBegin& begin, std::span<const AllocationInfo> allocations);  // dynamic shared memory may be of another size now
  void end_grid(uint32_t grid);
  void grid_fault(const GridFault& fault);
  void begin_block(uint32_t block);
  void end_block(uint32_t block);
  // Lanes enter a loop, or the first side of an `if`, with the accesses in it that a compiler makes once; others do not.
  void enter(uint32_t block, uint32_t warp, AccessRange once, LaneMask lanes, LaneMask others);
  // They enter a loop that a compiler writes out, each to make so many passes.
  void enter_uneven(uint32_t block, uint32_t warp, const UnevenLoop& loop, LaneMask lanes, const std::array<uint64_t, warp_size>& passes);

  // Before the access takes effect. Lanes out of bounds are not in `active`; they come as a fault.
  void access(const WarpAccess& access);
  // What a texture unit serves; the texels are accesses of their own, which the counters of memory leave out.
  void fetch(const Fetch& fetch);
  // The same, told shortly: a load from shared memory, or from global or constant memory that nobody stores to. False: nothing was done, this
  // one has to come as an access.
  bool row_load(const RowLoad& load);
  // All live threads of the block have arrived (or were let go after barrier_divergent): what follows is ordered after what was.
  void barrier(uint32_t block, uint64_t tick);
  // At barriers with numbers: a warp comes, one is complete and lets those go that wait there, a warp's arrival is wrong.
  void barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick);
  void named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick);
  void barrier_mistake(const BarrierFault& fault);
  // At the barrier of a cluster, as RunWatcher has it. `blocks`: those of the cluster that have not left.
  void join_cluster(uint32_t block, uint32_t cluster);
  void cluster_arrival(uint32_t cluster, uint32_t block, WarpLanes who, bool is_relaxed, uint64_t tick);
  void cluster_complete(uint32_t cluster, std::span<const uint32_t> blocks, uint64_t tick);
  void cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick);
  // Lanes come to shared memory of another block, `owner`, before they arrive for the `arrivals`+1st time; `access` is told if the block may have left by then.
  void reach_into_cluster(uint32_t arrivals, const WarpFault& access);
  // Before end_block(): behind how many such barriers threads of the block have waited.
  void leave_cluster(uint32_t block, uint32_t waits);
  void grid_barrier(uint64_t tick);  // every block has passed one: what came before is ordered before what comes now
  // Some threads wait where not all of the block's live threads can arrive. `stands` lists every warp's lanes.
  void barrier_divergent(uint32_t block, uint64_t tick, std::span<const BarrierStand> stands);
  // Lanes of a warp wait at a warp function for lanes that never come, and are let go. `stands` lists the lanes of the warp.
  void warp_mask(uint32_t block, uint64_t tick, std::span<const BarrierStand> stands);
  // The program calls warp functions. To be called right after begin_launch(), or never.
  void follow_warps();
  void follow_numbered_barriers();
  void follow_clusters(bool are_split);  // likewise: threads reach beyond their block; they arrive at one place and wait at another
  void follow_grids();  // likewise: device code launches some
  // Lanes of a warp have met: what each did before is ordered before what each does after.
  void warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick);
  // Ordering through memory: only a watcher follows it, see racing_pairs().
  void fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t tick);
  // To be called right after begin_launch(), or never: the program makes bulk copies, which go by a proxy of their own (proxy_order.h).
  void follow_bulk_copies();
  void proxy_fence(uint32_t block, uint32_t warp, LaneMask lanes);
  void begin_bulk_store(const BulkStore& copy);
  void end_bulk_store(const BulkStore& copy, bool has_only_read);  // its thread has waited for it, or until it has read its source
  // A conditional branch: the lanes that take it, of those that are active.
  void branch(uint32_t block, uint32_t warp, uint32_t site, LaneMask taken, LaneMask active, uint64_t tick);
  void fault(const WarpFault& fault);
  // The run cannot go on: `kind` is deadlock or budget; `stands` says where the block's warps are. `left`: it waits for these blocks, which have left.
  // `lacking`: barriers with numbers at which somebody of the block waits.
  // (In these three blocks go by their place in the grid at work.)
  void stopped(FindingKind kind, uint32_t block, uint64_t tick, std::span<const BarrierStand> stands, std::span<const uint32_t> left,
               std::span<const LackingBarrier> lacking = {});
  void last_poll(const EndlessLanes& poll);  // of a launch that was stopped by its budget: what somebody looked at again and again
  void endless(const EndlessWait& wait, uint64_t tick);  // it was stopped: these threads never end
  void instructions(uint64_t warp_instructions, uint64_t thread_instructions);  // added in bulk
  // To be called right after begin_launch(), or never: then the end of each warp's turn has to be told, and warp_counters() has rows.
  void count_by_warp();
  bool counts_by_warp() const;
  void end_turn(uint32_t block, uint32_t warp, uint64_t warp_instructions, uint64_t thread_instructions);
  bool has_races() const;
  bool has_strays() const;  // accesses out of bounds, so far
  // What races by barriers alone, and roughly by warp functions. In a program with fences or warp functions ExactRaces looks at these pairs
  // in a second run; confirm_races() takes what is left.
  const std::vector<RacePair>& racing_pairs() const;
  const std::vector<AllocationInfo>& allocations() const;
  std::vector<bool> executed() const;  // by site: some lane has accessed memory there
  // Of very many races only some are among these.
  const RaceTable& race_table() const;
  void confirm_races(std::vector<RacePair> pairs);
  void confirm_races(std::vector<RacePair> pairs, LeftOutRaces left_out);  // and these are left out now
  // Where shuffles have brought values from lanes that take no part, and those of these places from which nothing comes.
  std::unordered_set<uint32_t> stray_shuffles() const;
  void know_unused_strays(std::unordered_set<uint32_t> sites);
  void know_looks(std::unordered_set<uint32_t> sites);  // plain loads, of those that race, that a branch waits for
  void note_missing_fences(std::vector<MissingFence> missing);
  // The device's heap at the end: findings name what lies in it by its blocks.
  void know_heap(HeapBlocks heap);
  // Adds what a later part of the same launch has found, whose ticks begin at `start`. The parts have found no races, and none stored
  // where another one was: what they know of the launch's memory can be laid side by side.
  void absorb(const Checks& later, uint64_t start);

  // Grouped by kind, pair of places and buffer; the most severe first, then by tick. Coverage is judged for allocations with
  // is_output and only if `finished`: a run that was cut short has not had its chance to write everything.
  std::vector<Finding> findings(bool finished = true) const;
  Counters counters() const;
  WarpCounters warp_counters() const;
  std::vector<AccessCounters> accesses() const;  // by place, in text order; places that never ran are left out
  // Which elements of a global allocation with may_be_stored the launch has stored to, atomics included.
  std::vector<bool> written(uint32_t allocation) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wb
