#pragma once
// What is wrong with arrivals at barriers that have a number, and how a wait there is told that never ends.
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/race_findings.h"

namespace wb {

// By mistake and place; the example is the lowest block's first.
class BarrierMistakes {
 public:
  void add(const BarrierFault& fault, uint64_t count);
  void absorb(const BarrierMistakes& later, uint64_t start);
  std::vector<Finding> findings(const FindingContext& context) const;

 private:
  struct Group {
    uint64_t count = 0;
    BarrierFault first;
  };
  std::map<std::pair<BarrierMistake, uint32_t>, Group> groups_;
};

// "barrier 1 has 64 of its 96 threads"
std::string lacking_text(std::span<const LackingBarrier> lacking);

}  // namespace wb
