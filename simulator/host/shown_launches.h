#pragma once
// Which launches of a host program are shown: of each line that launches the first one, with the memory that it finds. A line that launches
// again and again, as in a loop around it, is looked at with checks; the first time that is worse than what is shown takes its place:
// buffers that are swapped once too often, the last part of something that is cut into parts, a search whose frontier grows.
//
//     for (i = 0; ...; ++i) step<<<...>>>(a, b)       1: shown, clean    2: clean    3: an error, so it is shown instead
//
// A few looks in any case, and more while they are cheap.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulator/analysis/finding.h"
#include "simulator/host/given_memory.h"
#include "simulator/host/host_kernels.h"
#include "simulator/host/host_limits.h"
#include "simulator/host/host_memory.h"

namespace wb {

class ShownLaunches {
 public:
  ShownLaunches(HostKernels& kernels, HostMemory& memory, const HostLimits& limits) : kernels_(kernels), memory_(memory), limits_(limits) {}

  struct Shown {
    size_t index = 0;       // of the launch that is shown for its line
    bool is_first = false;  // it is this one, since the line has launched nothing before
  };
  // It is told the how manieth of its line it is.
  Shown see(HostLaunchSeen& seen, const GivenMemory& given);

  size_t lines() const { return lines_.size(); }  // that have launched
  size_t size() const { return launches_.size(); }
  size_t last() const { return launches_.empty() ? 0 : launches_.size() - 1; }
  HostLaunchSeen& operator[](size_t index) { return launches_[index]; }
  std::vector<HostLaunchSeen> take() { return std::move(launches_); }

 private:
  static constexpr size_t most_shown = 64;                 // lines and instances, apart
  static constexpr size_t sure_looks = 6;                  // at one line, with checks
  static constexpr uint64_t most_kept_bytes = 256u << 20;  // of what the shown launches begin with
  static constexpr uint64_t large_bytes = 128u << 20;      // memory that nobody has written is not kept, where it has more
  static constexpr uint64_t looked_at_a_byte = 64;         // bytes that are asked for their values, for one that is copied
  static constexpr uint64_t cheap_kept_bytes = 64u << 20;  // of it, for further looks

  // Of what checks say: races that change nothing are shown where there is nothing worse, other notes do not count.
  enum class Worst : uint8_t { nothing, benign_race, warning, error };
  static Worst worst_of(const Finding& finding);
  // A launch line; one in a template is one for each kernel that it launches.
  struct Site {
    size_t shown = 0;
    size_t launches = 0, looks = 0;
    Worst worst = Worst::nothing;  // of what is shown, once it was looked at
  };
  HostLaunchSeen kept(HostLaunchSeen seen, const GivenMemory& given);
  HostAllocation kept(int allocation, const GivenMemory& given, bool is_direct, const CompileResult* of);
  void look_at_twin(HostLaunchSeen& seen);
  void look_again(Site& site, const HostLaunchSeen& seen, const GivenMemory& given);
  Worst worst_in(const HostLaunchSeen& seen);

  HostKernels& kernels_;
  HostMemory& memory_;
  const HostLimits& limits_;
  std::vector<HostLaunchSeen> launches_;
  std::map<std::pair<size_t, std::string>, Site> sites_;  // by line, kernel and template arguments
  std::set<size_t> lines_;
  uint64_t look_ticks_ = 0, kept_bytes_ = 0;
};

}  // namespace wb
