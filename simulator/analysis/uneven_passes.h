#pragma once
// Loops that a compiler writes out, of which the lanes of a warp make other numbers of passes: they come together by where a pass stands in
// what is written out, not by its number (program/uneven_loops.h has which loops, and how).
//
//   for (k = 0; k < n; ++k) v += a[k];      lanes with n = 3 and n = 6; the four, and the rest behind them
//     source     pass 0 1 2 3 4 5           six requests: both lanes in 0, 1 and 2
//     compiled   [0 1 2 3]                  four of the second lane,
//                0 1 2 | 4 5                three of both: 0 of the one with 4 of the other, 1 with 5, and 2
//
// An access counts as lanes come to its place: what all that have come there make together, less what was counted before.
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

// How many passes a lane makes, by what it compares in front of the loop.
uint64_t passes_of(const UnevenLoop& loop, int64_t tested, int64_t bound);

class UnevenPasses {
 public:
  // Where a pass stands: in which part of what is written out, and the how manieth of that.
  struct Place {
    uint8_t part = 0;
    uint64_t at = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Gathered {
    LaneMask lanes = 0;
    uint32_t offset[warp_size] = {};
  };

  // Lanes enter the loop, each to make so many passes.
  void enter(uint32_t block, uint32_t warp, const UnevenLoop& loop, LaneMask lanes, const std::array<uint64_t, warp_size>& passes);
  // An access of theirs: at each place that it has to do with, what has come there before, and what has now. Nothing: they have not entered.
  struct Step {
    Place place{};
    Gathered before{}, now{};
  };
  std::span<const Step> gather(const WarpAccess& access);
  void end_block(uint32_t block) { warps_.erase(warps_.lower_bound({block, 0}), warps_.lower_bound({block + 1, 0})); }

 private:
  struct OfLoop {
    UnevenLoop loop{};
    LaneMask lanes = 0;
    std::array<uint64_t, warp_size> passes{}, begun{};  // that a lane makes, and has begun
  };
  struct OfAccess {
    uint32_t loop = 0;
    std::map<Place, Gathered> places{};
  };
  struct OfWarp {
    std::map<uint32_t, OfLoop> loops;       // by their first access
    std::map<uint32_t, OfAccess> accesses;  // by CompiledAccess::number
  };

  std::map<std::pair<uint32_t, uint32_t>, OfWarp> warps_;  // by block and warp of those at work
  std::vector<Step> steps_;
};

}  // namespace wb
