#pragma once
// Writes to what asynchronous copies read. A copy reads its source as it begins and, as far as anybody can tell, up to the wait for it: two places of the
// program, both of which a write may race with.
//
//     copy s <- g | g[0] = v | ...               races with the beginning: a barrier is missing     race.war
//     copy s <- g | barrier | g[0] = v | wait    races with the wait alone: the barrier is there    async.source
//
// The second is no matter of a barrier, so it is told as what the machine finds where it meets such a write (machine/met_copies.cpp). That depends on who comes by
// first: here the threads' order decides.
#include <vector>

#include "simulator/analysis/fault_findings.h"
#include "simulator/analysis/race_pair.h"

namespace wb {

class SourceChanges {
 public:
  SourceChanges(const std::vector<RacePair>& races, const FindingContext& context) : races_(races), context_(context) {}

  // Is this a race of such a write with the wait alone?
  bool has(const RacePair& race) const;
  // What is told of `faults`: async.source where the race is told leaves, and where such writes are comes in.
  FaultGroups among(const FaultGroups& faults) const;

 private:
  bool races_with_beginning(uint32_t writing_site, uint32_t reading_site, uint32_t allocation) const;
  bool races_with_source(const FaultGroup& group) const;
  FaultGroup as_fault(const RacePair& race) const;

  const std::vector<RacePair>& races_;
  const FindingContext context_;
};

}  // namespace wb
