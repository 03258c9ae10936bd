#pragma once
// Could the threads of this launch go other ways, or to other addresses, under another schedule?
#include <cstdint>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

// What one run has shown.
struct SeenRun {
  std::vector<bool> executed;                 // by site
  std::vector<bool> racing;                   // by allocation: a race there is told already
  std::vector<bool> agreeing;                 // by allocation: two stores race there, and store the same
  const std::vector<AllocationInfo>& allocations;
};

// False: every thread makes the same accesses under every schedule, barrier by barrier. So what may race by barriers alone is the same, too, and
// stores that race and agree do so always.
bool steers_by_order(const Program& program, const KernelLaunch& launch, const SeenRun& seen);

}  // namespace wb
