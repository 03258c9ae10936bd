#pragma once
// Threads that never end, as a finding: who, where, what they wait for, and why nobody helps them.
#include "simulator/analysis/endless_wait.h"
#include "simulator/analysis/race_findings.h"

namespace wb {

// A deadlock; a `budget` where threads only go round in loops of their own. `tick`: when the launch was stopped.
Finding endless_finding(const EndlessWait& wait, uint64_t tick, const FindingContext& context);

// "thread 3 of block 0 looks at `flag[0]` at line 9 again and again, and it stays 0".
std::string poll_text(const EndlessLanes& poll, const FindingContext& context);

}  // namespace wb
