#pragma once
// Where each block of a run comes to in global memory that somebody may store to, all over the run: a few rows of pieces (memory_places.h) a block.
//
//   block 7    pieces 28..32 of `from`, 28..32 of `to`             a tile and its edges, as most blocks have it
//   block 9    many                                                nothing else is known of it here
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wb {

class BlockPlaces {
 public:
  struct Row {
    uint64_t first = 0, end = 0;  // pieces
  };
  // Of a grid with very many blocks nothing is known.
  explicit BlockPlaces(uint64_t blocks = 0) : rows_(blocks <= most_blocks ? blocks : 0), are_many_(rows_.size()) {}

  void add(uint32_t block, uint64_t first, uint64_t end) {
    if (block >= rows_.size()) return;
    for (const Row& row : rows_[block])
      if (row.first <= first && end <= row.end) return;
    add_new(block, {first, end});
  }
  const std::vector<Row>* rows_of(uint32_t block) const { return block < rows_.size() && !are_many_[block] ? &rows_[block] : nullptr; }  // null: many
  size_t bytes() const { return rows_.capacity() * sizeof(rows_[0]) + are_many_.capacity() / 8 + row_bytes_; }

 private:
  static constexpr uint64_t most_blocks = 1 << 16;
  static constexpr size_t most_rows = 8;
  void add_new(uint32_t block, Row row);

  std::vector<std::vector<Row>> rows_;  // by block
  std::vector<bool> are_many_;
  size_t row_bytes_ = 0;
};

}  // namespace wb
