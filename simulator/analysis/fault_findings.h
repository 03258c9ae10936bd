#pragma once
// Faults of single threads: an access outside of its buffer, a value that nobody set, a division by zero. They are counted by kind and place
// as the launch runs, and told as findings when it is over.
#include <bit>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/race_findings.h"

namespace wb {

// All faults of one kind at one place on one allocation; the example is the lowest thread's first.
struct FaultGroup {
  uint64_t count = 0;
  uint64_t tick = 0;
  uint32_t block = 0, thread = 0;
  uint32_t site = 0, allocation = 0;
  AccessKind access{};
  uint8_t bytes = 0;
  bool has_offset = false, has_heap = false;
  int64_t offset = 0;                               // warp_source: the shuffle's width, where that is what is wrong
  uint64_t value = 0;
  HeapBlock heap;
  HeapWay gives{};
  uint32_t other_site = no_site, other_thread = 0;  // async_wait: the copy, and who began it
  uint64_t other_tick = 0;                          // ... and when
  uint32_t other_block = own_block;                 // ... in which block
  bool has_own = false;                             // ... in some case the reading thread itself
  uint32_t owner = own_block;                       // shared memory of another block: whose
};

class FaultGroups {
 public:
  using Key = std::tuple<FindingKind, uint32_t, uint32_t>;  // kind, site, allocation

  void add(const WarpFault& fault) { add(fault, lane_count(fault.lanes)); }
  void add(const WarpFault& fault, uint64_t count);  // of which the fault's lanes are an example
  void add(FindingKind kind, const FaultGroup& group);
  // Those of a later part of the launch, that began at the tick `start`: as if it had been one run.
  void absorb(const FaultGroups& later, uint64_t start);
  const std::map<Key, FaultGroup>& all() const { return groups_; }
  void erase_if(const std::function<bool(FindingKind, const FaultGroup&)>& is_left_out);

  // One finding for each place in the source, however many sites stand for it (instances of a template, inlined calls).
  using Filter = std::function<bool(FindingKind, const FaultGroup&)>;
  std::vector<Finding> findings(const FindingContext& context, const Filter& is_told_otherwise) const;

 private:
  static uint64_t lane_count(LaneMask lanes) { return static_cast<uint64_t>(std::popcount(lanes)); }
  std::map<Key, FaultGroup> groups_;
};

}  // namespace wb
