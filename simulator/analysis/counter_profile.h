#pragma once
// Where and when the counters were counted: by warp, and over time. Neither looks at single accesses: both take differences of the running
// totals, one when a warp's turn ends, the other when a stretch of ticks does.
//
//   ticks    | warp 0 | warp 1 | warp 2 | warp 0 | warp 1 | warp 2 |
//   by warp    + row 0  + row 1  + row 2  + row 0  + row 1  + row 2
//   over time  |   bucket 0  |   bucket 1  |   bucket 2  |  bucket 3 |
//
// Both are bounded: a launch of very many warps has rows of several neighbours, and when the buckets are full, neighbours are put together
// and each is twice as wide from then on.
#include <cstdint>
#include <vector>

#include "simulator/analysis/counters.h"
#include "simulator/analysis/launch_shape.h"

namespace wb {

class WarpTable {
 public:
  static constexpr uint64_t most_rows = 32768;
  explicit WarpTable(const LaunchShape& shape);

  void add(uint32_t block, uint32_t warp, const Counters& difference);
  void absorb(const WarpTable& other);  // of another part of the same launch
  WarpCounters result() const;

 private:
  static constexpr uint64_t chunk_rows = 256;
  std::vector<Counters>& chunk_of(uint64_t row);
  uint64_t warps_ = 0;
  uint32_t warps_per_block_ = 1, warps_per_row_ = 1;
  std::vector<std::vector<Counters>> chunks_;  // empty until somebody counts there: a part of a launch has few of them
};

class TimeBuckets {
 public:
  static constexpr size_t most_buckets = 512;

  uint64_t end() const { return end_; }                    // the tick at which the bucket at work ends: take() there
  void take(uint64_t tick, const Counters& so_far);        // `so_far`: the launch's totals up to `tick`
  CountersOverTime result() const { return {width_, buckets_}; }

 private:
  void merge();
  uint64_t width_ = 1, end_ = 1;
  Counters taken_;                                         // all that is in buckets
  uint64_t taken_ticks_ = 0;
  std::vector<Counters> buckets_;
};

}  // namespace wb
