#pragma once
// A closer look at pairs of places that seem to race.
//
// RaceShadow knows the order of barriers, and of warp functions roughly. So what it finds is all that can race, and sometimes more: a lock,
// a flag behind a fence, the last block's turn, functions of a few lanes order what it holds for unordered. When it has found a pair in a
// program with such means, the launch is run again, tick for tick the same, and this watcher follows the exact order of the moments:
//
//   RaceShadow: pairs of places, by barriers      ExactRaces: the accesses at these places alone, with vector clocks
//   x.cu:4 with x.cu:9 on `data`        ----->    thread 7 at tick 512 with thread 3 at tick 980: unordered? then it is a race
//
// Of each place and cell it keeps the accesses that are not behind a later one at the same place (race_cells.h): any access that is unordered with one of
// those left out is unordered with the later one, too. Beside a later one of another warp, block or value some are kept (`most_behind`): how
// far apart the parties are, and whether two stores agree, is asked as well. (Of more than `most_entries` it forgets the oldest.)
//
// A race counts once for each access that meets one, however many: so where a pair's example, reach and values are settled, the first race that an access
// finds at the other place ends its search there.
//
// Accesses that cannot race although they are unordered by barriers, fences and flags: an atomic beside a later access of a thread that has
// itself come to the word by an atomic meanwhile (the last block sets its counter back); two atomics of one size, or one and a volatile access
// of its size, unless one reaches only its own block and the other is of another; two volatile accesses of one size where they serve as a
// flag: between warps in global memory, if the load's value decides something, or (of two stores) some load or atomic of the memory is one that looks (FlagLoads); behind
// fences of the storing threads in shared memory, and between lanes of one warp, too. Two volatile stores race wherever each of them updates the word: its thread has
// fetched what stood there, and stores what it has made of it. Nor does a load that only fetches for an update come after the stores that it sees. Whoever has come to
// the word after the update's store comes after its load, too.
//
// Of the loads that race with atomics it finds those that only guess (cas_guesses.h). Of those pairs that are in order by a flag it notes where the flag was
// looked at without a fence behind, and of races the flag that lets them through (flag_trail.h).
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/analysis/cas_guesses.h"
#include "simulator/analysis/events.h"
#include "simulator/analysis/flag_trail.h"
#include "simulator/analysis/happens_before.h"
#include "simulator/analysis/race_cells.h"
#include "simulator/analysis/race_shadow.h"
#include "simulator/analysis/ways.h"

namespace wb {

// Volatile loads that look at a flag (program/flag_loads.h). What others fetch is data: without order it may be old, or be overwritten.
struct FlagLoads {
  std::unordered_set<uint32_t> sites;
  std::vector<bool> allocations;  // in which some of them look, or atomics whose result is used
  // Volatile stores of a value made of what volatile loads have brought: by their site, the loads'. Where both are of one word, that is an update and no flag.
  std::unordered_map<uint32_t, std::vector<uint32_t>> updates;
  std::unordered_set<uint32_t> feeding;  // all of these loads
  std::unordered_set<uint32_t> fetches;  // those of them that look at no flag
};

class ExactRaces : public RunWatcher {
 public:
  // `has_fences`: the program has fences, so volatile accesses of shared memory, and of one warp, may be flags. `checks`: what may be a guess and its
  // check.
  ExactRaces(const std::vector<RacePair>& suspects, const std::vector<AllocationInfo>& allocations, uint32_t threads_per_block, bool has_fences,
             const CasGuesses::Checks& checks, FlagLoads flags);
  // The program has barriers in two halves. To be called at once, or never: which of two places comes first is then told by the threads' ways, of those pairs that do
  // race. (What the epochs of the shadow have said goes for all that it suspects.)
  void follow_ways();

  void access(const WarpAccess& access) override;
  void barrier(uint32_t block, uint64_t tick) override;
  void grid_barrier(uint64_t tick) override;
  void barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) override;
  void named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) override;
  void join_cluster(uint32_t block, uint32_t cluster) override { order_.join_cluster(block, cluster); }
  void cluster_arrival(uint32_t cluster, uint32_t block, WarpLanes who, bool is_relaxed, uint64_t tick) override { order_.cluster_arrival(cluster, block, who, is_relaxed, tick); }
  void cluster_complete(uint32_t cluster, uint64_t tick) override { order_.cluster_complete(cluster, tick); }
  void cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick) override;
  void warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) override { order_.warp_sync(block, warp, lanes, tick); }
  void fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t tick) override { order_.fence(block, warp, lanes, fence, tick); }
  void end_block(uint32_t block) override;
  void launch_grid(uint32_t grid, uint32_t block, uint32_t thread, uint64_t tick) override { order_.launch_grid(grid, {block, thread}, tick); }
  void begin_grid(const GridBegin& begin) override { order_.begin_grid(begin); }
  void end_grid(uint32_t grid) override { order_.end_grid(grid); }

  // Those of the suspects that do race, with an example that does.
  std::vector<RacePair> confirmed() const;
  // Accesses that are in order only by a flag with no fence behind it.
  std::vector<MissingFence> missing_fences() const;
  // Some of what is in order is so through memory: by what a thread has learnt from an atomic or a flag, in this run.
  bool has_order_through_memory() const { return order_.has_learnt() || has_come_to_; }

 private:
  static constexpr size_t most_behind = 24, most_entries = 1024;
  // A pair in which a place stands, and the place on its other side.
  struct Partner {
    size_t pair = 0, place = 0;
  };
  // What one place did to one allocation.
  struct Place {
    uint32_t site = 0, allocation = 0;
    AccessKind kind{};
    bool is_volatile = false;
    MemoryScope scope = MemoryScope::device;
    bool looks_at_flags = false;      // a volatile load of it does (FlagLoads)
    std::vector<Partner> partners;
    std::vector<RaceColumn> columns;  // by size
    bool is_strong() const { return kind == AccessKind::atomic || is_volatile; }
    RaceColumn& column_of(uint32_t bytes);
  };
  // One lane of an access, and the thread's knowledge.
  struct LaneAccess {
    const WarpAccess& access;
    uint32_t lane = 0;
    LinearThread me;
    HappensBefore::Word word;
    RaceEntry entry;  // that it makes
    HappensBefore::View view;
    Place* place = nullptr;  // null: none of the suspects
  };
  // A cell of the other place that it meets.
  struct Met {
    const Place& place;
    RaceCell& cell;
    HappensBefore::Word word;
    bool has_come = false;  // the thread may have come to the word by an atomic or a volatile load, or know of somebody who has
  };

  // Of many lanes at once, see whole_accesses.cpp.
  struct WholeAccess;
  bool whole_access(const WarpAccess& access, Place& place);
  static bool find_cells(WholeAccess& whole);
  bool has_plain_partners(const Place& place, uint32_t bytes) const;
  LaneAccess lane_of(const WholeAccess& whole, uint32_t lane) const;
  void check_whole(const WholeAccess& whole, Place& other, RacePair& pair);
  void enter_whole(const WholeAccess& whole);
  bool stands_for_it(const WholeAccess& whole, uint32_t lane, const PlainCells& plain, size_t cell) const;
  static bool has_value_of(const WholeAccess& whole, uint32_t lane, const PlainCells& plain, size_t cell);

  Place* find(uint32_t site, uint32_t allocation);
  size_t place_of(const RacePair& pair, int side);
  static void take_value(RaceEntry& entry, const WarpAccess& access, uint32_t lane);
  void one_lane(LaneAccess& now);
  void check(LaneAccess& now, Place& place);
  bool has_come_to(const LaneAccess& now, const Place& other, const HappensBefore::Word& word) const;
  bool races_at(const LaneAccess& now, Place& other, RaceColumn& column, RacePair& pair);
  bool races_with(const LaneAccess& now, const Met& met, RacePair& pair);
  bool tell_races(const LaneAccess& now, const Met& met, std::span<RaceEntry> entries, RacePair& pair);
  bool lacks_fence(const LaneAccess& now, const RaceEntry& entry) const;
  void note_update(LaneAccess& now);
  void forget_fetches(uint32_t block);
  static uint64_t fetch_key(uint32_t thread, uint32_t site) { return uint64_t{thread} << 32 | site; }
  static uint64_t moment_of(const LaneAccess& now) { return HappensBefore::moment(now.access.tick, now.access.lanes_descend ? warp_size - 1 - now.lane : now.lane); }
  LaneMask without_updated(const Met& met, const RaceEntry& entry, LaneMask lanes, uint64_t came) const;
  bool is_settled(const LaneAccess& now, const Met& met, const RacePair& pair) const;
  bool is_flag(const LaneAccess& now, const Place& other) const;
  bool may_race(const LaneAccess& now, const Met& met, const RaceEntry& entry) const;
  LaneMask not_come_to(const LaneAccess& now, const Met& met, const RaceEntry& entry, LaneMask lanes);
  void record(const LaneAccess& now, const Met& met, const RaceEntry& entry, LaneMask lanes, RacePair& pair);
  void note_which_is_first(const LaneAccess& now, const Met& met, const RaceEntry& entry, LaneMask lanes, RacePair& pair) const;
  void note_missing_fence(const LaneAccess& now, const RaceEntry& entry);
  void enter(const LaneAccess& now, Place& place);
  bool takes_place_of_last(const LaneAccess& now, RaceCell& cell) const;
  bool leave_out_known(const LaneAccess& now, RaceCell& cell);

  void follow_objects(const WarpAccess& access);
  uint32_t object_at(uint32_t allocation, uint64_t offset);
  BarrierClue clue_of(const RacePair& pair) const;
  void end_trail(uint32_t block);

  HappensBefore order_;
  std::optional<Ways> ways_;
  BarrierTrail trail_;
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> object_numbers_;  // by allocation and offset of a word that atomics change; 0: no cuda::barrier
  std::vector<BarrierClue::Object> objects_;                          // by number, from BarrierClue::first_object on
  CasGuesses guesses_;
  FlagLoads flags_;
  // By block; by thread and place: the word that it has fetched there last, for an update. And by those, and the word's beginning: the last such fetch that an update came of.
  struct Update {
    uint64_t fetched = 0, stored = 0;  // tick; moment
  };
  struct Fetch {
    HappensBefore::Word word;
    uint64_t tick = 0;
  };
  struct FetchesOfBlock {
    std::unordered_map<uint64_t, Fetch> last;
    std::map<std::tuple<uint64_t, uint32_t, uint32_t, uint64_t>, Update> updates;
  };
  std::unordered_map<uint32_t, FetchesOfBlock> fetched_;
  FlagTrail flag_trail_;
  std::map<std::pair<uint32_t, uint32_t>, MissingFence> missing_fences_;  // by the place of the look and the flag's allocation
  struct LastMissing {
    MissingFence* missing = nullptr;
    uint64_t tick = 0;
    uint32_t site = 0, block = 0, thread = 0;
  };
  LastMissing last_missing_;
  std::vector<LaneMask> racing_;   // of the entries that an access meets
  RaceCell met_;                   // one of a plain page
  bool has_narrow_atomics_ = false;  // so far: for less than the device
  bool has_come_to_ = false;  // some atomic lies behind an access because its thread has come to the word since
  std::vector<AllocationInfo> allocations_;
  bool has_fences_;
  std::vector<RacePair> pairs_;
  std::vector<bool> has_strong_suspects_;  // by allocation: atomics, volatile stores (once they are seen)
  std::vector<Place> places_;
  std::vector<std::vector<size_t>> places_at_;  // by site
};

}  // namespace wb
