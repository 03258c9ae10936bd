#pragma once
// The grids of a launch whose device code launches kernels, and a recording of each of them that somebody wants to look at.
//
//   grid 0   k<<<2, 64>>>                         recorded while the launch runs
//     grid 1   child<<<4, 32>>>  by thread 0 of block 0, line 7, at its step 41
//     grid 2   child<<<4, 32>>>  by thread 0 of block 1
//       grid 3   ...                               begins at tick 9200 of the launch, ends at 9650
//
// A family may be of thousands of grids, of which a person looks at few: so a grid is recorded when it is asked for. The launch runs once more, unwatched, up to
// the moment at which that grid begins. What stands in memory then, and the grid's arguments, are all that it depends on: from there a machine runs it alone, and a
// recording of that is one like any other (MachineOptions::start).
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "simulator/recording/recording.h"

namespace wb {

// A grid of a launch: its own, or one that device code launched.
struct LaunchedGrid {
  uint32_t number = 0, parent = 0;  // in the order of the launches; 0 is the launch's own
  uint32_t depth = 0;               // 1: launched by the launch's own
  std::string kernel;
  LaunchShape shape;
  uint32_t dynamic_shared_bytes = 0;
  bool is_tail = false;
  ThreadRef by;                     // who launched it, in the parent
  Tick launched = 0;                // ... at which tick of the parent's recording
  Span span;                        // ... and where
  bool has_begun = false;           // the launch may have been stopped before
  Tick begin = 0, end = 0;          // of the launch
};

class GridFamily {
 public:
  virtual ~GridFamily() = default;
  virtual std::span<const LaunchedGrid> grids() const = 0;  // by number; the first is the launch's own
  const LaunchedGrid& grid(uint32_t number) const { return grids()[number]; }
  // Takes the time that the launch took up to this grid's end. Null: it has not begun, or was stopped. `report`: the share that is done, 0..1.
  virtual std::shared_ptr<const Recording> record(uint32_t number, const std::function<void(double)>& report = {}, std::stop_token stop = {}) const = 0;
};

}  // namespace wb
