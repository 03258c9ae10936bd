#pragma once
// Launches whose device code launches grids: which grid is shown, and where findings lie. Pure.
#include <optional>

#include "simulator/recording/grid_family.h"

namespace wb {

// A grid that is being recorded in the background, to be shown.
struct GridWork {
  uint32_t number = 0;
  uint64_t job = 0;
  double progress = 0, seconds = 0;
};

// What the program does to itself on the host: launches and copies that nobody waits for. No step of the run shows it, only lines of the file do.
bool is_on_host(const Finding& finding);
// The grid in which a finding shows; none: it lies nowhere, like elements that nobody wrote.
std::optional<uint32_t> grid_of(const Finding& finding);
// The tick of this recording at which it shows, or at which a party of it was at work; none: in another grid.
std::optional<Tick> moment_of(const Recording& recording, const Finding& finding);
std::optional<Tick> moment_of(const Recording& recording, const FindingPlace& place);
// Of a grid of the family; without a family, `own`, the launch's.
const LaunchShape& shape_of(const GridFamily* family, uint32_t grid, const LaunchShape& own);
// The tick within its grid of one that a place has, which counts from the start of the launch.
Tick tick_in_grid(const GridFamily* family, const FindingPlace& place);
ThreadRef thread_in(const LaunchShape& shape, const FindingPlace& place);

}  // namespace wb
