#pragma once
// Where the run stands in the explicit loops: which passes of which loops are at work at a moment. The grid and the loops tell the same
// moment in two ways; one thread, one warp or all of them is how much of the loops is looked at. Pure.
#include <map>
#include <memory>

#include "app/gui/catalogue.h"
#include "simulator/recording/recording.h"
#include "simulator/simulator.h"

namespace wb {

struct LoopQuestion {
  std::shared_ptr<const Recording> recording;
  Tick tick = 0;
  Follow follow;                        // none: whoever is at work
  uint32_t line = 0;                    // of the kernel, where that thread stands
  std::vector<std::string> counters;    // variables that the kernel's own loops around the line count with
  friend bool operator==(const LoopQuestion&, const LoopQuestion&) = default;
};

struct LoopMoment {
  bool is_over = false;                 // nobody is at work any more
  ThreadRef thread;
  uint32_t line = 0;
  LaneMask lanes = 0, here = 0;         // of the thread's warp: that exist; that stand on this line
  uint32_t threads_here = 0;            // of the thread's block
  std::array<uint64_t, 7> blocks{};     // by LaneState
  std::optional<std::pair<Index3, Index3>> at_work;                       // the blocks that have begun and are not done: least and most index
  std::map<std::string, std::array<std::string, warp_size>> counters;     // of each lane
};
LoopMoment read_loop_moment(const LoopQuestion& question);

enum class LoopScope : uint8_t { thread, warp, all };

// What stands beside the heads of the loops around `printed_line`, by line: "blockIdx.x = 3", "threadIdx.x = 0 ... 31".
std::map<uint32_t, std::string> loop_notes(const LoopsText& loops, uint32_t printed_line, const LaunchShape& shape, const LoopMoment& moment, LoopScope scope);
// What of the loops is at work, in a sentence.
std::string loop_sentence(const Catalogue& say, const LaunchShape& shape, const LoopMoment& moment, LoopScope scope);

}  // namespace wb
