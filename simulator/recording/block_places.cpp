#include "simulator/recording/block_places.h"

#include <algorithm>

namespace wb {

void BlockPlaces::add_new(uint32_t block, Row row) {
  if (are_many_[block]) return;
  std::vector<Row>& rows = rows_[block];
  const auto beside = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return row.first <= r.end && r.first <= row.end; });
  if (beside != rows.end()) {
    *beside = {std::min(beside->first, row.first), std::max(beside->end, row.end)};
    return;
  }
  row_bytes_ -= rows.capacity() * sizeof(Row);
  if (rows.size() < most_rows) rows.push_back(row);
  else are_many_[block] = true, rows = {};
  row_bytes_ += rows.capacity() * sizeof(Row);
}

}  // namespace wb
