#pragma once
// How many 32-byte sectors of global memory one warp-level access touches.
//
//   floats, one after another      32 lanes x 4 bytes = 128 bytes  ->  4 sectors (5 when the first is not at a sector's start)
//   floats, 32 bytes or more apart                                 -> 32 sectors
//   all lanes at one float                                         ->  1 sector
//
// Allocations start at multiples of 256 bytes, as the CUDA allocator's do: offsets decide.
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

inline constexpr uint32_t sector_bytes = 32;

// Distinct aligned sectors under the active lanes; `offset` has 32 entries, valid where `active`.
uint32_t count_sectors(const uint32_t* offset, LaneMask active, uint32_t bytes);

// The same for 32 lanes that lie one after another from `first`.
constexpr uint32_t count_contiguous_sectors(uint64_t first, uint32_t bytes) {
  return static_cast<uint32_t>((first + uint64_t{warp_size} * bytes - 1) / sector_bytes - first / sector_bytes + 1);
}

// The same for two rows of `bytes` bytes each that leave no sector out.
constexpr uint32_t count_row_sectors(uint64_t low, uint64_t high, uint32_t bytes) {
  const uint64_t a = (low < high ? low : high) / sector_bytes, b = (low < high ? high : low) / sector_bytes;
  const uint64_t a_end = ((low < high ? low : high) + bytes - 1) / sector_bytes, b_end = ((low < high ? high : low) + bytes - 1) / sector_bytes;
  return static_cast<uint32_t>(b > a_end ? a_end - a + 1 + (b_end - b + 1) : b_end - a + 1);
}

}  // namespace wb
