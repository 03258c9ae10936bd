#pragma once
// What the Warp view shows, worked out from a recording, a tick and a warp: where each of its 32 lanes stands, which lanes stand
// together, what the warp did before and does after this moment, and as which tree its lanes parted. Knows nothing of windows.
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/session/lane_values.h"
#include "app/gui/panels/latest_job.h"

namespace wb {

struct WarpRef {
  uint32_t block = 0, warp = 0;
  friend bool operator==(WarpRef, WarpRef) = default;
};
constexpr WarpRef warp_of(ThreadRef thread) { return {thread.block, thread.thread / warp_size}; }
constexpr ThreadRef thread_of(WarpRef warp, uint32_t lane) { return {warp.block, warp.warp * warp_size + lane}; }
uint32_t lane_count(const LaunchShape& shape, WarpRef warp);   // 32; fewer in the last warp of a block; 0: no such warp
// The warp `distance` further on in the launch, through the blocks; the last (first) one where there are no more.
WarpRef warp_beside(const LaunchShape& shape, WarpRef warp, int64_t distance);

struct WarpLane {
  LaneState state = LaneState::absent;
  uint32_t line = 0;     // of the main file; 0: none, or in an included file
  int group = -1;        // index into the groups; -1: stands nowhere (done, not started, no such thread)
};

// Lanes that stand together: at one line, in one state.
struct LaneGroup {
  uint32_t line = 0;
  LaneState state = LaneState::ready;
  LaneMask lanes = 0;
};

std::array<WarpLane, warp_size> lanes_of_warp(const Recording& recording, Tick tick, WarpRef warp);
// Numbers the lanes' groups: those at work first, then by line.
std::vector<LaneGroup> group_lanes(std::array<WarpLane, warp_size>& lanes);
std::string lane_list(LaneMask lanes);   // "0 to 7, 12, 30, 31"; "1, 3 ... 31"
std::string mask_words(LaneMask lanes);  // "0x0000_00ff"

// Instructions of one warp in a row, on one line and with the same lanes.
struct WarpRow {
  Tick begin = 0, end = 0;        // ticks of the first instruction, and one behind the last
  uint32_t line = 0;
  uint32_t instructions = 0;
  LaneMask active = 0;
  WarpStep::Kind kind = WarpStep::Kind::plain;   // what it does beyond calculating; a barrier before an access
  // The tree: how many branches deep these lanes stand, and which of the ways they went.
  int depth = 0;
  int path = 0;                   // ways are numbered as they are first taken
  bool splits = false, joins = false;            // the first row of a way; the first one after ways have met
};
std::vector<WarpRow> rows_of(const std::vector<WarpStep>& steps, const SourceMap& sources);
// Lanes that leave and come back went another way; lanes that never come back in these rows have ended.
void place_in_tree(std::vector<WarpRow>& rows);
size_t row_at(const std::vector<WarpRow>& rows, Tick tick);   // the row with the tick, else the first one after it; rows.size(): none

struct LaneVariable {
  std::string name, type;
  std::array<std::string, warp_size> values;
};

class WarpModel {
 public:
  void update(std::shared_ptr<const Recording> recording, Tick tick, WarpRef warp);
  void watch(const std::string& expression);                          // after update(): whose value is asked for in all lanes
  void clear();

  WarpRef warp() const { return warp_; }
  Tick tick() const { return tick_; }
  uint32_t count() const { return count_; }                           // lanes that exist
  bool is_at_work() const { return is_at_work_; }
  LaneMask active() const { return active_; }                         // of the instruction at the tick, if it is this warp's
  uint32_t line() const { return line_; }                             // of that instruction, else of the first group
  const std::array<WarpLane, warp_size>& lanes() const { return lanes_; }
  const std::vector<LaneGroup>& groups() const { return groups_; }
  const std::vector<VariableView>& variables() const { return variables_; }
  const LaneValues& values() const { return values_; }
  std::vector<LaneVariable> table() const;                            // every variable in every lane

  bool is_reading() const { return history_.is_busy(); }              // what the warp did is on its way
  const std::vector<WarpRow>& rows() const { return rows_; }
  size_t now() const { return row_at(rows_, tick_); }                 // in rows()

 private:
  struct History {
    WarpRef warp;
    Tick tick = 0;
    std::vector<WarpRow> rows;
    bool has_first = false, has_last = false;
  };
  void look();
  uint32_t first_lane() const;                                        // of those that stand somewhere; 0: none does
  void ask_history();
  bool covers(Tick tick) const;

  std::shared_ptr<const Recording> recording_;
  Tick tick_ = 0;
  bool has_tick_ = false;
  WarpRef warp_;
  uint32_t count_ = 0;
  bool is_at_work_ = false;
  LaneMask active_ = 0;
  uint32_t line_ = 0;
  std::array<WarpLane, warp_size> lanes_{};
  std::vector<LaneGroup> groups_;
  std::vector<VariableView> variables_;
  LaneEvaluator evaluator_;
  LaneValues values_;
  std::string expression_;
  bool has_values_ = false;                     // of this expression, at this tick
  LatestJob<History> history_;
  WarpRef rows_warp_;
  bool has_rows_ = false;
  std::vector<WarpRow> rows_;
  bool has_first_ = false, has_last_ = false;   // the rows begin where the warp begins, end where it ends
};

}  // namespace wb
