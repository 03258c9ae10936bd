// Which of the loops suits this processor.
#include <string_view>

#include "simulator/machine/run_context.h"

namespace wb {

RunLoops run_loops(const char* name) {
  const std::string_view wanted = name;
#if defined(WB_X86_LOOPS)
  if (wanted == "avx512")
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
               ? avx512::loops() : RunLoops{};
  if (wanted == "avx2") return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") ? avx2::loops() : RunLoops{};
#endif
  return wanted == "baseline" ? baseline::loops() : RunLoops{};
}

RunLoops run_loops() {
  static const RunLoops best = [] {
    for (const char* name : {"avx512", "avx2"})
      if (RunLoops loops = run_loops(name); loops.plain) return loops;
    return run_loops("baseline");
  }();
  return best;
}

}  // namespace wb
