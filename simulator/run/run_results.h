#pragma once
// What a run that has come to its end, one way or another, leaves: findings, counters, buffers, the heap, grids of the device.
#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"

namespace wb {

// `result` has its status. Buffers are moved out of the machine.
void take_results(SimulationResult& result, Machine& machine, Checks& checks, const KernelLaunch& launch, const RunOptions& options);

}  // namespace wb
