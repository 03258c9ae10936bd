#pragma once
// Does a launch fit the program? What CUDA would refuse, what this simulator does not hold, and arguments that are none for the kernel's parameters.
#include <optional>

#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

// A launch.invalid finding for the first thing that does not fit.
std::optional<Finding> check_launch(const Program& program, const KernelLaunch& launch);

}  // namespace wb
