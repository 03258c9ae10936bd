#pragma once
// Which atomicCAS compare with a copy of what a load has brought: followed from register to register, whatever the way through the code.
#include <cstdint>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

// The sites of those for the load at that site.
std::vector<uint32_t> cas_sites_that_compare(const Program& program, uint32_t load_site);

}  // namespace wb
