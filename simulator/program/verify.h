#pragma once
// Is this bytecode well formed? Run on every lowered program in builds with assertions, and by the tests.
#include <string>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

// One sentence a violation; empty: the program may run.
std::vector<std::string> verify(const Program& program);

}  // namespace wb
