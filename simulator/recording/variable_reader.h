#pragma once
// Reads the variables of a thread out of a machine that stands between two ticks, as a debugger shows them.
#include <string>
#include <vector>

#include "simulator/machine/machine.h"
#include "simulator/recording/recording.h"

namespace wb {

// Variables in scope where the thread stands, outermost first. Empty when the thread has not started or is done.
std::vector<VariableView> read_variables(Machine& machine, ThreadRef thread);
// One variable (or threadIdx.x and its like) by name, as the thread at `scope` sees it, read for another thread of its warp; "" if it has none, or
// none yet, or no more.
std::string read_variable(Machine& machine, ThreadRef scope, ThreadRef thread, std::string_view name);

}  // namespace wb
