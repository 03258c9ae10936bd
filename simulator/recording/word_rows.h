#pragma once
// Words of one allocation that a turn came to, all over the place, as scattered atomics do: in a few bits each. A row goes up through
// memory, and every number in it takes as many bits as the largest one needs.
//
//   atomicAdd(&bins[any], 1) of 32 lanes    bins[7] 12 -> 13    bins[1030] 9 -> 10    bins[5001] 40 -> 41 ...
//   gaps          1022, 3970 ...                12 bits each
//   found         12, 9, 40 ...                 6 bits, from the smallest on
//   left - found  1, 1, 1 ...                   none: all the same
//
// A row says what was found, or what was left, or both. Of stores, one that says what was found alone left just that: a lookup by atomicAdd(&bins[any], 0).
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace wb {

struct RowWord {
  uint64_t offset = 0;           // bytes of the allocation, a multiple of 4
  uint32_t found = 0, left = 0;  // before the turn, and after it
};

class WordRow {
 public:
  static constexpr uint32_t word_bytes = 4;
  static constexpr uint64_t behind = 8;  // so many bytes can be read behind a row's end, whatever stands there
  enum Tells : uint8_t { left = 1, found = 2, both = left | found };

  // Ascending, each once, at least one. `last_offset`: the first one's is told as the difference to it, and becomes it.
  static void put(std::vector<uint8_t>& to, std::span<const RowWord> words, Tells tells, uint64_t& last_offset);

  WordRow() = default;
  // Goes behind the row.
  WordRow(const uint8_t*& at, uint64_t& last_offset);
  bool tells(Tells what) const { return tells_ & what; }
  bool changes_nothing() const { return tells_ == found; }  // of stores
  bool has_more() const { return count_ > 0; }
  RowWord next();
  // Does one of its words lie in these bytes? Of a row that nobody has read from.
  bool comes_to(uint64_t low, uint64_t high) const;

 private:
  struct Numbers {
    uint8_t bits = 0;
    uint32_t least = 0;
  };
  static uint32_t get(const uint8_t* bytes, uint64_t bit, const Numbers& numbers);
  uint32_t get(const Numbers& numbers);

  uint8_t tells_ = 0;
  bool is_first_ = true;
  uint64_t count_ = 0, offset_ = 0, bit_ = 0;
  const uint8_t* bytes_ = nullptr;
  Numbers gaps_, found_, left_;
};

}  // namespace wb
