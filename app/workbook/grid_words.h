#pragma once
// Grids that device code launches, as the window and the command line write them.
#include <string>

#include "simulator/recording/grid_family.h"

namespace wb {

std::string launch_words(const LaunchedGrid& grid);   // "child<<<4, 64>>>", "quarter<<<(2, 2), (8, 8)>>>"

}  // namespace wb
