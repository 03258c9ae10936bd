#pragma once
// The word of a barrier in shared memory (library/include/cuda_barrier.h, ptx_barrier.inc), for those who look into it:
//
//     63       44 43   40 39       20 19        0
//     | bytes   | phase | expected  | left     |      bytes: those that are expected and have not come, may be less than nothing for a while
#include <cstdint>

namespace wb {

class BarrierWord {
 public:
  explicit constexpr BarrierWord(uint64_t word) : word_(word) {}
  constexpr uint64_t left() const { return word_ & count_mask; }
  constexpr uint64_t expected() const { return word_ >> 20 & count_mask; }
  constexpr uint64_t phase() const { return word_ >> 40 & 15; }
  constexpr int64_t bytes() const { return static_cast<int64_t>(word_) >> 44; }
  // The phase is over: all have arrived, all bytes have come.
  constexpr bool has_all() const { return left() == 0 && bytes() == 0 && expected() != 0; }
  // What to add then.
  constexpr uint64_t to_next_phase() const { return expected() + (phase() == 15 ? uint64_t{0} - (uint64_t{15} << 40) : uint64_t{1} << 40); }

 private:
  static constexpr uint64_t count_mask = (1u << 20) - 1;
  uint64_t word_;
};

}  // namespace wb
