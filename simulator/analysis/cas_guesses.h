#pragma once
// Plain loads that are only guesses: the first read of the programming guide's loop around an atomicCAS.
//
//   unsigned old = *a, assumed;                     a plain read beside the atomics of others: a race by the letter
//   do {
//     assumed = old;                                but nothing comes of its value,
//     old = atomicCAS(a, assumed, assumed + x);     unless the same bits still stand there
//   } while (assumed != old);
//
// A load is a guess when the next store or atomic of its thread, wherever it goes, is an atomicCAS of the same element and size which compares
// with a copy of what was loaded, bit by bit, and the thread has not looked at the element again in between. So the value cannot have got into
// memory without the check. A place in the source only guesses when every thread that comes by there does, each time.
//
// Stores in between that the same loop makes again for as long as the check fails (program/retried_stores.h) do no harm where nobody races for what
// they store to: `node->next = old` of a node that is not in the list yet. What a stale guess leaves there is overwritten before it is looked at.
//
// That a comparand is a copy of the loaded value is taken from the program (program/compared_copies.h), that it is the same here, from the run.
// Not followed: what a thread does with its guess in registers, and after the check; values that go to other lanes by warp functions.
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/happens_before.h"
#include "simulator/analysis/race_shadow.h"

namespace wb {

class CasGuesses {
 public:
  struct Check {
    std::vector<uint32_t> by;       // sites of the atomicCAS that compare with a copy of what a load brings
    std::vector<uint32_t> retried;  // sites of stores that are made again where these fail
  };
  using Checks = std::map<uint32_t, Check>;  // by site of a load
  // The suspects that are loads beside atomics are followed.
  CasGuesses(const std::vector<RacePair>& suspects, const Checks& checks);

  bool concerns(const WarpAccess& access) const;
  // One lane of an access that concerns some place. `value`: what it loads, or the operand of an atomic (of an atomicCAS: the comparand).
  void lane(const WarpAccess& access, LinearThread me, const HappensBefore::Word& word, std::optional<uint64_t> value);

  // At the end of the run: is the pair's load only a guess, always?
  bool are_guesses(const RacePair& pair) const;

 private:
  struct Guess {
    HappensBefore::Word word;
    uint64_t value = 0;
  };
  struct Place {
    uint32_t site = 0, allocation = 0;
    Check check;
    bool only_guesses = true;                    // so far
    std::unordered_map<uint64_t, Guess> open{};  // by thread: not checked yet
    bool is_harmless(const WarpAccess& access) const;
    void give_up() { only_guesses = false, open.clear(); }
    bool is_loaded_by(const WarpAccess& access) const { return access.site == site && access.allocation == allocation && access.kind == AccessKind::load; }
    bool is_check(const WarpAccess& access, const Guess& guess, const HappensBefore::Word& word, std::optional<uint64_t> value) const;
  };
  static void settle(Place& place, const WarpAccess& access, uint64_t thread, const HappensBefore::Word& word, std::optional<uint64_t> value);

  std::vector<Place> places_;
};

}  // namespace wb
