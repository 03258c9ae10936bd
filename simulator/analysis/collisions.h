#pragma once
// Lanes of one warp-level access that meet at an address: what constant memory and atomics are served by.
//
//   constant memory hands out one address at a time, to as many lanes as want it: a request for each distinct address
//   an atomic unit changes an address once at a time: lanes at one address take turns, lanes at different ones of a sector go together
//
//     lanes at   a a b c c c      turn 1: a b c    turn 2: a c    turn 3: c      3 addresses, 3 lanes that wait for another one
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

// Distinct addresses under the active lanes; `offset` has 32 entries, valid where `active`.
uint32_t count_addresses(const uint32_t* offset, LaneMask active);

// The same for 32 lanes in two rows: lanes 0 to 15 from `low` on, lanes 16 to 31 from `high` on, each `step` >= 0 bytes behind the one before.
uint32_t count_row_addresses(uint32_t low, uint32_t high, uint32_t step);

struct AtomicUse {
  uint32_t collisions = 0;  // lanes whose address an earlier lane has, too
  uint32_t sectors = 0;     // 32-byte sectors, once for each turn: a model
  friend bool operator==(AtomicUse, AtomicUse) = default;
};
// `bytes` a lane: 2, 4, 8 or 16, each lane aligned to it.
AtomicUse atomic_use(const uint32_t* offset, LaneMask active, uint32_t bytes);

}  // namespace wb
