#include "app/session/family.h"

#include <algorithm>

namespace wb {

bool is_on_host(const Finding& finding) { return !finding.places.empty() && !finding.places.back().by.empty(); }

std::optional<uint32_t> grid_of(const Finding& finding) { return finding.places.empty() || is_on_host(finding) ? std::nullopt : std::optional(finding.places.back().grid); }

std::optional<Tick> moment_of(const Recording& recording, const Finding& finding) {
  if (is_on_host(finding)) return std::nullopt;
  return grid_of(finding).value_or(recording.grid()) == recording.grid() ? recording.moment_of(finding.tick) : std::nullopt;
}

std::optional<Tick> moment_of(const Recording& recording, const FindingPlace& place) {
  return place.by.empty() && place.grid == recording.grid() ? recording.moment_of(place.tick) : std::nullopt;
}

const LaunchShape& shape_of(const GridFamily* family, uint32_t grid, const LaunchShape& own) {
  return family && grid < family->grids().size() ? family->grid(grid).shape : own;
}

Tick tick_in_grid(const GridFamily* family, const FindingPlace& place) {
  if (!family || place.grid >= family->grids().size()) return place.tick;
  const LaunchedGrid& grid = family->grid(place.grid);
  return std::clamp(place.tick, grid.begin, grid.end) - grid.begin;
}

ThreadRef thread_in(const LaunchShape& shape, const FindingPlace& place) { return {shape.linear_block(place.block), shape.linear_thread(place.thread)}; }

}  // namespace wb
