#pragma once
// Finds data races on shared and global memory by barrier epochs.
//
// Two accesses race if they touch a common byte, different threads made them, they are not both plain loads and not both atomics (of one
// size, and of scopes that reach both), and nothing orders them. Orders are: a thread's own program, a barrier between them for two threads of one block, and a warp
// function between them (__syncwarp, a shuffle, a vote) for two lanes that it named; blocks of one launch by grid barriers alone.
// Barriers cut the time of a block into epochs, so two accesses of one block are ordered by a barrier exactly when their epochs differ.
//
// The shadow of an allocation has one column for each place in the source ("site") that touches it, and in a column one cell for each
// element (for each byte, once somebody uses smaller pieces):
//
//            cell 0             cell 1             cell 2 ...
//   ld  s0   epoch 7, T 3       epoch 7, T 4
//   st  s1   epoch 6, T 0       epoch 7, T 0..     <- several threads of the block in this epoch
//
// A cell says which epoch its last access at this site was in (epochs are numbered through, over all blocks, and never repeat, so nothing
// is ever cleared) and which thread made it, or that several threads of one warp, of several warps, or of several blocks did. That is all
// that the rules need to know about earlier accesses at that site: what is merged is merged the same way in any order. So the set of
// racing pairs of places, with their scope, depends on what the threads do and not on who happened to run first.
// (A place that copies a record touches it in pieces of several sizes: it has a column for each.)
//
// An access looks at the columns that conflict with its own kind, then enters itself in its own. Runs of neighbouring lanes at
// neighbouring cells, the usual case, are done with loops over plain arrays that the compiler turns into vector code.
//
// Loads of shared memory that meet nothing (nobody has stored there in this epoch, as in the long part of a tiled loop) are put off: a list
// of them is entered when somebody stores in the same epoch. When the epoch is over nobody races with them any more: of each warp and site
// only the last one is remembered, for "has this thread fetched what it now stores".
//
// Programs with warp functions have two more numbers in a cell: the lanes that made the entry, and when the last of them did; and for each
// warp a clock: until when each lane knows what each other one did, by the functions that named both, and by what those lanes knew. An entry
// of lanes that are known to be past is replaced as one of an earlier epoch is. (Of several lanes the latest time counts for all.)
//
// Programs with barriers that have a number keep in a cell the warps that made the entry, and the latest of their times by the clocks of
// warp_order.h. An entry of warps that are all known to be past that time is past.
//
// Programs with clusters reach into the shared memory of other blocks. There it is shadowed as global memory is, with entries of several blocks, for as long
// as its own block lasts. A barrier of the cluster puts all that its blocks did before behind them: entries of epochs below a base. Where threads arrive at
// one place and wait at another, some go on in between: then the base is that of the barrier before. (Of global memory this is told of entries of one block
// alone; those of several are left to ExactRaces.)
//
// Not covered: order through atomics and fences: exact_races.h looks closer at what is found here.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/race_table.h"
#include "simulator/analysis/row_load.h"
#include "simulator/analysis/warp_order.h"

namespace wb {

class RaceShadow {
 public:
  void begin_launch(const std::vector<AllocationInfo>& allocations, const std::vector<Site>& sites);
  // The blocks so far have ended; those that come may have other shapes, and dynamic shared memory of another size.
  void begin_grid(const std::vector<AllocationInfo>& allocations);
  void begin_block(uint32_t block);
  void end_block(uint32_t block);
  void barrier(uint32_t block);
  void grid_barrier();
  // The program has warp functions. To be called right after begin_launch(), or never.
  void follow_warps() { follows_warps_ = true; }
  void warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick);
  // The program has barriers with a number. The same.
  void follow_numbered_barriers() { follows_numbers_ = true; }
  void barrier_arrival(uint32_t block, uint32_t number, uint32_t warp, bool is_whole);
  void named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting);
  // The program has clusters. The same. `are_split`: threads arrive and wait at different places.
  void follow_clusters(bool are_split);
  void cluster_barrier(uint32_t cluster, std::span<const uint32_t> blocks);
  void cluster_wait(uint32_t block, uint32_t warp, LaneMask lanes);
  void access(const WarpAccess& access);
  // A load that can wait to be entered, as described above. False: it cannot, and has to come as an access.
  bool put_off(const RowLoad& load);

  // Adds the stores of a later part of the launch, for coverage. Neither part has raced, and they have stored at different places.
  void absorb(const RaceShadow& later);

  const std::vector<RacePair>& pairs() const { return races_.pairs(); }
  const RaceTable& races() const { return races_; }
  // Has some thread of the launch fetched an element of the allocation at one site and then stored to it (or changed it) at the other?
  bool fetches_and_stores(uint32_t allocation, uint32_t fetching_site, uint32_t storing_site) const;

  // Have two threads stored at these sites, one at each, where they had fetched before?
  bool have_updaters(uint32_t allocation, uint32_t site_a, uint32_t site_b) const;

  // What the stores of the launch left of a global allocation's elements.
  struct ElementUse {
    bool stored = false;    // by a store or an atomic
    bool several = false;   // by plain stores of several threads
    uint32_t site = no_site;  // one of the plain stores
    uint64_t thread = 0;      // the block and thread that made it: block << 32 | thread
  };
  std::vector<ElementUse> element_use(uint32_t allocation) const;
  // A quick yes for the usual case: every element was stored at one place, by one thread each. False: see element_use().
  bool is_covered_once(uint32_t allocation) const;

 private:
  static constexpr uint32_t page_cells = 1024;
  struct Page {
    alignas(64) uint32_t epoch[page_cells] = {};  // 0: never
    alignas(64) uint32_t who[page_cells] = {};
    std::vector<uint32_t> value;             // stores: what was stored last, folded to 32 bits
    std::vector<uint32_t> lanes, tick;       // programs with warp functions: who in the warp, and when last (low 32 bits)
    std::vector<uint32_t> warps, time;       // programs with numbered barriers: who in the block, and at which time by their clocks at the latest
    std::vector<uint32_t> second;            // epoch of a second block, where several blocks came; empty until then
  };
  struct Column {
    uint32_t site = 0;
    AccessKind kind{};
    uint8_t bytes = 0;
    bool is_volatile = false;
    MemoryScope scope{};      // of an atomic
    bool only_reads = false;  // a load, or an atomic that is one
    uint32_t last_epoch = 0;  // the last epoch that touched any cell
    std::vector<std::shared_ptr<Page>> pages;
  };
  // The shadow of one allocation: of the launch for global memory, of one resident block for shared memory.
  struct Shadow {
    uint32_t granule_shift = 0;  // a cell covers 1 << granule_shift bytes
    uint64_t bytes = 0;
    uint32_t allocation = 0;
    uint32_t stored_epoch = 0;             // the last one in which somebody stored (or changed) something
    std::vector<Column> columns;
    std::vector<uint16_t> column_of_site;  // index + 1, of the size that came first; 0: none yet
    std::vector<RowLoad> put_off;          // loads that have not been entered yet, of epoch `put_off_epoch`, in order
    uint32_t put_off_epoch = 0;
  };
  // How the lanes of a warp passed a site: where each went the last time.
  struct Passage {
    uint32_t epoch = 0;       // of the last time
    LaneMask in_epoch = 0;    // lanes that have been there in that epoch
    uint32_t first[warp_size] = {};  // ... and when first: ticks, low 32 bits
    uint64_t tick = 0;        // of the last time,
    LaneMask last = 0;        // and the lanes that were there then
    LaneMask lanes = 0;       // lanes that have ever been there (in this block)
    uint8_t bytes = 0;
    uint32_t allocation = 0;
    uint32_t owner = own_block;  // of that shared memory
    alignas(64) uint32_t offset[warp_size] = {};
    bool knows(uint32_t in_this_epoch, uint32_t lane) const { return epoch == in_this_epoch && (in_epoch >> lane & 1); }
    bool touched_last(uint32_t in_allocation, uint32_t lane, uint64_t byte) const {
      return allocation == in_allocation && (last >> lane & 1) && byte >= offset[lane] && byte < uint64_t{offset[lane]} + bytes;
    }
  };
  struct ResidentBlock {
    bool used = false;
    uint32_t block = 0;
    uint32_t epoch = 0;      // 0: to be drawn at the next access
    uint32_t epoch_end = 0;  // of the drawn range
    uint32_t base = 0;       // all epochs in [base, epoch] are this block's
    std::vector<Shadow> shared;                  // by allocation; empty ones for those that are not shared
    std::vector<std::vector<uint32_t>> passage_of;  // [warp][site]: index + 1 in `passages`; 0: never
    std::vector<Passage> passages;
    std::vector<std::vector<uint32_t>> clocks;   // by warp, [lane][other lane]: what the other one did before this tick is past; empty: nothing yet
    std::vector<bool> parted;                    // by warp: these are not all one tick
    WarpOrder order;                             // by barriers with a number
    uint32_t cluster_base = 0;                   // epochs of its cluster before this one lie before the last barrier of the cluster
    uint32_t next_cluster_base = 0;              // ... that it will be at the next one, where these are split
    uint32_t earlier_cluster_base = 0;           // ... that it was before: for lanes that have not waited at the last one yet
    std::vector<LaneMask> waited;                // by warp: those that have
    uint32_t sync_base = 0;                      // there: its own epochs from this one on are of now, no barrier of the block lies between them
  };
  // A column that an access can race with, and how the accessing warp itself passed its site in this block (null: not yet).
  struct Rival {
    const Column* column = nullptr;
    const Passage* own_passage = nullptr;
    uint32_t known_pair = RaceTable::none;  // see find_known_pair()
  };
  struct Current;  // one access on its way through the shadow

  ResidentBlock& resident(uint32_t block);
  void draw_epoch(ResidentBlock& home);
  uint32_t block_of(uint32_t epoch) const { return block_of_range_[epoch / epoch_range]; }
  Shadow& shadow_of(ResidentBlock& home, uint32_t allocation);
  Column& column_of(Shadow& shadow, const WarpAccess& access);
  uint16_t new_column(Shadow& shadow, const WarpAccess& access) const;
  void refine(Shadow& shadow, uint32_t shift) const;
  Page& writable(Column& column, uint64_t page) const;

  void forget_blocks(Page& page, uint32_t base) const;
  bool is_before_cluster_barrier(const Current& now, uint32_t at) const;
  uint32_t cluster_base_of(const ResidentBlock& home, const WarpAccess& access) const;
  bool is_of_now(const Current& now, uint32_t at) const;
  bool is_past(const Current& now, const Page& page, uint32_t index, uint32_t thread) const;
  bool is_behind_barriers(const Current& now, const Page& page, uint32_t index) const;
  bool put_off(ResidentBlock& home, Shadow& shadow, const RowLoad& load);
  void enter_put_off(ResidentBlock& home, Shadow& shadow);
  void go_through(ResidentBlock& home, Shadow& shadow, const WarpAccess& access);
  void check_and_enter(Current& now);
  void all_over(Current& now);
  bool all_over_as_before(Current& now);
  struct Standing;
  void take_standing(const Current& now, const Column& column, LaneMask lanes, Standing& standing) const;
  std::optional<LaneMask> count_as_before(const Current& now, const Rival& rival, LaneMask lanes);
  bool is_order_known(const Current& now, const Rival& rival, const RacePair& pair, const Standing& standing, LaneMask grid, LaneMask racing) const;
  void find_known_pair(const Current& now, Rival& rival);
  void find_known_pairs(Current& now);
  void neighbours(Current& now, uint32_t lane, uint32_t lanes);
  void same_place(Current& now, uint32_t lane, LaneMask lanes);
  void segment(Current& now, uint64_t cell, uint32_t count, uint32_t thread, uint32_t shift);
  void find_rivals(Current& now);
  bool check_lane(Current& now, const Rival& rival, uint32_t lane);
  void enter_lane(Current& now, uint32_t lane);
  void one_lane(Current& now, std::span<const Rival> rivals, uint32_t lane);
  void note_passage(Passage& passage, uint32_t block, uint32_t epoch, const WarpAccess& access) const;
  void note_updates(const ResidentBlock& home, const Shadow& shadow, const WarpAccess& access);
  void enter(Current& now, uint64_t cell, uint32_t thread, uint32_t second_thread, bool many, uint32_t value, bool has_value);
  Finding::Scope conflict(const Current& now, const Page& page, uint32_t index, uint32_t thread) const;
  struct ValuesMet {
    bool differ = false, are_merged = false;
  };
  ValuesMet values_met(const Current& now, const Column& other, uint64_t cell, uint32_t lane, Finding::Scope scope) const;
  bool is_fetch_first(const Current& now, const Rival& rival, uint32_t by, uint32_t lane, Finding::Scope scope) const;
  bool has_to_wait(const ResidentBlock& home, uint32_t warp, uint32_t lane, uint32_t site) const;
  void record(Current& now, const Rival& rival, uint64_t cell, uint32_t lane, Finding::Scope scope);
  void fill_example(RacePair& pair, Current& now, const Column& other, uint64_t cell, uint32_t lane, Finding::Scope scope);
  Passage& passage_of(ResidentBlock& home, uint32_t warp, uint32_t site);
  const Passage* known_passage(const ResidentBlock& home, uint32_t warp, uint32_t site) const;

  static constexpr size_t most_put_off = 2048;  // of an epoch of one allocation: what comes then is entered at once, with those before
  static constexpr size_t most_update_sites = 8192;  // programs with more sites do without fetches_and_stores()
  uint32_t grid_base_ = 0;  // epochs before this one lie before the last grid barrier: nobody races with them any more
  static constexpr uint32_t epoch_range = 8;  // epochs are drawn by blocks in ranges of this many

  std::vector<AllocationInfo> allocations_;
  size_t site_count_ = 0;
  bool follows_warps_ = false, follows_numbers_ = false, follows_clusters_ = false, are_cluster_barriers_split_ = false;
  std::unordered_map<uint32_t, uint32_t> cluster_of_;  // by block: of those that have passed a barrier of their cluster
  std::vector<uint32_t> orders_;               // Site::order, by site
  std::vector<bool> ends_copy_;                // by site: an asynchronous copy of the thread is carried out there
  std::vector<bool> reads_;                    // by site: it is a load, though the machine may carry it out as an atomic
  std::vector<Shadow> global_;                 // by allocation
  std::vector<ResidentBlock> resident_;
  std::unordered_map<uint32_t, uint32_t> slot_of_block_;
  std::vector<uint32_t> free_slots_;
  uint32_t last_slot_ = 0;
  std::vector<uint32_t> block_of_range_;
  RaceTable races_;
  // Threads that have stored where they had fetched before.
  struct Updaters {
    bool are_some = false, are_several = false;
    uint64_t one = 0;  // of shared memory: in its block
  };
  struct Updates {
    std::vector<bool> pairs;         // [fetching site * sites + storing site]
    std::vector<Updaters> updaters;  // by storing site
  };
  std::vector<Updates> updates_;               // by allocation
  std::vector<Rival> rivals_, met_;    // of the access at work
};

}  // namespace wb
