#pragma once
// A few blocks of a recorded run at any of its moments, for the price of these few: their turns are run, and of everybody else's turns only
// what they stored is copied from the journal (run_journal.h).
//
//   the run        S ....... 500,000 turns of 4096 blocks ................. tick
//   alone          S .. 120 turns of block 7, and the bytes that the others stored .. tick
//
// So snapshots may lie far apart, and a question about one thread over the whole run takes the time of its own block's turns.
//     LoneBlocks lone(program, launch, options, snapshots, index, journal);
//     lone.go_to(tick, {7});  ... lone.machine() ...  lone.go_on(later)
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulator/recording/recorder.h"
#include "simulator/recording/run_index.h"
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
    const RunIndex* index = nullptr;
    const RunJournal* journal = nullptr;
  };
  explicit LoneBlocks(const Source& source);

  // Makes these blocks and global memory stand as at `tick`. From where it stands, if that is on the way and they are all there; else from a
  // snapshot. With `and_at_work` the block at work at `tick` is among them, chosen and ready to go on, as next() tells.
  Machine& go_to(uint64_t tick, const Blocks& blocks, bool and_at_work);
  // The same from this very snapshot: whoever has something to change in it does so before go_on().
  Machine& go_back_to(const Snapshot& snapshot, const Blocks& blocks);
  // With the same blocks. `before_turn`: called before one of them goes on.
  using TurnVisit = std::function<void(const RunJournal::Turn&)>;
  void go_on(uint64_t tick, const TurnVisit& before_turn = {});

  Machine& machine() { return machine_; }
  // These, and those without whom global memory would not be as at `tick`, and on demand the one at work.
  Blocks needed(uint64_t tick, const Blocks& blocks, bool and_at_work) const;
  bool has(uint32_t block) const { return is_own_[block]; }
  const Snapshot& snapshot_before(uint64_t tick) const;  // the last one at or before it

 private:
  void set_blocks(const Blocks& blocks);
  bool is_worth_going_on(uint64_t tick, const Snapshot& snapshot) const;
  void go_to_next_turn(uint64_t tick);
  bool are_idle(uint64_t begin, uint64_t end) const;  // perhaps they are even if not
  void choose(const RunJournal::Turn& turn);
  void copy_stores(uint64_t before);
  void set_clock(uint64_t tick);

  Source source_;
  Machine machine_;
  Blocks blocks_;
  std::vector<bool> is_own_;              // by block
  uint64_t tick_ = 0, memory_bytes_ = 0;
  RunJournal::TurnReader turns_;          // stands at the turn in which `tick_` lies, or at the next one of these blocks
  RunJournal::TouchReader stores_;        // at the first one that has not been copied
  bool has_turn_ = false, has_store_ = false, is_loaded_ = false;
};

}  // namespace wb
