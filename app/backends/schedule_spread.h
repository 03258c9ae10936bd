#pragma once
// One launch under many schedules: how many results there are, and where they differ. A launch whose order is whole has one.
//
//   count[0]   255 ||||||||||||||||||||  61 runs
//              256 ||||||||||            30
//              254 |||                    9
#include <cstdint>
#include <string>
#include <vector>

#include "app/backends/engine.h"

namespace wb {

// The i-th of the schedules that are tried: the fixed ones first, then random and adversarial ones in turn, each with its seed.
SchedulePick pick_schedule(uint64_t i);

struct ScheduleSpread {
  struct Result {
    SchedulePick first;       // the first schedule that ended so
    uint64_t runs = 0;
    std::string reason;       // of a run that did not come to its end; empty: it did
  };
  struct Value {
    std::string value;
    uint64_t runs = 0;
    SchedulePick first;         // the first schedule that ended so
  };
  struct Element {
    std::string buffer;
    uint64_t flat = 0;
    std::vector<uint64_t> index;
    std::vector<Value> values;  // the most frequent first
  };
  struct Found {
    size_t finding = 0;       // index into RunResult::findings of the first run, as extended by run_schedules()
    uint64_t runs = 0;        // in which it was found
    SchedulePick first;
  };
  uint64_t runs = 0;
  std::vector<Result> results;    // different ones, the most frequent first
  uint64_t differing = 0;         // elements of all outputs that have more than one value
  std::vector<Element> elements;  // the first of them, at most `most_elements`
  std::vector<Found> found;       // one for each finding of the first run and each that only others have
  static constexpr size_t most_elements = 64;
};

// Runs the launch `runs` times; what only later runs find is added to `first`, the result of the first one, and where results differ a finding
// of kind `order`. Outputs are compared exactly. Stops early when asked; `spread.runs` says how far it came: a run that was stopped is not counted.
ScheduleSpread run_schedules(Engine& simulator, const Launch& launch, uint64_t runs, RunResult& first, Progress& progress, std::stop_token stop);

}  // namespace wb
