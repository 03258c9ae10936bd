#pragma once
// The order that barriers with a number make among the warps of one block, as coarse as it may be: enough for a program that keeps its
// barriers to be found clean at once. What still seems to race is looked at closely (HappensBefore, which knows of single lanes).
//
// Each warp has a clock that counts its arrivals. Who comes to a barrier brings there its time and what it knows; who waits knows, when the
// barrier is complete, what has been brought.
//
//   warp 0   time 0: write tile | arrives | time 1: goes on ...
//   warp 1   waits ......................... complete: knows warp 0 up to time 0, and itself up to time 0 | time 1: read tile
//
// A warp of which lanes have left brings no time of its own: what these did may be in no order with it.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

class WarpOrder {
 public:
  void clear() { clocks_.clear(), brought_.clear(); }
  void arrive(uint32_t number, uint32_t warp, bool is_whole);
  void complete(uint32_t number, std::span<const WarpLanes> waiting);
  uint32_t time_of(uint32_t warp) const { return warp < clocks_.size() ? clocks_[warp].time : 0; }
  // Does `warp` know that each of these (bit w: warp w) was past that time of its own?
  bool are_past(uint32_t warp, uint32_t warps, uint32_t time) const;

 private:
  static constexpr uint32_t most_warps = 32;           // of a block
  using Known = std::array<uint32_t, most_warps>;      // by warp: it is past its times below this one
  struct Clock {
    uint32_t time = 0;
    Known known{};
  };
  static void join(Known& into, const Known& from);
  Clock& clock_of(uint32_t warp);
  std::vector<Clock> clocks_;   // by warp
  std::vector<Known> brought_;  // by the barrier's number, since it was complete
};

}  // namespace wb
