#pragma once
// How a turn stands in the journal (run_journal.h): what its first byte says, and the schedule's random numbers. For those who write it and who read it.
#include <cstdint>

namespace wb::turn_codes {

// ---- the first byte
inline constexpr uint8_t is_next_warp = 1, is_same_pc = 2, is_one_tick = 4;
inline constexpr int calls_shift = 3, end_shift = 6;
inline constexpr uint8_t no_calls = 0, calls_before_first_code = 2, most_calls = 8, goes_on_code = 7;  // 3 to 8 random numbers: codes 1 to 6
// Under the adversarial schedule turns have one tick, do not go on, and take 1 to 7 random numbers, 1 or 2 of them to choose the warp: these are
// the code, and in place of `is_one_tick`:
inline constexpr uint8_t chosen_with_two = is_one_tick;
inline constexpr uint8_t repeated_code = 3;                                                         // cut, and more like it follow

// Random numbers of the schedule are made from a state that grows by equal steps (Machine::Impl::random).
inline constexpr uint64_t random_step = 0x9E3779B97F4A7C15u;
inline constexpr uint64_t inverse_of(uint64_t odd) {
  uint64_t inverse = odd;
  for (int i = 0; i < 6; ++i) inverse *= 2 - odd * inverse;  // each time twice as many bits are right
  return inverse;
}
static_assert(random_step * inverse_of(random_step) == 1);

}  // namespace wb::turn_codes
