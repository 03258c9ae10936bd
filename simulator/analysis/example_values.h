#pragma once
// The values of a race's example, where the first run could not keep them.
//
// The shadow knows who touched an element before, not what he read or wrote: that value may be gone when the second thread comes. So a racy
// launch runs once more, tick for tick the same, up to the last example, and this watcher looks at the first parties alone:
//
//   pair: thread 3 reads s[4] (value?) .. thread 7 writes s[4] at tick 90      the last read of s[4] by thread 3 there, up to tick 90
#include <cstdint>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/race_shadow.h"

namespace wb {

class ExampleValues : public RunWatcher {
 public:
  explicit ExampleValues(std::vector<RacePair> pairs);
  void access(const WarpAccess& access) override;

  // The tick behind the last example that lacks something; 0: none does.
  uint64_t end() const { return end_; }
  const std::vector<RacePair>& pairs() const { return pairs_; }

 private:
  std::vector<RacePair> pairs_;
  std::vector<std::vector<uint32_t>> wanted_at_;  // by site: pairs whose first party is looked for there
  uint64_t end_ = 0;
};

}  // namespace wb
