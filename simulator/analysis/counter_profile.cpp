#include "simulator/analysis/counter_profile.h"

#include <algorithm>

namespace wb {

// ---- by warp

WarpTable::WarpTable(const LaunchShape& shape) : warps_(shape.block_count() * shape.warps_per_block()), warps_per_block_(shape.warps_per_block()) {
  while ((warps_ + warps_per_row_ - 1) / warps_per_row_ > most_rows) warps_per_row_ *= 2;
  chunks_.resize(((warps_ + warps_per_row_ - 1) / warps_per_row_ + chunk_rows - 1) / chunk_rows);
}

std::vector<Counters>& WarpTable::chunk_of(uint64_t row) {
  std::vector<Counters>& chunk = chunks_[row / chunk_rows];
  if (chunk.empty()) chunk.resize(chunk_rows);
  return chunk;
}

void WarpTable::add(uint32_t block, uint32_t warp, const Counters& difference) {
  const uint64_t row = (uint64_t{block} * warps_per_block_ + warp) / warps_per_row_;
  chunk_of(row)[row % chunk_rows] += difference;
}

void WarpTable::absorb(const WarpTable& other) {
  for (size_t c = 0; c < other.chunks_.size() && c < chunks_.size(); ++c) {
    if (other.chunks_[c].empty()) continue;
    std::vector<Counters>& chunk = chunk_of(c * chunk_rows);
    for (size_t i = 0; i < chunk_rows; ++i) chunk[i] += other.chunks_[c][i];
  }
}

WarpCounters WarpTable::result() const {
  WarpCounters all{warps_, warps_per_block_, warps_per_row_, {}};
  const uint64_t rows = (warps_ + warps_per_row_ - 1) / warps_per_row_;
  for (const std::vector<Counters>& chunk : chunks_) {
    const size_t count = static_cast<size_t>(std::min<uint64_t>(chunk_rows, rows - all.rows.size()));
    if (chunk.empty()) all.rows.resize(all.rows.size() + count);
    else all.rows.insert(all.rows.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return all;
}

// ---- over time

void TimeBuckets::take(uint64_t tick, const Counters& so_far) {
  if (tick == taken_ticks_) return;
  Counters difference = so_far;
  difference -= taken_;
  buckets_.push_back(difference);
  taken_ = so_far;
  taken_ticks_ = tick;
  end_ = tick + width_;
  if (buckets_.size() == most_buckets) merge();
}

void TimeBuckets::merge() {
  for (size_t i = 0; i < buckets_.size() / 2; ++i) {
    buckets_[i] = buckets_[2 * i];
    buckets_[i] += buckets_[2 * i + 1];
  }
  buckets_.resize(buckets_.size() / 2);
  width_ *= 2;
  end_ = taken_ticks_ + width_;
}

}  // namespace wb
