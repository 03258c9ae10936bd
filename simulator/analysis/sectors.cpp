#include "simulator/analysis/sectors.h"

#include <algorithm>
#include <bit>

#include "simulator/analysis/wide_loops.h"

namespace wb {
namespace {

struct Walk {
  uint32_t steps = 0;     // neighbouring lanes in different sectors
  uint32_t falls = 0;     // ... of those, downwards
  uint32_t low = 0, high = 0;
  uint32_t straddles = 0; // some lane lies in two sectors
};

WB_WIDE Walk walk(const uint32_t* offset, uint32_t bytes, uint32_t* sector) {
  // One loop each, over plain variables: that is what becomes vector code.
  uint32_t steps = 0, falls = 0, low = UINT32_MAX, high = 0, straddles = 0;
  for (int i = 0; i < warp_size; ++i) {
    sector[i] = offset[i] / sector_bytes;
    straddles |= offset[i] % sector_bytes + bytes > sector_bytes;
  }
  for (int i = 0; i < warp_size - 1; ++i) steps += sector[i] != sector[i + 1];
  for (int i = 0; i < warp_size - 1; ++i) falls += sector[i] > sector[i + 1];
  for (int i = 0; i < warp_size; ++i) low = std::min(low, sector[i]);
  for (int i = 0; i < warp_size; ++i) high = std::max(high, sector[i]);
  return {steps, falls, low, high, straddles};
}

// Wide accesses that are not aligned may lie in two sectors.
uint32_t count_straddling(const uint32_t* offset, LaneMask active, uint32_t bytes) {
  uint32_t seen[2 * warp_size], count = 0;
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    uint32_t first = offset[std::countr_zero(rest)];
    for (uint32_t sector = first / sector_bytes; sector <= (first + bytes - 1) / sector_bytes; ++sector) seen[count++] = sector;
  }
  std::sort(seen, seen + count);
  return static_cast<uint32_t>(std::unique(seen, seen + count) - seen);
}

}  // namespace

uint32_t count_sectors(const uint32_t* offset, LaneMask active, uint32_t bytes) {
  if (!active) return 0;
  alignas(64) uint32_t sector[warp_size], filled[warp_size];
  if (active != ~LaneMask{0}) {
    // Lanes that are off stand where the one before them does: they add nothing.
    uint32_t last = offset[std::countr_zero(active)];
    for (int lane = 0; lane < warp_size; ++lane) filled[lane] = last = active >> lane & 1 ? offset[lane] : last;
    offset = filled;
  }
  Walk w = walk(offset, bytes, sector);
  if (w.straddles) return count_straddling(offset, active, bytes);
  if (w.falls == 0) return w.steps + 1;
  // A set of bits for sectors that lie near each other.
  constexpr uint32_t set_size = 4096;
  if (w.high - w.low < 64) {
    uint64_t set = 0;
    for (uint32_t s : sector) set |= uint64_t{1} << (s - w.low);
    return static_cast<uint32_t>(std::popcount(set));
  }
  if (w.high - w.low < set_size) {
    uint64_t set[set_size / 64];
    uint32_t words = (w.high - w.low) / 64 + 1, count = 0;
    std::fill(set, set + words, 0);
    for (uint32_t s : sector) {
      uint64_t bit = uint64_t{1} << (s - w.low) % 64, &word = set[(s - w.low) / 64];
      count += !(word & bit);
      word |= bit;
    }
    return count;
  }
  std::sort(sector, sector + warp_size);
  return static_cast<uint32_t>(std::unique(sector, sector + warp_size) - sector);
}

}  // namespace wb
