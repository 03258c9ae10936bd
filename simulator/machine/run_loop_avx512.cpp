// The run loop with AVX-512: 16 lanes at once.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 says so of its own intrinsics (its PR 105593)
#endif
#include <immintrin.h>

#include <cstdint>

#include "simulator/analysis/checks.h"
#include "simulator/builtins/float_sum.h"
#include "simulator/builtins/half.h"
#include "simulator/machine/run_context.h"
#include "simulator/program/init_set.h"

#define WB_LOOP_NAME "avx512"

namespace wb::avx512 {
#include "simulator/machine/run_loop.inc"
}  // namespace wb::avx512
