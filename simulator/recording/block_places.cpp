#include "simulator/recording/block_places.h"

#include <algorithm>

namespace wb {
namespace {

constexpr uint64_t most_blocks = 1 << 16, rows_of_all = 1 << 19;
constexpr uint64_t fewest_rows = 8, enough_rows = 96;  // of a block

bool have_common(const BlockPlaces::Rows& a, const BlockPlaces::Rows& b) {
  for (auto one = a.begin(), other = b.begin(); one != a.end() && other != b.end();)
    if (one->end <= other->first) ++one;
    else if (other->end <= one->first) ++other;
    else return true;
  return false;
}

}  // namespace

BlockPlaces::BlockPlaces(uint64_t blocks) : rows_(blocks <= most_blocks ? blocks : 0), heap_rows_(rows_.size()), quiet_rows_(rows_.size()), are_many_(rows_.size()) {
  if (blocks) most_rows_ = std::clamp(rows_of_all / blocks, fewest_rows, enough_rows);
}

bool BlockPlaces::add_row(Rows& rows, Row row) {
  const auto low = std::lower_bound(rows.begin(), rows.end(), row.first, [](const Row& r, uint32_t piece) { return r.end < piece; });
  if (low != rows.end() && low->first <= row.first && row.end <= low->end) return true;
  row_bytes_ -= rows.capacity() * sizeof(Row);
  if (low == rows.end() || row.end < low->first) {
    rows.insert(low, row);
  } else {
    const auto high = std::find_if(low, rows.end(), [&](const Row& r) { return row.end < r.first; });
    *low = {std::min(low->first, row.first), std::max((high - 1)->end, row.end)};
    rows.erase(low + 1, high);
  }
  row_bytes_ += rows.capacity() * sizeof(Row);
  return rows.size() <= most_rows_;
}

bool BlockPlaces::may_meet(uint32_t a, uint32_t b) const {
  const Rows *const of_a = rows_of(a), *const of_b = rows_of(b);
  return !of_a || !of_b || have_common(*of_a, *of_b) || have_common(heap_rows_[a], heap_rows_[b]) || have_common(quiet_rows_[a], quiet_rows_[b]);
}

void BlockPlaces::join_nearest(Rows& rows) {
  auto nearest = rows.begin();
  for (auto row = rows.begin(); row + 1 != rows.end(); ++row)
    if (row[1].first - row->end < nearest[1].first - nearest->end) nearest = row;
  nearest->end = nearest[1].end;
  rows.erase(nearest + 1);
}

}  // namespace wb
