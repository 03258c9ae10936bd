#pragma once
// Reads the variables of a thread out of a machine that stands between two ticks, as a debugger shows them.
#include <functional>
#include <string>
#include <vector>

#include "simulator/machine/machine.h"
#include "simulator/recording/recording.h"

namespace wb {

// Variables in scope where the thread stands, outermost first. Empty when the thread has not started or is done.
std::vector<VariableView> read_variables(Machine& machine, ThreadRef thread);
// Is it in scope at that pc? Of several of one name the last one of Program::variables is shown.
bool is_in_scope(const Program& program, const VariableLocation& variable, Pc pc);
// One variable (or threadIdx.x and its like) by name, as the thread at `scope` sees it, read for another thread of its warp; "" if it has none, or
// none yet, or no more.
std::string read_variable(Machine& machine, ThreadRef scope, ThreadRef thread, std::string_view name);
// Where in memory stands what it takes to read that variable of `thread`, or all that are in scope (""): visit(allocation, offset, bytes).
using PlaceVisit = std::function<void(uint32_t, uint64_t, uint64_t)>;
void each_place_of_variable(Machine& machine, ThreadRef scope, ThreadRef thread, std::string_view name, const PlaceVisit& visit);

}  // namespace wb
