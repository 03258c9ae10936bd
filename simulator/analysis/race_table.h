#pragma once
// The pairs of places that have raced, as many as are told.
//
// Two thousand stores to one word race in two million pairs. Of more than `most_pairs` those are kept whose places stand closest together in the program;
// of the others it is known which they are, and no more:
//
//     kept        (0,0) (1,1) (2,2) ...  (0,1) (1,2) ...  (0,2) ...     by distance, then by the first place: each place beside its neighbours
//     left out    (0,900) ...                                           a bit each
//
// What is kept depends on which pairs race, and not on which of them raced first: who was left out once had `most_pairs` others before it, and they only
// grow. And who is kept to the end has been there from its first race on, so that all of its races are counted.
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "simulator/analysis/race_pair.h"

namespace wb {

// Pairs that race, or seem to, and are not told one by one.
struct LeftOutRaces {
  uint64_t pairs = 0;
  bool are_serious = false;   // some are more than stores that, as far as is known, are of one value
  bool has_load = false, has_atomic = false;
  bool are_suspects = false;  // a closer look would be needed to know that they race
  std::vector<bool> allocations;  // in which they are; as far as it reaches
};

class RaceTable {
 public:
  static constexpr size_t most_pairs = 4096;
  static constexpr uint32_t none = UINT32_MAX;
  struct Party {
    uint32_t site = 0;
    AccessKind kind{};
  };
  explicit RaceTable(size_t most = most_pairs) : most_(most) { recent_.fill(none); }

  const std::vector<RacePair>& pairs() const { return pairs_; }
  RacePair& operator[](uint32_t index) { return pairs_[index]; }
  uint32_t find(uint32_t site_a, uint32_t site_b, uint32_t allocation);        // none: they have not raced yet, or are left out
  uint32_t add(Party a, Party b, uint32_t allocation);                         // found or new; none: it is left out
  uint64_t moved() const { return moved_; }                                    // grows whenever an index comes to mean another pair

  bool is_left_out(uint32_t site_a, uint32_t site_b, uint32_t allocation) const;
  const LeftOutRaces& left_out() const { return left_out_; }
  // Nobody has to be told of races that are left out already.
  bool passes_over() const { return left_out_.are_serious; }
  void note_serious() { left_out_.are_serious = true; }
  // Those left out, from one of them on, at most so many: their places and kinds.
  std::vector<RacePair> left_out_pairs(uint64_t first, size_t most) const;

 private:
  using Rank = std::array<uint32_t, 3>;                  // distance, first site, allocation
  using Row = std::vector<uint64_t>;                     // by the first site
  static Rank rank_of(uint32_t site_a, uint32_t site_b, uint32_t allocation);
  void leave_out(const Rank& rank, AccessKind first, AccessKind second);

  size_t most_;
  std::vector<RacePair> pairs_;
  std::map<Rank, uint32_t> ranked_;                      // indices into `pairs_`
  std::array<uint32_t, 16> recent_{};                    // likewise, looked up last
  uint64_t moved_ = 0;
  LeftOutRaces left_out_;
  std::vector<std::vector<Row>> rows_;                   // of those left out: by allocation, by the second site
  std::vector<AccessKind> kinds_;                        // by site, where it is left out with another one
};

}  // namespace wb
