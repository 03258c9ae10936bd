#pragma once
// Rows of bytes, each so far from the one before: what a copy or a fill touches. One of one dimension is a single row.
#include <cstdint>

namespace wb {

struct MemoryRows {
  uint64_t first = 0;  // a pointer
  uint64_t pitch = 0, width = 0, count = 1;
  uint64_t operator[](uint64_t row) const { return first + row * pitch; }
};

}  // namespace wb
