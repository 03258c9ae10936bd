#pragma once
// Stores of words that threads look at, and what happens where such a store is seen later than what its thread does next: store buffering.
#include <memory>
#include <stop_token>
#include <vector>

#include "simulator/simulator.h"

namespace wb {

// Of a launch that ran in order and came to its end, at tick `end`, with these findings: what races only so. Costs nothing where the program has no stores with a memory
// order; else that run once more, and one for each pair of a store and a look that might come too early, of which a few are tried.
std::vector<Finding> find_late_stores(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const std::vector<Finding>& told, uint64_t end, const std::stop_token& stop);

}  // namespace wb
