#pragma once
// A block of the device's heap, as findings tell of it.
#include <cstdint>
#include <vector>

#include "simulator/source/heap_form.h"

namespace wb {

// Who took a block or gave it back, and where.
struct HeapMoment {
  static constexpr uint32_t earlier = 1u << 31;
  uint32_t site = UINT32_MAX;  // index into the program's sites; in an earlier launch: earlier + the line; no_site: it is not known any more
  uint32_t block = 0, thread = 0;
  bool is_known() const { return site != UINT32_MAX; }
  bool is_earlier() const { return is_known() && site >= earlier; }
  uint32_t earlier_line() const { return site - earlier; }
  friend bool operator==(const HeapMoment&, const HeapMoment&) = default;
};

struct HeapBlock {
  enum class State : uint8_t {
    none,   // there is no such block, and never was
    live,
    given,  // it was given back. With taken.site unknown its memory has gone to another block since
  } state = State::none;
  HeapForm form;
  uint32_t begin = 0, bytes = 0;  // its place in the heap, in bytes; the bytes that were asked for
  HeapMoment taken, given;
};

// All blocks of the heap at some moment, by their place.
struct HeapBlocks {
  std::vector<HeapBlock> blocks;
  // The block in front of which no other one begins before that place; null: none.
  const HeapBlock* at(uint64_t place) const;
};

}  // namespace wb
