#pragma once
// A few blocks of a recorded run at any of its moments, for the price of these few: their turns are run, and of everybody else's turns only
// what they stored is copied from the journal (run_journal.h): of that again only what lies in places that these blocks come to, as the
// journal's loads and stores tell in advance, or that somebody looks at.
//
//   the run        S ....... 500,000 turns of 4096 blocks ................. tick
//   alone          S .. 120 turns of block 7, and what the others stored where block 7 comes .. tick
//
// So snapshots may lie far apart, and a question about one thread over the whole run takes the time of its own block's turns.
//
// How far the blocks' places are known in advance grows as they go on. Who comes to new ones, or looks at some, has them loaded from the snapshot, and the stores there copied
// that were passed over since: none of these blocks has stored there till then, or the places would not be new. What nobody comes to is never loaded.
//
// Where many blocks store (crowded_pieces.h) nothing is copied: before each of its turns a block is given what that finds there. Who looks at such a place has it
// as noted last, or in a snapshot that is newer, and all stores since.
//
// Whoever looks at a moment soon looks at one shortly before: at the value that a variable had, at the step before. So some moments on the way are kept as they were,
// the closer the denser, as long as nobody asks about other blocks.
//
// What a told schedule does to a warp between two turns is copied from the journal, too, when the clock comes there.
//
// Blocks of a cluster reach into each other's shared memory and wait for each other: of those a whole cluster goes where else a block would.
//     LoneBlocks lone(program, launch, options, snapshots, index, journal);
//     lone.go_to(tick, {7});  ... lone.machine() ...  lone.go_on(later)
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulator/recording/memory_places.h"
#include "simulator/recording/recorder.h"
#include "simulator/recording/run_journal.h"

namespace wb {

class LoneBlocks {
 public:
  using Blocks = std::vector<uint32_t>;  // ascending, each once
  struct Source {
    std::shared_ptr<const Program> program;
    const KernelLaunch* launch = nullptr;
    MachineOptions options;
    const std::vector<Snapshot>* snapshots = nullptr;  // the first one at tick 0
    const RunJournal* journal = nullptr;
    size_t mark_bytes = 0;                             // that moments on the way may take
  };
  explicit LoneBlocks(const Source& source);

  // Makes these blocks stand as at `tick`, and global memory where they come to. From where it stands, if that is on the way and they are all there; else from a
  // snapshot. With `and_at_work` the block at work at `tick` is among them, chosen and ready to go on, as next() tells.
  Machine& go_to(uint64_t tick, const Blocks& blocks, bool and_at_work);
  // Who has a long way to go with these blocks leaves those behind that were looked at before: each would cost its own turns.
  void leave_others(const Blocks& blocks);
  // Of those that are on the way, these alone go on from here: what the others store is copied like anybody's.
  void go_on_with(const Blocks& blocks);
  // As go_to(), from this very snapshot: whoever has something to change in it does so before go_on().
  Machine& go_back_to(const Snapshot& snapshot, const Blocks& blocks);
  // With the same blocks. `before_turn`: called before one of them goes on.
  using TurnVisit = std::function<void(const RunJournal::Turn&)>;
  void go_on(uint64_t tick, const TurnVisit& before_turn = {});
  void go_on_to_look(uint64_t tick);  // and marks are left on the way

  // These bytes of global memory are right from here on, until go_to() or go_back_to() is called; all of it.
  void show(uint32_t allocation, uint64_t offset, uint64_t bytes);
  void show_all();

  Machine& machine() { return machine_; }
  // These, and those without whom global memory would not be as at `tick`, and on demand the one at work; of kernels that reach into their clusters, all blocks
  // of each of theirs.
  Blocks needed(uint64_t tick, const Blocks& blocks, bool and_at_work) const;
  bool has(uint32_t block) const { return is_own_[block]; }
  const Snapshot& snapshot_before(uint64_t tick) const;  // the last one at or before it
  bool takes_longer_to_load(uint64_t tick, uint64_t ticks) const;  // that one, than to run these blocks on for so long

 private:
  // Others' stores in some places, in order.
  struct Stores {
    uint64_t from = 0;                     // of turns that began at this tick or later
    MemoryPlaces places, looked_at;        // of the second ones also while they are crowded
    bool is_everywhere = false;            // in any stretch; else in these
    std::vector<uint32_t> stretches;
    size_t next = 0;                       // of them (or of all), to be opened next
    size_t listed = 0;                     // `stretches` are all of those up to this one
    RunJournal::TouchReader at;
    bool has_store = false;                // `at` has one that has not been copied
  };
  // How far these blocks have come since the snapshot.
  struct Way {
    uint64_t tick = 0;
    std::shared_ptr<const MachineState> start;  // the snapshot's: of memory what is followed was loaded from it
    RunJournal::TurnReader turns;          // stands at the turn in which `tick` lies, or at the next one of these blocks
    bool has_turn = false;
    size_t next_told = 0;                  // of the journal's: what was before has been done to these blocks
    std::vector<uint32_t> busy{};          // stretches of the journal in which these blocks are at work, from the snapshot on; not of many blocks
    size_t busy_listed = 0;                // all of those up to this one
    size_t busy_followed = 0;              // of those: in them all places that the blocks come to are shown
    size_t first_stretch = 0, known_end = 0;  // the snapshot's, and behind the last one up to which places are known
    MemoryPlaces followed;                 // where memory is right, but for crowded pieces
    MemoryPlaces looked_at;                // of those: where it is right in any case
    Stores stores;                         // there
    uint64_t loaded = 0, copied = 0;       // they have been copied of turns that began in [loaded, copied)
    uint64_t found = 0;                    // what turns find has been brought to those that began before this tick
  };
  // A moment on the way to one that was looked at.
  struct Mark {
    Way way;
    MachineState state;
  };
  Blocks with_clusters(const Blocks& blocks) const;
  void set_blocks(const Blocks& blocks);
  bool is_worth_going_on(uint64_t tick, const Snapshot& snapshot) const;
  uint64_t work_to_run(uint64_t ticks, const Snapshot& snapshot) const;
  bool takes_longer_to_load(const Snapshot& snapshot, uint64_t work) const;
  uint64_t bytes_to_load(const Snapshot& snapshot, uint64_t most) const;
  Way no_way() const;
  void leave_marks(uint64_t tick);
  const Mark* mark_before(uint64_t tick) const;
  void go_back_to(const Mark& mark);
  void go_to_next_turn(uint64_t tick);
  void list_busy(size_t end);
  void go_to_busy_stretch(uint64_t tick);
  void choose(const RunJournal::Turn& turn);
  void set_clock(uint64_t tick);
  void bring_told(uint64_t before);
  Stores stores_in(const MemoryPlaces& places, const MemoryPlaces& looked_at, uint64_t from) const;
  void list_more(Stores& stores) const;
  bool open_next(Stores& stores, uint64_t before) const;
  void copy(Stores& stores, uint64_t before);
  void copy_stores(uint64_t before);
  std::vector<Memory::Part> parts_of(const MemoryPlaces& places) const;
  void bring_from_start(const MemoryPlaces& places);
  void come_to(const MemoryPlaces& places);
  void come_to_all();
  void show(const MemoryPlaces& places);
  void write(const RunJournal::Touch& store, uint64_t low, uint64_t high);
  struct Noted {
    uint64_t piece = 0;
    uint32_t stretch = 0;
  };
  std::vector<Noted> bring_notes(const MemoryPlaces& places, uint32_t here);
  std::vector<uint32_t> stretches_since(const std::vector<Noted>& notes, size_t end) const;
  void copy_since(const std::vector<Noted>& notes, uint64_t before);
  struct Own {
    uint32_t allocation = 0;
    uint64_t offset = 0;
    std::vector<uint8_t> bytes, written;
  };
  std::vector<Own> own_of_turn() const;
  void show_crowded(const MemoryPlaces& places);
  bool is_in_turn() const;
  void bring_found(const RunJournal::Turn& turn);
  template <class Visit>
  void each_found(const RunJournal::Turn& turn, Visit&& visit) const;
  void follow_places(uint64_t tick);
  MemoryPlaces heap_places() const;
  bool add_known_places(MemoryPlaces& places) const;
  void add_places_of(size_t stretch, MemoryPlaces& places) const;

  Source source_;
  Machine machine_;
  std::vector<bool> may_find_;            // instructions, by pc: something in memory
  uint32_t cluster_size_ = 1;             // of blocks that cannot do without each other
  Blocks blocks_;
  std::vector<bool> is_own_;              // by block
  std::vector<bool> are_own_warps_;       // by warp of the grid
  bool are_many_ = false;
  bool is_loaded_ = false;
  Way way_;
  std::vector<Mark> marks_;               // of these blocks, in the order in which they were left
};

}  // namespace wb
