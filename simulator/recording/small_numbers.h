#pragma once
// Numbers that are mostly small, in few bytes: seven bits a byte, the last one without the top bit. Differences of either sign go with
// their sign in the lowest bit.
#include <cstdint>
#include <vector>

namespace wb {

inline void put_number(std::vector<uint8_t>& to, uint64_t value) {
  for (; value >= 0x80; value >>= 7) to.push_back(static_cast<uint8_t>(value | 0x80));
  to.push_back(static_cast<uint8_t>(value));
}
inline uint64_t get_number(const uint8_t*& at) {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const uint8_t byte = *at++;
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
}

// From one number to another one.
inline void put_difference(std::vector<uint8_t>& to, uint64_t from, uint64_t value) {
  const auto difference = static_cast<int64_t>(value - from);
  put_number(to, static_cast<uint64_t>(difference) << 1 ^ static_cast<uint64_t>(difference >> 63));
}
inline uint64_t get_difference(const uint8_t*& at, uint64_t from) {
  const uint64_t folded = get_number(at);
  return from + (folded >> 1 ^ (~(folded & 1) + 1));
}

}  // namespace wb
