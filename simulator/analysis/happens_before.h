#pragma once
// Which of two moments of a launch lies behind the other: exact vector clocks over barriers, warp functions, fences and atomics.
//
//   thread 0, block 0            thread 0, block 1
//   x = 1
//   __threadfence()        (1)   may be told: all that this thread knows by now
//   atomicExch(&flag, 1)   (2)   ---- flag tells it ---->   while (atomicAdd(&flag, 0) != 1);   (3)   learns it
//                                                           y = x                                     lies behind x = 1
//
// (1) A fence sets aside what its thread did and knows: only that can be told (the programming guide's "Memory Fence Functions": a write
//     before the fence is observed before a write after it).
// (2) An atomic function that changes its word, and a volatile store, tell it to the word. A later atomic adds to what the word tells (the
//     PTX memory model's release pattern); a volatile store begins anew.
// (3) An atomic function on the word whose result is used, and a volatile load of it, learn what it tells: no fence is asked for on this side
//     (the guide's own example of the last block has none). By the letter of the PTX memory model there should be one: what was learnt so is
//     only `seen` until its thread fences, and then known. Both count for the order; `lacks_fence` tells them apart. So a fence passes on what is known, and
//     barriers and warp functions pass on both.
// An access with an order of its own (cuda::atomic, PTX) is a fence and an access to the machine, but not to the clocks: a load that acquires makes what is seen
// known and sets nothing aside, so a relaxed store behind it tells nothing new; and what a store releases goes by that store alone, not by the relaxed one behind it.
// Nor does it hand on what is only seen: a thread that looks relaxed and then releases passes on its own doings, and not what it has looked at. (An atomic function on the
// word itself leaves what the word tells as it is, whatever its order.)
// Fences and atomics have scopes: what was fenced for the block, or told by an atomicAdd_block(), is learnt within that block alone; what for the cluster, in the
// blocks of one. A block that is in no cluster is one of its own, and then both scopes are the same.
// A block's barrier joins what its threads know, and what they may tell: a fence by every thread, a barrier, and one thread's atomic tell
// all of it. Warp functions do the same for the lanes that they name. At a barrier with a number those who wait learn what each warp that came there
// knew when it came; one that only arrived learns nothing.
//
// Threads that wait fence again and again, and learn the same each time. So a fence looks only at what has come since the thread's last one,
// and what was learnt last is not joined twice.
//
// Most threads know nothing of others but what a barrier told them all, and most fences are followed by no atomic. So a fence of lanes that have nothing of their
// own is only noted for their warp, and carried out when somebody asks what it lets them tell; and a View says for one thread at one moment since when it
// has learnt nothing: what was done later than that is in no order with it, and that is all there is to ask in nearly all cases.
//
// Ticks are the machine's: each warp instruction has its own.
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/known.h"

namespace wb {

struct LinearThread {
  uint32_t block = 0, thread = 0;  // thread: in the block
};

class HappensBefore {
 public:
  explicit HappensBefore(uint32_t threads_per_block) : threads_per_block_(threads_per_block) {}

  void barrier(uint32_t block, uint64_t tick);
  void grid_barrier(uint64_t tick);
  // A warp comes to a barrier with a number; it is complete, and these go on who waited there.
  void barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick);
  void named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick);
  // The barrier of a cluster: who waits learns what all that arrived knew when they came. Who arrives for the next time has waited for this one, so two
  // phases are enough: the one that is complete, and the one at which threads arrive.
  // Who arrives relaxed tells only what may be told to the cluster.
  void join_cluster(uint32_t block, uint32_t cluster);
  void cluster_arrival(uint32_t cluster, uint32_t block, WarpLanes who, bool is_relaxed, uint64_t tick);
  void cluster_complete(uint32_t cluster, uint64_t tick);
  void cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick);
  void warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick);
  void fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t tick);
  void end_block(uint32_t block);
  // Grids that device code launches. A child knows what the thread knew that launched it, and what it did until then; in a stream, also all that belongs to the
  // grid before it; a tail launch all that belongs to its parent. Nobody waits for a child but those.
  //
  //   thread 3 of grid 0   x = 1   child<<<..>>>   read y           the read is in no order with the child's store
  //   child                                        read x   y = 2
  void launch_grid(uint32_t grid, LinearThread by, uint64_t tick);
  void begin_grid(const GridBegin& begin);
  void end_grid(uint32_t grid);

  // A word through which threads tell each other: the offset's, of an allocation (of one block's copy, for shared memory).
  struct Word {
    uint32_t allocation = 0, copy = 0;
    uint64_t offset = 0;
    uint32_t bytes = 4;
    friend bool operator==(const Word&, const Word&) = default;
  };
  static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
  }
  struct WordHash {
    size_t operator()(const Word& w) const { return mix(mix(mix(w.offset) ^ w.allocation) ^ (uint64_t{w.copy} << 8 | w.bytes)); }
  };
  void learn(LinearThread who, const Word& word, MemoryScope scope, uint64_t tick);
  void tell(LinearThread who, const Word& word, MemoryScope scope, bool begins_anew);
  // The atomic that was to release leaves its word as it was.
  void tell_nothing(LinearThread who);
  // Does what a block does with this scope reach another one?
  bool reaches(MemoryScope scope, uint32_t block, uint32_t other) const {
    return scope >= MemoryScope::device || block == other || (scope == MemoryScope::cluster && has_clusters() && cluster_of(block) == cluster_of(other));
  }
  bool has_learnt() const { return has_learnt_; }  // has anybody, through a word?
  // May a thread know what one of another block has come to know?
  bool passes_between_blocks() const { return has_learnt_ || has_clusters() || grids_.size() > 1; }
  // A plain store to these bytes: whoever reads them reads nothing of what the words there told.
  void overwrite(const Word& bytes);
  bool tells_in(uint32_t allocation) const { return allocation < tells_in_.size() && tells_in_[allocation]; }
  // The thread comes to the word by an atomic, or a volatile load, at `moment`: atomics and volatile stores made before it on this word lie behind it, fences or
  // not (causality through one location, in the PTX model's words: observed, then in program order). Of other blocks' atomics: if both reach the other one.
  // Moments are ticks and the turns of the lanes within them.
  static uint64_t moment(uint64_t tick, uint32_t turn) { return tick * warp_size + turn; }
  // `has_narrow`: also those that are for the own block or cluster alone are of interest.
  void come_to(LinearThread who, const Word& word, MemoryScope scope, bool has_narrow, uint64_t moment);
  // When the block last passed a barrier: all that it did before lies behind its threads. 0: not yet.
  uint64_t last_barrier(uint32_t block) const;
  // The widest fence of the thread since its block's last barrier, with what its next store or atomic releases.
  std::optional<MemoryScope> fence_of(LinearThread who) const;
  bool has_fenced(LinearThread who) const { return fence_of(who).has_value(); }

  // What lanes of a warp know, where it is the same for each of them: when the grid, their block and their warp last met. Until the next event.
  struct WarpView {
    uint32_t block = 0, warp = 0;
    uint64_t grid = 0, of_block = 0, of_warp = 0;
    // Is what another lane, or the same one, did at `tick` in no order with what this one does now?
    bool is_unordered(uint32_t lane, uint32_t their_block, uint32_t their_warp, uint32_t their_lane, uint64_t tick) const {
      if (tick < grid) return false;
      if (their_block != block) return true;
      if (tick < of_block) return false;
      return their_warp != warp || (their_lane != lane && tick >= of_warp);
    }
  };
  // None: some of them have learnt something of their own.
  std::optional<WarpView> warp_view(uint32_t block, uint32_t warp, LaneMask lanes) const;

  // One thread's knowledge, until the next event.
  class View;
  View view(LinearThread who) const;
  // Atomics on the word that were made before this moment, of this scope and by this block (or its cluster; or by anybody), lie behind the thread since it has come to
  // the word itself. 0: it has not.
  uint64_t came_to(const View& view, const Word& word, MemoryScope scope, uint32_t by_block) const;

  // Those of `lanes`, which did something at `tick`, that it does not know of.
  LaneMask unordered(const View& view, uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) const;
  LaneMask unordered(LinearThread who, uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) const;
  // Those of `lanes` that it knows of, but only through words that were looked at with no fence behind.
  LaneMask lacks_fence(const View& view, uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) const;

 private:
  // What was fenced, and so may be told to whom.
  struct MayTell {
    Known block, cluster, all;  // cluster: empty where nobody is in one
    void join(const MayTell& other) {
      block.join(other.block);
      cluster.join(other.cluster);
      all.join(other.all);
    }
  };
  struct ThreadState {
    Known known;                         // beyond what the block knows
    Known seen;                          // the same, with no fence behind yet
    MayTell may_tell;
    MayTell releases;                    // what the store or atomic tells, besides, that comes next
    std::optional<MemoryScope> release;  // and to whom
    std::optional<MemoryScope> fence;    // the widest since the last barrier
    Known learnt_of_all, learnt_in_cluster, learnt_in_block;  // last: to learn the same again brings nothing
    uint64_t learnt_at = 0;                // the tick when something new was learnt from a word
    // All that it knew at its last fence may be told to those of its scope; since then it has come to know `news` and nothing else.
    bool is_fence_current = false;
    MemoryScope current_scope{};
    std::vector<std::pair<uint64_t, uint64_t>> news;  // whom, before when
    void add_news(uint64_t whom, uint64_t before) {
      for (auto& [known_whom, known_before] : news)
        if (known_whom == whom) return void(known_before = before);
      if (news.size() == most_news) is_fence_current = false;
      else news.push_back({whom, before});
    }
    static constexpr size_t most_news = 16;
  };
  struct Arrivals {
    Known known, seen;
    MayTell may_tell;
  };
  struct ClusterPhases {
    Arrivals coming, complete;
  };
  struct PendingFence {  // of lanes that had nothing of their own; it is the last thing that has happened to them
    LaneMask lanes = 0;
    uint64_t tick = 0;
    MemoryScope scope{};
  };
  static constexpr uint64_t parted = UINT64_MAX;
  struct BlockState {
    std::map<uint32_t, Arrivals> arrivals;  // at barriers with numbers, since each was complete
    uint64_t barrier_tick = 0;           // what the block did before it is behind all its threads
    Known known, seen;                   // each of its threads, since the last barrier
    MayTell may_tell;
    std::vector<ThreadState> threads;    // empty: nobody has had anything of its own yet
    std::vector<std::vector<uint64_t>> warps;  // [warp][lane * 32 + other lane]: what the other did before this tick is behind the lane
    std::vector<uint64_t> whole_warps;         // [warp]: the tick that all of these are, and then they are not written out; `parted`: they differ
    uint64_t synced(uint32_t warp, uint32_t lane, uint32_t other) const {
      if (warp >= whole_warps.size()) return 0;
      return whole_warps[warp] == parted ? warps[warp][lane * warp_size + other] : whole_warps[warp];
    }
    std::vector<uint32_t> touched;       // threads with something of their own
    std::vector<LaneMask> touched_lanes; // ... by warp
    std::vector<PendingFence> pending;   // by warp
    bool has_pending = false;
    void clear();
  };
  struct Told {
    Known all;
    std::unordered_map<uint32_t, Known> in_cluster, in_block;
  };
  uint64_t atomics_on(const Word& word, MemoryScope scope, uint32_t by_block) const {
    const uint64_t by = scope >= MemoryScope::device ? ~uint32_t{0} : scope == MemoryScope::block ? by_block : uint64_t{1} << 32 | cluster_of(by_block);
    const uint64_t number = word.offset / word.bytes, first = number / Known::side_by_side * Known::side_by_side;  // words that lie side by side share a leaf
    return Known::atomics_on(mix(WordHash()({word.allocation, word.copy, first * word.bytes + word.offset % word.bytes, word.bytes}) + by) * Known::side_by_side + number % Known::side_by_side);
  }
  bool has_clusters() const { return !cluster_of_.empty(); }
  uint32_t cluster_of(uint32_t block) const {
    const auto found = cluster_of_.find(block);
    return found == cluster_of_.end() ? block : found->second;
  }
  MemoryScope in_effect(MemoryScope scope) const { return scope == MemoryScope::cluster && !has_clusters() ? MemoryScope::block : scope; }
  // Those of the three that a fence of this scope is for; the last ones may be none.
  std::array<Known*, 3> told_by_fence(MayTell& may_tell, MemoryScope scope) const {
    const bool is_for_cluster = scope >= MemoryScope::cluster && has_clusters(), is_for_all = scope >= MemoryScope::device;
    return {&may_tell.block, is_for_cluster ? &may_tell.cluster : nullptr, is_for_all ? &may_tell.all : nullptr};
  }

  void arrive(Arrivals& to, BlockState& home, uint32_t block, WarpLanes who, uint64_t tick);
  void learn_of(const Arrivals& from, BlockState& home, uint32_t block, std::span<const WarpLanes> waiting, uint64_t tick);
  // Of a lane at a fence: what it knows of others. Lanes that know the same, as after a warp function, share it.
  struct FenceBase {
    const uint64_t* row = nullptr;  // the warp's clock, as the lane has it; null: none
    Known known, all;
    bool is_set = false;
  };
  void find_base(FenceBase& base, const BlockState& home, uint32_t block, uint32_t warp, uint32_t lane, const ThreadState& me) const;
  struct Earlier {  // lanes that did something at `tick`
    uint32_t block = 0, warp = 0;
    LaneMask lanes = 0;
    uint64_t tick = 0;
  };
  LaneMask left_over(const View& view, const Earlier& earlier, bool with_seen) const;
  BlockState& home_of(uint32_t block);
  BlockState* find_home(uint32_t block) const;
  static LaneMask touched_of(const BlockState& home, uint32_t warp) { return warp < home.touched_lanes.size() ? home.touched_lanes[warp] : 0; }
  ThreadState& own(BlockState& home, LinearThread who);  // a pending fence of its warp is carried out first
  const ThreadState* find(const BlockState& home, uint32_t thread) const;
  LaneMask lanes_of_warp(uint32_t warp) const;
  static void join_lanes(std::vector<uint64_t>& clock, LaneMask lanes, uint64_t tick);
  void fence_lanes(BlockState& home, uint32_t block, uint32_t warp, const PendingFence& fence);
  void acquire(BlockState& home, uint32_t block, uint32_t warp, LaneMask lanes);
  void prepare_release(BlockState& home, uint32_t block, uint32_t warp, const PendingFence& fence);
  void settle(BlockState& home, uint32_t block, uint32_t warp);
  void settle_for_block(BlockState& home, uint32_t block);

  // The blocks of all grids are numbered through, and the grids run one after the other: those before `first_block` have ended.
  struct Grid {
    uint32_t number = 0, first_block = 0;
    Known start;  // what its threads know from the start
    Known done;   // all that belongs to it: itself, when it is complete, what it launched, what it knew
  };
  const Grid& grid_of(uint32_t block) const;
  Grid& grid_by_number(uint32_t number) { return grids_[grid_places_[number]]; }
  const Known& start() const { return grids_.back().start; }

  uint32_t threads_per_block_;
  std::vector<Grid> grids_ = std::vector<Grid>(1);  // as they began; the last one is at work
  std::vector<size_t> grid_places_{0};         // by number
  std::vector<uint32_t> parents_;              // likewise
  std::unordered_map<uint32_t, Known> launched_;  // what grids that have not begun will know
  uint64_t grid_begin_ = 0;                    // the tick of the grid at work
  bool has_learnt_ = false;
  uint64_t grid_tick_ = 0;  // what anybody did before it is behind everybody
  std::unordered_map<uint32_t, ClusterPhases> clusters_;
  std::unordered_map<uint32_t, uint32_t> cluster_of_;  // by block
  using Blocks = std::unordered_map<uint32_t, BlockState>;
  Blocks blocks_;
  std::vector<Blocks::node_type> spare_;  // of blocks that have ended: the room for their threads is used again
  mutable const Blocks::value_type* recent_ = nullptr;
  std::unordered_map<Word, Told, WordHash> told_;
  std::vector<bool> tells_in_;  // by allocation: some word of it may tell something
};

class HappensBefore::View {
 public:
  LinearThread who;
  uint64_t since = 0;          // when it last came to know of others' doings (by come_to: not counted). What was done since is in no order with it
  bool has_unfenced = false;   // it knows something through words that were looked at with no fence behind
  bool has_own = false;        // it may know something that its block does not

 private:
  friend class HappensBefore;
  const BlockState* home = nullptr;
  const ThreadState* me = nullptr;
};

}  // namespace wb
