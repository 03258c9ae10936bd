#pragma once
// Accesses to the shared memory of another block of the cluster that nothing keeps from leaving first.
//
//   block 1:  cluster.sync()   reads tile of block 0            leaves        block 0 is safe to read only up to the next barrier of the cluster
//   block 0:  cluster.sync()                         leaves                   ... for which block 1 arrives behind the read and block 0 waits: there is none
//
// A thread that has arrived n times reaches in before its arrival n + 1. The block that it reaches into is there at that time, under every schedule, if some
// thread of it waits for n + 1 barriers before the block leaves. So of each block the accesses with the highest n are kept until it leaves.
//
// Not covered: order through flags. Where the launch looks at some, nothing is told (Checks).
#include <cstdint>
#include <map>
#include <utility>

#include "simulator/analysis/events.h"
#include "simulator/analysis/fault_findings.h"

namespace wb {

class ClusterReach {
 public:
  void reach(uint32_t arrivals, const WarpFault& access);
  // The block leaves, behind so many barriers: what was not in time becomes faults.
  void leave(uint32_t block, uint32_t waits, FaultGroups& faults);

 private:
  struct Access {
    uint32_t arrivals = 0;
    uint64_t count = 0;
    WarpFault first;   // its arrays are not kept, but for
    int64_t offset = 0;  // ... of its first lane
  };
  using Key = std::pair<uint32_t, uint32_t>;  // site, allocation
  std::map<uint32_t, std::map<Key, Access>> of_block_;
};

}  // namespace wb
