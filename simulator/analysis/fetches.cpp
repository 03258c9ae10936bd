#include "simulator/analysis/fetches.h"

#include <bit>
#include <set>
#include <tuple>

namespace wb {
namespace {

using Sector = std::tuple<uint32_t, uint32_t, uint32_t>;  // column, row, slice

bool has(uint64_t rest, int bit) { return rest >> bit & 1; }

// Of plain memory what lies outside is not asked for.
LaneMask lanes_with_a_place(const Fetch& fetch) {
  LaneMask lanes = fetch.active;
  for (LaneMask left = lanes; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (has(fetch.rest[lane], 48) && !(fetch.rest[lane] >> 32 & 0xFF)) lanes &= ~(LaneMask{1} << lane);
  }
  return lanes;
}

void add_sectors(const Fetch& fetch, int lane, std::set<Sector>& sectors) {
  const uint64_t columns = fetch.columns[lane], rows = fetch.rows[lane], rest = fetch.rest[lane];
  const uint32_t column_bytes = has(rest, 48) ? 32 : 16, rows_together = has(rest, 48) ? 1 : 2;
  for (int corner = 0; corner < 8; ++corner) {
    if (!has(rest, 32 + corner)) continue;
    const auto column = static_cast<uint32_t>(columns >> (corner & 1 ? 32 : 0)), row = static_cast<uint32_t>(rows >> (corner & 2 ? 32 : 0));
    const auto slice = static_cast<uint16_t>(rest >> (corner & 4 ? 16 : 0));
    sectors.emplace(column / column_bytes, row / rows_together, slice);
  }
}

}  // namespace

FetchUse fetch_use(const Fetch& fetch) {
  const uint64_t rest = fetch.rest[std::countr_zero(fetch.active)];
  const int together = has(rest, 40) ? 8 : 4;
  FetchUse use{has(rest, 49) ? has(rest, 50) ? FetchWay::surface_store : FetchWay::surface_load : FetchWay::texture};
  const LaneMask wanted = lanes_with_a_place(fetch);
  std::set<Sector> sectors;
  for (int first = 0; first < static_cast<int>(warp_size); first += together) {
    LaneMask lanes = wanted >> first & ((LaneMask{1} << together) - 1);
    if (!lanes) continue;
    ++use.requests;
    sectors.clear();
    for (; lanes; lanes &= lanes - 1) add_sectors(fetch, first + std::countr_zero(lanes), sectors);
    use.sectors += static_cast<uint32_t>(sectors.size());
  }
  return use;
}

}  // namespace wb
