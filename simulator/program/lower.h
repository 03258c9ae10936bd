#pragma once
// Typed tree -> bytecode: one kernel with everything that it calls inlined.
#include <memory>

#include "simulator/program/program.h"
#include "simulator/source/diagnostic.h"

namespace wb {

// Null after errors (recursion, limits, what the machine does not know), which are in `diags`.
std::shared_ptr<const Program> lower_kernel(std::shared_ptr<const Module> module, FunctionId kernel, DiagSink& diags);

}  // namespace wb
