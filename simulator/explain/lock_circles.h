#pragma once
// Looks for a deadlock of locks in an order that a run did not take, and makes it happen.
#include <memory>
#include <stop_token>
#include <vector>

#include "simulator/machine/machine.h"
#include "simulator/simulator.h"

namespace wb {

// Of a launch that ran in order and came to its end, at tick `end`. Costs nothing where the program has no locks; else that run once more, and one for
// each circle of locks that it shows (analysis/lock_order.h).
std::vector<Finding> find_lock_circles(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, uint64_t end, const std::stop_token& stop);

}  // namespace wb
