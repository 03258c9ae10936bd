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
// Of each place and cell it keeps the accesses that are not behind a later one at the same place: any access that is unordered with one of
// those left out is unordered with the later one, too. Beside a later one of another warp, block or value some are kept (`most_behind`): how
// far apart the parties are, and whether two stores agree, is asked as well. (Of more than `most_entries_` it forgets the oldest.)
//
// Accesses that cannot race although they are unordered by barriers, fences and flags: an atomic beside a later access of a thread that has
// itself come to the word by an atomic meanwhile (the last block sets its counter back); two atomics of one size, or one and a volatile access
// of its size, unless one reaches only its own block and the other is of another; two volatile accesses of one size where they serve as a
// flag: between warps in global memory, if the load's value decides something, or (of two stores) some load or atomic of the memory is one that looks (FlagLoads); behind
// fences of the storing threads in shared memory, and between lanes of one warp, too.
//
// Of the loads that race with atomics it finds those that only guess (cas_guesses.h). Of those pairs that are in order by a flag it notes where the flag was
// looked at without a fence behind, and of races the flag that lets them through (flag_trail.h).
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/analysis/cas_guesses.h"
#include "simulator/analysis/events.h"
#include "simulator/analysis/flag_trail.h"
#include "simulator/analysis/happens_before.h"
#include "simulator/analysis/race_shadow.h"

namespace wb {

// Volatile loads that look at a flag (program/flag_loads.h). What others fetch is data: without order it may be old, or be overwritten.
struct FlagLoads {
  std::unordered_set<uint32_t> sites;
  std::vector<bool> allocations;  // in which some of them look, or atomics whose result is used
};

class ExactRaces : public RunWatcher {
 public:
  // `has_fences`: the program has fences, so volatile accesses of shared memory, and of one warp, may be flags. `checks`: what may be a guess and its
  // check.
  ExactRaces(const std::vector<RacePair>& suspects, const std::vector<AllocationInfo>& allocations, uint32_t threads_per_block, bool has_fences,
             const CasGuesses::Checks& checks, FlagLoads flags);

  // For who knows that the suspects race, and wants to know of flags beside them alone: of each place and cell only the last few accesses.
  void keep_few() { most_entries_ = 64; }

  void access(const WarpAccess& access) override;
  void barrier(uint32_t block, uint64_t tick) override;
  void grid_barrier(uint64_t tick) override { order_.grid_barrier(tick); }
  void barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) override;
  void named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) override;
  void warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) override { order_.warp_sync(block, warp, lanes, tick); }
  void fence(uint32_t block, uint32_t warp, LaneMask lanes, FenceScope scope, uint64_t tick) override { order_.fence(block, warp, lanes, scope, tick); }
  void end_block(uint32_t block) override;

  // Those of the suspects that do race, with an example that does.
  std::vector<RacePair> confirmed() const;
  // Accesses that are in order only by a flag with no fence behind it.
  std::vector<MissingFence> missing_fences() const;
  // Some of what is in order is so through memory: by what a thread has learnt from an atomic or a flag, in this run.
  bool has_order_through_memory() const { return order_.has_learnt() || has_come_to_; }

 private:
  static constexpr size_t most_behind = 24;
  // What an access stored: compared, and shown.
  struct Value {
    bool is_known = false;
    uint64_t low = 0, high = 0;
    friend bool operator==(const Value&, const Value&) = default;
  };
  // Lanes of one warp that touched a cell in one instruction, and stored the same.
  struct Entry {
    uint64_t tick = 0;
    uint32_t block = 0, warp = 0;
    LaneMask lanes = 0;
    bool has_fenced = false, lanes_descend = false;
    bool is_behind = false;  // a later access is ordered after it
    Value value;
    bool is_of_one_access(const Entry& e) const { return tick == e.tick && block == e.block && warp == e.warp && has_fenced == e.has_fenced; }
    uint64_t moment(int lane) const { return HappensBefore::moment(tick, static_cast<uint32_t>(lanes_descend ? warp_size - 1 - lane : lane)); }
  };
  struct Cell {
    std::vector<Entry> entries;
  };
  // What one place did to one allocation in pieces of one size, by cells of that size.
  struct Column {
    uint32_t bytes = 0;
    std::unordered_map<uint64_t, Cell> cells;  // by (copy, offset / bytes)
  };
  struct Place {
    uint32_t site = 0, allocation = 0;
    AccessKind kind{};
    bool is_volatile = false, within_block = false;
    std::vector<size_t> pairs;  // in which it stands
    std::vector<Column> columns;
    bool is_strong() const { return kind == AccessKind::atomic || is_volatile; }
  };
  // One lane of an access.
  struct LaneAccess {
    const WarpAccess& access;
    uint32_t lane = 0;
    LinearThread me;
    HappensBefore::Word word;
    Value value;
  };

  Place* find(uint32_t site, uint32_t allocation);
  static Column& column_of(Place& place, uint32_t bytes);
  static Value value_of(const WarpAccess& access, uint32_t lane);
  uint64_t cell_key(uint32_t copy, uint64_t index) const { return uint64_t{copy} << 40 | index; }
  void one_lane(const LaneAccess& now, Place* place);
  void check(const LaneAccess& now, Place& place);
  void check_pair(const LaneAccess& now, const Place& other, const Column& column, RacePair& pair);
  void check_entries(const LaneAccess& now, const Place& other, const Column& column, uint64_t cell, std::span<const Entry> entries, const Entry& together, RacePair& pair);
  bool is_flag(const LaneAccess& now, const Place& other) const;
  bool may_race(const LaneAccess& now, const Place& other, const Column& column, const Entry& entry) const;
  LaneMask unordered(const LaneAccess& now, const Place& other, const Column& column, uint64_t cell, const Entry& entry);
  static Finding::Scope scope_of(const LaneAccess& now, const Entry& entry);
  static bool has_nothing_new(const LaneAccess& now, const Place& other, const Entry& entry, const RacePair& pair);
  void record(const LaneAccess& now, const Place& other, const Column& column, const Entry& entry, LaneMask lanes, RacePair& pair);
  void note_missing_fence(const LaneAccess& now, const Entry& entry);
  void enter(const LaneAccess& now, Place& place);
  bool takes_place_of_last(const LaneAccess& now, const Entry& fresh, std::vector<Entry>& entries) const;
  void leave_out_known(const LaneAccess& now, const Entry& fresh, std::vector<Entry>& entries);

  void follow_objects(const WarpAccess& access);
  uint32_t object_at(uint32_t allocation, uint64_t offset);
  BarrierClue clue_of(const RacePair& pair) const;
  void end_trail(uint32_t block);

  size_t most_entries_ = 1024;
  HappensBefore order_;
  BarrierTrail trail_;
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> object_numbers_;  // by allocation and offset of a word that atomics change; 0: no cuda::barrier
  std::vector<BarrierClue::Object> objects_;                          // by number, from BarrierClue::first_object on
  CasGuesses guesses_;
  FlagLoads flags_;
  FlagTrail flag_trail_;
  std::map<std::pair<uint32_t, uint32_t>, MissingFence> missing_fences_;  // by the place of the look and the flag's allocation
  bool has_come_to_ = false;  // some atomic lies behind an access because its thread has come to the word since
  std::vector<AllocationInfo> allocations_;
  bool has_fences_;
  std::vector<RacePair> pairs_;
  std::vector<bool> has_atomic_suspects_;  // by allocation
  std::map<std::pair<uint32_t, uint32_t>, size_t> place_of_;  // (site, allocation)
  std::vector<Place> places_;
};

}  // namespace wb
