#pragma once
// Threads that can never go on: what the machine has found out (machine/endless_wait.cpp), for whoever puts it into words.
#include <cstdint>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

// Lanes of one warp that do the same.
struct EndlessLanes {
  enum class How : uint8_t {
    polls,   // they look at memory again and again, until it changes
    circles, // they go round in a loop that looks at nothing which others could change
    waits,   // at a barrier or a warp function, for threads that never come
  } how{};
  uint32_t block = 0, warp = 0;
  LaneMask lanes = 0;
  uint32_t site = no_site;    // where they look at memory; no_site: `span` says where they are
  Span span{};
  uint32_t pc = 0;            // of the instruction there
  // Polls:
  AccessKind access{};
  uint32_t allocation = 0;
  uint32_t owner = own_block; // as WarpAccess::owner
  uint64_t offset = 0;
  uint8_t bytes = 0;
  uint64_t value = 0;
};

struct EndlessWait {
  std::vector<EndlessLanes> lanes;  // of the lowest block that has some, by warp
  std::vector<EndlessLanes> elsewhere;  // polls of others, as far as they are few
  uint64_t more_blocks = 0;         // others of which some threads never end
  uint64_t waiting_blocks = 0;      // others whose threads wait at barriers, for those
  bool has_polls = false;           // of any block
};

}  // namespace wb
