#pragma once
// What a whole run looks like from afar: who was at work when, where warps parted, where blocks passed barriers, and which part of memory
// each stretch of ticks touched. Steps and queries use it to jump to the few ticks that matter.
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "simulator/machine/machine.h"

namespace wb {

struct RunIndex {
  // From `begin` (to the next turn's begin) one warp is at work.
  struct Turn {
    uint64_t begin = 0;
    uint32_t block = 0, warp = 0;
    Pc pc = 0;  // of its first instruction
  };
  struct Moment {
    uint64_t tick = 0;
    uint32_t block = 0, warp = 0;
  };
  // Bytes [low, high) of an allocation that the ticks of one stretch touch; low >= high: none. Not followed for local memory.
  struct Touched {
    uint64_t low = UINT64_MAX, high = 0;
  };
  static constexpr uint64_t stretch = 4096;  // ticks

  uint64_t end = 0;
  uint32_t warps_per_block = 1;
  std::vector<Turn> turns;
  std::vector<Moment> partings;   // the tick after a branch that parted a warp
  std::vector<Moment> barriers;   // the last arrival at a barrier: about to be executed, then the block goes on
  std::vector<std::vector<Touched>> touched;             // [stretch][allocation]
  std::vector<std::vector<uint32_t>> turns_of_warp;      // [block * warps_per_block + warp]: indices of turns, ascending

  uint64_t turn_end(size_t turn) const { return turn + 1 < turns.size() ? turns[turn + 1].begin : end; }
  size_t turn_at(uint64_t tick) const;  // the turn that `tick` lies in; turns.size() at the end
  const std::vector<uint32_t>& turns_of(uint32_t block, uint32_t warp) const;
};

// Runs a launch from its start until `end`; stops early when asked.
RunIndex index_run(std::shared_ptr<const Program> program, const KernelLaunch& launch, const MachineOptions& options, uint64_t end,
                   std::stop_token stop = {});

}  // namespace wb
