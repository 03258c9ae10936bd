#pragma once
// How often shared memory's 32 banks must be asked for one warp-level access.
//
// Word w (4 bytes) lives in bank w % 32. In one pass ("wavefront") every bank hands out one word, to as many lanes as want it.
// A pass serves 128 bytes, so wide accesses go in parts:
//   1, 2, 4 bytes   the warp is one part
//   8 bytes         two parts, the halves of the warp; one part when in every pair of lanes (i, i^1), or in every pair (i, i^2),
//                   both want the same address or one of the two is off
//   16 bytes        each half of the warp like that: two quarters, or one part
// Conflicts are the passes above one for each part that has lanes at work. The rule reproduces what an H200's profiler shows for all
// patterns in tests/unit/analysis/bank_conflicts_test.cpp.
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

struct BankUse {
  uint32_t wavefronts = 0;
  uint32_t conflicts = 0;
  friend bool operator==(BankUse, BankUse) = default;
};

// `offset`: bytes, 32 entries, valid where `active`; `bytes` per lane: 1, 2, 4, 8 or 16.
BankUse bank_use(const uint32_t* offset, LaneMask active, uint32_t bytes);

}  // namespace wb
