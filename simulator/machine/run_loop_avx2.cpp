// The run loop with AVX2 and FMA: 8 lanes at once.
#include <immintrin.h>

#include <cstdint>

#include "simulator/analysis/checks.h"
#include "simulator/builtins/float_sum.h"
#include "simulator/builtins/half.h"
#include "simulator/machine/run_context.h"
#include "simulator/program/init_set.h"

#define WB_LOOP_NAME "avx2"

namespace wb::avx2 {
#include "simulator/machine/run_loop.inc"
}  // namespace wb::avx2
