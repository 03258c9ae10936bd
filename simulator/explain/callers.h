#pragma once
// A finding in a function of a header names a line that the reader of the kernel has not written, and does not see. So the lines of the .cu file from which
// it is called stand beside it:
//
//     ... and thread 77 of block 30 atomically reads it at line 6 of atomics.h (called at line 21)
//
// A finding is told once for a line, whoever calls it: all callers are named, as far as they are few.
#include <vector>

#include "simulator/analysis/finding.h"

namespace wb {

struct Program;

void name_callers(std::vector<Finding>& findings, const Program& program);

}  // namespace wb
