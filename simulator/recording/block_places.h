#pragma once
// Where each block of a run comes to in global memory, all over the run: a few rows of pieces (memory_places.h) a block.
//
//   block 7    pieces 28..32 of `from`, 28..32 of `to`             a tile and its edges, as most blocks have it
//   block 9    many                                                nothing else is known of it here
//
// Of the device's heap and its marks, and of what nobody stores to, there is no "many": too many rows grow together across the smallest gap between them. So they
// tell of all places there, and perhaps of others.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wb {

class BlockPlaces {
 public:
  struct Row {
    uint32_t first = 0, end = 0;  // pieces
  };
  using Rows = std::vector<Row>;  // ascending, with gaps between them

  // Of a grid with very many blocks nothing is known.
  explicit BlockPlaces(uint64_t blocks = 0);

  void add(uint32_t block, uint64_t first, uint64_t end) {
    if (block < rows_.size() && !are_many_[block]) are_many_[block] = !add_row(rows_[block], make_row(first, end));
  }
  void add_of_heap(uint32_t block, uint64_t first, uint64_t end) { add_loosely(heap_rows_, block, first, end); }
  void add_of_quiet(uint32_t block, uint64_t first, uint64_t end) { add_loosely(quiet_rows_, block, first, end); }  // nobody stores there
  const Rows* rows_of(uint32_t block) const { return block < rows_.size() && !are_many_[block] ? &rows_[block] : nullptr; }  // null: many
  const Rows* heap_rows_of(uint32_t block) const { return block < heap_rows_.size() ? &heap_rows_[block] : nullptr; }        // null: anywhere
  bool may_meet(uint32_t a, uint32_t b) const;  // false: these blocks come to no piece that both come to
  size_t bytes() const { return (rows_.capacity() + heap_rows_.capacity() + quiet_rows_.capacity()) * sizeof(Rows) + are_many_.capacity() / 8 + row_bytes_; }

 private:
  static Row make_row(uint64_t first, uint64_t end) { return {static_cast<uint32_t>(first), static_cast<uint32_t>(end)}; }
  bool add_row(Rows& rows, Row row);  // false: these are too many now
  void add_loosely(std::vector<Rows>& of, uint32_t block, uint64_t first, uint64_t end) {
    if (block < rows_.size() && !add_row(of[block], make_row(first, end))) join_nearest(of[block]);
  }
  void join_nearest(Rows& rows);

  size_t most_rows_ = 0;
  std::vector<Rows> rows_, heap_rows_, quiet_rows_;  // by block
  std::vector<bool> are_many_;
  size_t row_bytes_ = 0;
};

}  // namespace wb
