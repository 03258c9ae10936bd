#include "app/backends/recording_memory.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <fstream>

namespace wb {
namespace {

constexpr uint64_t least_mib = 512, most_mib = 2048, parts = 12;

// Its file says "max" where there is no limit.
uint64_t limit_of_process() {
  uint64_t bytes = 0;
  return std::ifstream("/sys/fs/cgroup/memory.max") >> bytes ? bytes : UINT64_MAX;
}

}  // namespace

uint32_t recording_mib_of(uint64_t memory_bytes) { return static_cast<uint32_t>(std::bit_floor(std::clamp((memory_bytes >> 20) / parts, least_mib, most_mib))); }

uint32_t default_recording_mib() {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return least_mib;
  return recording_mib_of(std::min(static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_bytes), limit_of_process()));
}

}  // namespace wb
