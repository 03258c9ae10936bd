#pragma once
// Which of two places comes first on the program's way: what names a race between a read and a write (read-after-write, write-after-read), where a barrier
// has two halves.
//
//   thread 0    ... wait | phase 2:  store s[1] | arrive   wait | phase 3: ...
//   thread 1    ... wait | phase 2:              load s[1] | arrive ...
//
// A thread's phase is how often it has gone on behind a barrier: it follows from its own program, whatever the others do meanwhile. The access of the earlier
// phase stands first; within one phase the place that the threads came by first. (Where all threads pass their barriers together, the epochs of
// race_shadow.h are the same, and say so at once. Between an arrival and its wait they are not: there an access is of one epoch or of the next, as it happens.)
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

class Ways {
 public:
  struct Visit {
    uint32_t thread = 0, site = 0;  // thread: in its block
    uint64_t tick = 0;
  };
  // Both: the ways of the two threads disagree, or neither of them tells.
  struct First {
    bool is_one = false, is_other = false;
  };
  void barrier(uint32_t block) { ++blocks_[block].passed; }
  void grid_barrier() { ++grid_passed_; }
  void wait(uint32_t block, WarpLanes who, uint64_t tick);
  void end_block(uint32_t block) { blocks_.erase(block); }
  void visit(uint32_t block, const Visit& visit);
  // Of two that have been told of, of one block, and that are in no order: so they lie few phases apart.
  First first_of(uint32_t block, const Visit& one, const Visit& other) const;
  // Was that in the phase before its thread's last wait? Others may race with it there, and with what it does now in the other order.
  bool was_before_last_wait(uint32_t block, uint32_t thread, uint64_t tick) const;

 private:
  static constexpr size_t most_phases = 4;
  // A thread at one place in one phase.
  struct Stay {
    uint32_t phase = 0;
    uint64_t first = 0, last = 0;  // ticks
  };
  using Stays = std::array<Stay, most_phases>;  // by phase, the newest over the oldest
  struct Waits {
    uint32_t count = 0;
    uint64_t last = 0, before = 0;  // ticks
  };
  struct Block {
    uint32_t passed = 0;                        // barriers of the whole block
    std::vector<Waits> waits;                   // by thread
    std::unordered_map<uint64_t, Stays> stays;  // by thread and site
    Waits waits_of(uint32_t thread) const { return thread < waits.size() ? waits[thread] : Waits{}; }
    const Stays* find(uint32_t thread, uint32_t site) const;
  };
  static uint64_t key(uint32_t thread, uint32_t site) { return uint64_t{thread} << 32 | site; }
  static const Stay* in_phase(const Stays* stays, uint32_t phase);
  static uint32_t phase_at(const Stays* stays, uint64_t tick);
  std::unordered_map<uint32_t, Block> blocks_;
  uint32_t grid_passed_ = 1;  // 0: no phase
};

}  // namespace wb
