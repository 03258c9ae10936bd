#pragma once
// What is known of a race: two places in the source, how often and how far apart they raced, and one example.
#include <cstdint>
#include <optional>

#include "simulator/analysis/barrier_trail.h"
#include "simulator/analysis/events.h"
#include "simulator/analysis/flag_trail.h"

namespace wb {

// One party of a race, as far as it is known.
struct RaceParty {
  uint32_t site = 0;
  uint32_t block = 0, thread = 0;
  uint64_t tick = 0;
  bool has_tick = false;
  bool has_value = false;
  uint8_t bytes = 0;
  uint64_t value = 0;
};

// All races between two places in the source on one allocation.
struct RacePair {
  uint32_t site[2] = {};           // site[0] <= site[1]
  AccessKind access[2] = {};
  uint32_t allocation = 0;
  uint64_t count = 0;              // accesses that raced with an earlier one
  Finding::Scope scope = Finding::Scope::none;  // the widest
  bool fetch_first = false, store_first = false;  // a load and a store: which stands first in the program's run through this epoch
  bool is_scope_race = false;      // two atomics of one size that do not reach each other
  bool is_between_clusters = false;  // ... one of them for its cluster
  bool different_values = false;   // two stores: not always the same value
  bool merged_values = false;      // ... or perhaps: among those that it met in one entry others had been stored, it may be by its own thread
  bool is_guess = false;           // a load beside an atomic: only a guess that an atomicCAS checks (known where ExactRaces has looked)
  // The example: the lowest offset (of the lowest block, for shared memory), first time.
  bool has_example = false;
  uint64_t offset = 0;             // bytes, where the common part begins
  uint32_t block = 0;              // whose copy, for shared memory
  RaceParty first, second;         // in the order of the run
  BarrierClue clue;                // which barrier with a number is missing between them, or used wrongly (known where ExactRaces has looked)
  std::optional<FlagUse> flag{};   // that lies between the two, but lets them race (known where ExactRaces has looked)
  // How far apart the sentence's two threads are: a race between blocks may have an example within one.
  Finding::Scope told_scope() const { return scope == Finding::Scope::grid && has_example && !is_apart() ? Finding::Scope::block : scope; }
  bool is_apart() const { return first.block != second.block; }
  // Would an example there be better than the one that there is? Two blocks first, if the race is between blocks; then the lowest element.
  bool is_better(bool is_apart_there, uint64_t offset_there, uint32_t block_there) const {
    if (!has_example) return true;
    if (is_apart_there != is_apart()) return is_apart_there;
    return offset_there < offset || (offset_there == offset && block_there < block);
  }
};

// Accesses that are in order only because their threads have looked at a flag at one place, with no fence behind.
struct MissingFence {
  FlagUse flag;
  AccessKind kind{};         // of the first such access
  RaceParty access;
  uint32_t allocation = 0;   // that it goes to
  uint64_t offset = 0;
  uint64_t count = 0;
};

}  // namespace wb
