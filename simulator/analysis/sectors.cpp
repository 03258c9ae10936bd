#include "simulator/analysis/sectors.h"

#include <algorithm>
#include <bit>

namespace wb {

uint32_t count_sectors(const uint32_t* offset, LaneMask active, uint32_t bytes) {
  // Most accesses go upwards: then a sector is new exactly when it lies behind the last one.
  uint32_t seen[2 * warp_size];
  uint32_t count = 0;
  bool ascending = true;
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    uint32_t first = offset[std::countr_zero(rest)];
    uint32_t last_sector = (first + bytes - 1) / sector_bytes;
    for (uint32_t sector = first / sector_bytes; sector <= last_sector; ++sector) {
      if (count && sector == seen[count - 1]) continue;
      if (count && sector < seen[count - 1]) ascending = false;
      seen[count++] = sector;
    }
  }
  if (ascending) return count;
  std::sort(seen, seen + count);
  return static_cast<uint32_t>(std::unique(seen, seen + count) - seen);
}

}  // namespace wb
