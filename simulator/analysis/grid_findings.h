#pragma once
// What is wrong with launches in device code.
#include <map>
#include <tuple>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/race_findings.h"

namespace wb {

// By mistake, place and words; the example is the first one.
class GridFaults {
 public:
  void add(const GridFault& fault);
  std::vector<Finding> findings(const FindingContext& context) const;

 private:
  struct Group {
    uint64_t count = 0;
    GridFault first;
  };
  std::map<std::tuple<GridFault::Mistake, uint32_t>, Group> groups_;
};

}  // namespace wb
