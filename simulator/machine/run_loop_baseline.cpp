// The run loop with the vectors that every processor of this kind has.
#include <cstdint>

#include "simulator/analysis/checks.h"
#include "simulator/builtins/float_sum.h"
#include "simulator/builtins/half.h"
#include "simulator/machine/run_context.h"
#include "simulator/program/init_set.h"

#define WB_LOOP_NAME "baseline"

namespace wb::baseline {
#include "simulator/machine/run_loop.inc"
}  // namespace wb::baseline
