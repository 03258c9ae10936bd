#pragma once
// Pointers to local variables that say more than a place, in bits that an offset into local memory does not need.
//
// Every thread has a local variable at the same pointer: local memory is each thread's own. So a pointer to one that somebody else uses leads that thread to
// its own variable, on a GPU as here, and the program goes on with a value that nobody meant. A pointer that is stored where others may read it is marked with
// whose it is, and the mark is taken off when its owner loads it again; an access by a marked pointer leaves the quick roads, since it is far out of
// bounds, and is looked at there. Likewise a pointer from alloca() says which bytes it was given (library/include/standard.h makes these).
//
//   offset     38 37 | 36 .. 31   30 .. 21   20 .. 0
//               1  0 | block      thread     place + 2^20         of the block's number the low bits
//               1  1 | 36 .. 29   28 .. 16   15 .. 0
//                      begin/16   bytes      place in them + 2^15
//
// Not covered: a pointer that goes to another thread as an integer, or in a shuffle.
#include <cstdint>

#include "simulator/source/pointer_value.h"

namespace wb {

inline constexpr int64_t local_mark = int64_t{1} << 38, alloca_mark = int64_t{1} << 37;
inline constexpr int64_t handed_room = int64_t{1} << 20, alloca_room = int64_t{1} << 15;

constexpr bool is_marked_local(int64_t offset) { return offset >= local_mark; }
constexpr bool is_of_alloca(int64_t offset) { return is_marked_local(offset) && (offset & alloca_mark); }

// A place that was handed on, and by whom.
struct HandedLocal {
  int64_t place = 0;
  uint32_t thread = 0, block = 0;  // of the block's number the low 6 bits
  static constexpr uint32_t block_bits = 63;
  bool is_of(uint32_t some_block, uint32_t some_thread) const { return thread == some_thread && block == (some_block & block_bits); }
};
constexpr HandedLocal handed_local(int64_t offset) {
  return {(offset & ((int64_t{1} << 21) - 1)) - handed_room, static_cast<uint32_t>(offset >> 21) & 1023u, static_cast<uint32_t>(offset >> 31) & HandedLocal::block_bits};
}
constexpr bool can_be_handed(int64_t place) { return place >= -handed_room / 2 && place < handed_room / 2; }
constexpr int64_t handed_offset(const HandedLocal& from) {
  return local_mark | int64_t{from.block & HandedLocal::block_bits} << 31 | int64_t{from.thread} << 21 | (from.place + handed_room);
}

// What alloca() gave, and a place in it.
struct AllocaPart {
  int64_t begin = 0, bytes = 0, place = 0;
};
constexpr AllocaPart alloca_part(int64_t offset) {
  return {(offset >> 29 & 255) * 16, offset >> 16 & 8191, (offset & 65535) - alloca_room};
}

// The place that an offset leads to in its allocation, marked or not.
constexpr int64_t local_place(int64_t offset) {
  if (!is_marked_local(offset)) return offset;
  if (!is_of_alloca(offset)) return handed_local(offset).place;
  const AllocaPart part = alloca_part(offset);
  return part.begin + part.place;
}

// What stands in a local variable whose scope has ended: no value.
inline constexpr uint8_t ended_byte = 0xDE;

}  // namespace wb
