#pragma once
// Why a finding is a race: the rule of docs/races.md, point by point, with what fulfils each point here. Pure; keys of the catalogue.
#include <vector>

#include "app/gui/catalogue.h"
#include "simulator/recording/grid_family.h"

namespace wb {

// Empty where the finding is no race of two parties. The first is the rule, the last what follows from it; between them stand its points. `shape`: of the launch's own grid.
std::vector<Said> race_rule(const Finding& finding, const LaunchShape& shape, const GridFamily* family = nullptr);

}  // namespace wb
