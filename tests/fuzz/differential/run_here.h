#pragma once
// A kernel on the simulator: under every schedule, with and without checks, on every vector width that this processor has. All must agree.
#include "tests/fuzz/differential/generator.h"
#include "tests/fuzz/differential/launch.h"

namespace wb::fuzz {

struct RunHere {
  std::string trouble;  // refused, a finding, schedules that disagree; empty: `outputs` hold
  Outputs outputs;
};

struct HereOptions {
  bool contract = false;
  bool thorough = true;      // all schedules and widths; else one run with checks
};

RunHere run_here(const std::string& text, const std::string& name, Index3 grid, Index3 block, const HereOptions& options = {});

}  // namespace wb::fuzz
