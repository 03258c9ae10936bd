#pragma once
// Deadlocks of locks that are taken in opposite order: in an order that a run did not take, where it is made to happen, and in a run that hangs, where the
// holders are named.
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "simulator/machine/machine.h"
#include "simulator/simulator.h"

namespace wb {

// Of a launch that ran in order and came to its end, at tick `end`. Costs nothing where the program has no locks; else that run once more, and one for
// each circle of locks that it shows (analysis/lock_order.h).
std::vector<Finding> find_lock_circles(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, uint64_t end, const std::stop_token& stop);

// Of a launch that has been found at tick `end` to wait for ever: threads that hold a lock each and look for that of the next one. None: it is not so, or that
// is not known. The run goes on once more to its end, to see who has taken which lock.
std::optional<Finding> find_closed_circle(const EndlessWait& wait, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options,
                                          uint64_t end, const std::stop_token& stop);

}  // namespace wb
