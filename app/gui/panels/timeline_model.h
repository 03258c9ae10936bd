#pragma once
// What the timeline draws, read from a recording at the detail that the zoom asks for, off the window's thread:
//
//     a short time    every instruction: tiles of 4096 ticks, kept while there is room
//     a long time     stretches of the run's index: which warps were at work, parted, passed barriers
//
// Nothing replays the whole run. What has not come yet is simply not there; is_reading() says so.
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "app/gui/panels/latest_job.h"
#include "app/gui/panels/warp_model.h"

namespace wb {

class TimelineModel {
 public:
  static constexpr Tick tile_ticks = 4096;
  static constexpr size_t most_tiles = 64;     // read for one view; twice as many are kept

  // Takes in the run and the part of it that is in sight.
  void update(std::shared_ptr<const Recording> recording, Tick begin, Tick end);
  void clear();

  bool is_reading() const { return tile_job_.is_busy() || overview_job_.is_busy(); }
  bool is_exact() const { return is_exact_; }                       // the part in sight is short enough for single instructions
  uint64_t revision() const { return revision_; }                   // grows when more has come
  const std::vector<RunStretch>& stretches() const { return stretches_; }
  // The instructions of [begin, end) that are known, in order: one span for each tile.
  std::vector<std::span<const WarpStep>> steps(Tick begin, Tick end) const;
  // The instruction of a warp in [begin, end) that is nearest to `tick`.
  const WarpStep* step_of(WarpRef warp, Tick begin, Tick end, Tick tick) const;
  // The last one of a warp before `tick`, among what is known from `begin` on.
  const WarpStep* step_before(WarpRef warp, Tick begin, Tick tick) const;

 private:
  using Tile = std::vector<WarpStep>;
  struct Tiles { std::vector<std::pair<Tick, Tile>> read; };   // by number
  void ask_tiles(Tick begin, Tick end);
  void take(Tiles tiles);

  std::shared_ptr<const Recording> recording_;
  bool is_exact_ = false;
  uint64_t revision_ = 0;
  std::map<Tick, Tile> tiles_;                 // by number
  std::vector<RunStretch> stretches_;
  bool has_stretches_ = false;
  LatestJob<Tiles> tile_job_;
  LatestJob<std::vector<RunStretch>> overview_job_;
  Tick first_ = 0, last_ = 0;                  // numbers of the tiles in sight
};

// The timeline in words, for those who read it: who was at work in turn (short times), or in each stretch (long ones).
struct TimelineLine {
  Tick begin = 0, end = 0;
  WarpRef warp;                                // of the turn; of a stretch: the first at work
  uint64_t warps = 1, parted = 0, barriers = 0;// of a stretch: how many warps, and blocks at barriers
  uint32_t first_line = 0, last_line = 0;      // of a turn
  LaneMask active = 0;                         // lanes active at some time in the turn
};
std::vector<TimelineLine> timeline_lines(const TimelineModel& model, const Recording& recording, Tick begin, Tick end, size_t most);

}  // namespace wb
