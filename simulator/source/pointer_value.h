#pragma once
// Pointers as values: the number of an allocation and a place in it. Null is 0.
//
//     63            40 39                               0
//    | allocation + 1 | offset + 2^39, so that it may be negative |
#include <cstdint>

namespace wb {

inline constexpr uint64_t pointer_bias = 1ull << 39;
constexpr uint64_t make_pointer(uint32_t allocation, int64_t offset) {
  return (uint64_t{allocation} + 1) << 40 | (static_cast<uint64_t>(offset) + pointer_bias);
}
// 0xFFFFFFFF: null, or an integer that never was a pointer.
constexpr uint32_t pointer_allocation(uint64_t pointer) { return static_cast<uint32_t>(pointer >> 40) - 1; }
constexpr int64_t pointer_offset(uint64_t pointer) { return static_cast<int64_t>(pointer & ((1ull << 40) - 1)) - static_cast<int64_t>(pointer_bias); }

}  // namespace wb
