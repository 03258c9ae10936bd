#pragma once
// How often shared memory's 32 banks must be asked for one warp-level access.
//
// Word w (4 bytes) lives in bank w % 32. In one pass ("wavefront") every bank hands out one word, to as many lanes as want it.
// A pass serves 128 bytes, so wide accesses go in parts:
//   1, 2, 4 bytes   the warp is one part
//   8 bytes         two parts, the halves of the warp
//   16 bytes        four parts, the quarters
// Loads of 8 and 16 bytes need only half as many parts when lanes share what they read: when in every pair of lanes (i, i^1) of the whole
// warp, or in every pair (i, i^2), both want the same address or one of the two is off.
// Conflicts are the passes above one for each part that has lanes at work.
//
// The rule was derived from, and reproduces, what a profiler shows for each of 2,100 patterns of random lanes and addresses on an H100
// (tests/fidelity/patterns.txt).
#include <cstdint>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

inline constexpr uint32_t bank_count = 32;

struct BankUse {
  uint32_t wavefronts = 0;
  uint32_t conflicts = 0;
  friend bool operator==(BankUse, BankUse) = default;
};

// `offset`: bytes, 32 entries, valid where `active`; `bytes` per lane: 1, 2, 4, 8 or 16.
BankUse bank_use(const uint32_t* offset, LaneMask active, uint32_t bytes, AccessKind kind = AccessKind::load);

// A word that a bank hands out, and to whom. Words of one bank and one part wait for each other: as many passes as there are words.
struct BankWord {
  uint32_t part = 0;   // of the access: parts are served one after another
  uint32_t bank = 0;
  uint32_t word = 0;   // offset / 4
  LaneMask lanes = 0;
  friend bool operator==(const BankWord&, const BankWord&) = default;
};
// The same access, word by word, for showing it: by part, then bank, then in the order of the first lane that asks.
std::vector<BankWord> bank_words(const uint32_t* offset, LaneMask active, uint32_t bytes, AccessKind kind = AccessKind::load);

}  // namespace wb
