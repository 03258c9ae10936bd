#pragma once
// Global memory in pieces, and sets of them: a bit for each piece of 512 bytes, of big allocations for larger ones.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

// Numbers the pieces, from the first one of the first allocation on. Other memory than global has none. The marks of the device's heap
// (machine/heap_marks.h) stand behind the last allocation, as if they were one more.
class MemoryPieces {
 public:
  explicit MemoryPieces(std::span<const AllocationInfo> allocations);
  MemoryPieces() = default;

  uint64_t count() const { return count_; }
  uint32_t allocations() const { return static_cast<uint32_t>(of_.size()); }  // with the heap's marks
  bool has(uint32_t allocation) const { return of_[allocation].count > 0; }
  std::optional<uint32_t> heap() const { return heap_; }  // its allocation
  uint32_t marks() const { return static_cast<uint32_t>(of_.size() - 1); }  // where there is a heap
  bool is_of_heap(uint32_t allocation) const { return heap_ && (allocation == *heap_ || allocation == marks()); }
  uint64_t bytes_of(uint32_t allocation) const { return uint64_t{1} << of_[allocation].shift; }  // of each piece; the last one may be shorter
  uint64_t at(uint32_t allocation, uint64_t offset) const { return of_[allocation].first + (offset >> of_[allocation].shift); }
  uint64_t end_of(uint32_t allocation) const { return of_[allocation].first + of_[allocation].count; }
  uint64_t begin_of(uint32_t allocation, uint64_t piece) const { return (piece - of_[allocation].first) << of_[allocation].shift; }

 private:
  struct Of {
    uint8_t shift = 9;
    uint64_t first = 0, count = 0;
  };
  std::vector<Of> of_;  // by allocation
  uint64_t count_ = 0;
  std::optional<uint32_t> heap_;
};

class MemoryPlaces {
 public:
  explicit MemoryPlaces(const MemoryPieces& pieces) : pieces_(&pieces), bits_(static_cast<size_t>(pieces.count() / 64 + 1)) {}

  bool empty() const { return low_ >= high_; }
  uint64_t count() const;
  bool has(uint64_t piece) const { return bits_[piece / 64] >> piece % 64 & 1; }
  bool has(uint32_t allocation, uint64_t low, uint64_t high) const;  // all of these bytes; or there are no pieces
  bool are_all() const { return are_all_; }  // as far as is known
  void add(uint32_t allocation, uint64_t low, uint64_t high);  // bytes: the pieces in which they lie
  void add_row(uint64_t first, uint64_t end);  // pieces
  void add(const MemoryPlaces& others);
  void add_all();
  void add_heap();  // all of it, with its marks, if there is one
  MemoryPlaces without(const MemoryPlaces& others) const;
  // visit(first, end) of pieces in a row.
  template <class Visit>
  void each_row(Visit&& visit) const {
    each_row_within(low_, high_, visit);
  }
  // The parts of these bytes that lie in the pieces: visit(low, high).
  template <class Visit>
  void each_part(uint32_t allocation, uint64_t low, uint64_t high, Visit&& visit) const {
    if (!pieces_->has(allocation) || low >= high) return;
    each_row_within(pieces_->at(allocation, low), pieces_->at(allocation, high - 1) + 1, [&](uint64_t first, uint64_t end) {
      visit(std::max(low, pieces_->begin_of(allocation, first)), std::min(high, pieces_->begin_of(allocation, end)));
    });
  }

 private:
  template <class Visit>
  void each_row_within(uint64_t low, uint64_t high, Visit&& visit) const {
    const uint64_t last = std::min(high_, high);
    for (uint64_t first = next(std::max(low_, low), last, true), end = first; first < last; first = next(end, last, true)) {
      end = next(first, last, false);
      visit(first, end);
    }
  }
  // The first piece from there on that is here, or is not; `last`: none before it.
  uint64_t next(uint64_t piece, uint64_t last, bool is_here) const {
    for (; piece < last; piece = (piece / 64 + 1) * 64)
      if (const uint64_t word = (is_here ? bits_[piece / 64] : ~bits_[piece / 64]) >> piece % 64) return std::min(last, piece + static_cast<uint64_t>(std::countr_zero(word)));
    return last;
  }

  const MemoryPieces* pieces_;
  std::vector<uint64_t> bits_;
  uint64_t low_ = UINT64_MAX, high_ = 0;  // no others have a bit
  bool are_all_ = false;
};

}  // namespace wb
