#pragma once
// A launch in parts: ranges of blocks, each run by a host thread of its own on memory of its own, then put together.
//
//   blocks   0 .. 99 | 100 .. 199 | 200 .. 299        in the order in which one thread would run them
//   memory   A copy    A copy       A copy            of what may be stored to; everything else is shared
//   at the end: has a part loaded a byte that an earlier one stored? Then it has seen the wrong value, and nothing of this counts: the
//   caller runs the launch again, by one thread. Else the stores of the parts, one after the other, are those of the launch.
//
// What comes out is that of one thread to the last bit: bytes, counters, findings, ticks. Hence also left to one thread: runs in which
// blocks race (how often, and who first, depends on the order), blocks that wait for one another or take turns, float atomics and
// atomics whose old value is looked at. Integer sums, extremes and bit operations come out the same in any order: each part does its
// own, and they are added up.
#include <memory>
#include <optional>
#include <stop_token>

#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"

namespace wb {

struct JoinedRun {
  std::unique_ptr<Machine> machine;  // with all the launch has left in its memory
  Checks checks;
  uint64_t warp_instructions = 0, thread_instructions = 0;
};

// None: this launch is one for a single thread. Never more than a part's time is lost by finding that out.
std::optional<JoinedRun> run_in_parts(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options,
                                      const RunProgress& progress, std::stop_token stop);

}  // namespace wb
