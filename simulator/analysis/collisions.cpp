#include "simulator/analysis/collisions.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/analysis/extent.h"
#include "simulator/analysis/sectors.h"
#include "simulator/analysis/wide_loops.h"

namespace wb {
namespace {

// rank[l]: how many active lanes before lane l have its key. Of lanes that are off it says nothing.
WB_WIDE void find_ranks(const uint32_t* key, LaneMask active, uint32_t* rank) {
  for (int lane = 0; lane < warp_size; ++lane) rank[lane] = 0;
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    const int earlier = std::countr_zero(rest);
    const uint32_t wanted = key[earlier];
    for (int lane = 0; lane < warp_size; ++lane) rank[lane] += (key[lane] == wanted) & (lane > earlier);
  }
}

uint32_t count_first(const uint32_t* rank, LaneMask active) {
  uint32_t count = 0;
  for (LaneMask rest = active; rest; rest &= rest - 1) count += rank[std::countr_zero(rest)] == 0;
  return count;
}

// For addresses that lie near each other: how many lanes stand at each, and the most at any one of a sector. All zeros between two uses.
constexpr uint32_t near_bytes = 8192, granule = 2;
struct Tally {
  uint8_t at_address[near_bytes / granule] = {};
  uint8_t of_sector[near_bytes / sector_bytes] = {};
};

// A sector is touched as often as lanes stand at its most wanted address: it counts again with each lane that makes that number grow.
AtomicUse tally_near(const uint32_t* offset, LaneMask active, uint32_t base, uint32_t span) {
  static thread_local Tally tally;
  uint32_t collisions = 0, sectors = 0;
  const auto one = [&](int lane) {
    const uint32_t at = offset[lane] - base;
    const uint8_t lanes = ++tally.at_address[at / granule];
    uint8_t& most = tally.of_sector[at / sector_bytes];
    collisions += lanes > 1;
    sectors += lanes > most;
    most = std::max(most, lanes);
  };
  if (active == ~LaneMask{0}) {
    for (int lane = 0; lane < warp_size; ++lane) one(lane);
  } else {
    for (LaneMask rest = active; rest; rest &= rest - 1) one(std::countr_zero(rest));
  }
  std::memset(tally.at_address, 0, span / granule + 1);
  std::memset(tally.of_sector, 0, span / sector_bytes + 1);
  return {collisions, sectors};
}

}  // namespace

uint32_t count_addresses(const uint32_t* offset, LaneMask active) {
  alignas(64) uint32_t rank[warp_size];
  find_ranks(offset, active, rank);
  return count_first(rank, active);
}

uint32_t count_row_addresses(uint32_t low, uint32_t high, uint32_t step) {
  constexpr uint32_t lanes = warp_size / 2;
  if (step == 0) return low == high ? 1 : 2;
  const uint32_t apart = low < high ? high - low : low - high;
  const bool overlap = apart % step == 0 && apart / step < lanes;
  return overlap ? lanes + apart / step : 2 * lanes;
}

AtomicUse atomic_use(const uint32_t* offset, LaneMask active, uint32_t bytes) {
  if (!active) return {};
  const Extent extent = extent_of(offset, active);
  const uint32_t base = extent.low / sector_bytes * sector_bytes;
  if (extent.high - base < near_bytes) return tally_near(offset, active, base, extent.high - base);
  // Far apart: hardly any meet.
  alignas(64) uint32_t rank[warp_size], turn[warp_size], place[warp_size];
  find_ranks(offset, active, rank);
  const uint32_t addresses = count_first(rank, active), lanes = static_cast<uint32_t>(std::popcount(active));
  if (addresses == lanes) return {0, count_sectors(offset, active, bytes)};
  // Count the pairs of sector and turn.
  static_assert(sector_bytes == warp_size, "a turn fits in the bits that a sector's number leaves");
  for (int lane = 0; lane < warp_size; ++lane) turn[lane] = offset[lane] / sector_bytes * sector_bytes + rank[lane];
  find_ranks(turn, active, place);
  return {lanes - addresses, count_first(place, active)};
}

}  // namespace wb
