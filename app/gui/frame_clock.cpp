#include "app/gui/frame_clock.h"

#include <chrono>
#include <ctime>
#include <fstream>

#if defined(__linux__)
#include <unistd.h>
#endif

namespace wb {

double wall_ms() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double thread_cpu_ms() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
#endif
  return wall_ms();
}

uint64_t resident_bytes() {
#if defined(__linux__)
  std::ifstream statm("/proc/self/statm");  // pages: whole, resident, ...
  uint64_t whole = 0, resident = 0;
  if (statm >> whole >> resident) return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
#endif
  return 0;
}

}  // namespace wb
