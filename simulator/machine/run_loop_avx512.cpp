// The run loop with AVX-512: 16 lanes at once.
#include <cstdint>

#include "simulator/analysis/checks.h"
#include "simulator/machine/run_context.h"

#define WB_LOOP_NAME "avx512"

namespace wb::avx512 {
#include "simulator/machine/run_loop.inc"
}  // namespace wb::avx512
