#pragma once
// Turns racing pairs into findings: their name, severity, sentence and hint.
#include <unordered_set>
#include <vector>

#include "simulator/analysis/launch_grids.h"
#include "simulator/analysis/race_shadow.h"
#include "simulator/source/source_map.h"

namespace wb {

// The two moments of an asynchronous copy's store.
inline bool begins_copy(const std::vector<Site>& sites, uint32_t site) { return site < sites.size() && sites[site].is_async_copy; }
inline bool ends_copy(const std::vector<Site>& sites, uint32_t site) { return site > 0 && site < sites.size() && sites[site - 1].is_async_copy; }
// Its source, read as it is carried out.
inline bool reads_for_copy(const std::vector<Site>& sites, uint32_t site) { return begins_copy(sites, site + 1) && sites[site].kind == AccessKind::load; }

// What findings are told with: the launch and its source. `sources` may be null (then lines are left out).
struct FindingContext {
  const LaunchGrids& grids;
  const std::vector<AllocationInfo>& allocations;
  const std::vector<Site>& sites;
  const SourceMap* sources;
  bool has_atomics = false;  // the launch has used some, or volatile flags: blocks may tell each other through them
  const std::unordered_set<uint32_t>* looks = nullptr;  // sites of plain loads that a branch waits for: as of flags
  const HeapBlocks* heap = nullptr;  // of the device's heap at the end; null: not known

  std::string line(const Span& span) const;  // "line 7", "line 7 of tools.h"
  std::string thread_name(uint32_t block, uint32_t thread) const { return grids.thread_name(block, thread); }
  std::string block_name(uint32_t block) const { return grids.block_name(block); }
  void locate(FindingPlace& place, uint32_t block, uint32_t thread) const { grids.locate(place, block, thread); }
  std::string line_of(uint32_t site) const { return line(sites[site].span); }
};

// `left_out`: what races besides; one finding tells how many. `shadow`: which threads fetch an element and then store to it.
std::vector<Finding> race_findings(const std::vector<RacePair>& races, const LeftOutRaces& left_out, const RaceShadow& shadow, const FindingContext& context);

}  // namespace wb
