#include "app/gui/panels/warp_model.h"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "app/gui/panels/source_notes.h"

namespace wb {
namespace {

constexpr size_t steps_each_way = 160;       // instructions of the warp that are looked up before and after the present
constexpr size_t steps_at_once = 32;         // in one question: the recording answers one at a time, and the window asks too
constexpr size_t rows_kept_ahead = 12;       // rows before and after the present that must be known; else they are looked up again
constexpr Tick short_run = 1u << 16;         // ticks: looked up at once, not in the background

bool stands_somewhere(LaneState state) {
  return state == LaneState::running || state == LaneState::masked || state == LaneState::ready || state == LaneState::at_barrier;
}

int order_of(LaneState state) {
  switch (state) {
    case LaneState::running: return 0;
    case LaneState::ready: return 1;
    case LaneState::masked: return 2;
    default: return 3;
  }
}

WarpStep::Kind stronger(WarpStep::Kind a, WarpStep::Kind b) { return std::max(a, b); }

// The instructions of a warp round a tick, in questions short enough that nobody waits for them.
std::vector<WarpStep> steps_round(const Recording& recording, WarpRef warp, Tick tick, std::stop_token stop, bool& has_first, bool& has_last) {
  std::vector<WarpStep> before, after;
  has_first = has_last = false;
  while (!has_first && before.size() < steps_each_way && !stop.stop_requested()) {
    const std::vector<WarpStep> part = recording.steps_of(warp.block, warp.warp, before.empty() ? tick : before.front().tick, steps_at_once, 0);
    has_first = part.size() < steps_at_once;
    before.insert(before.begin(), part.begin(), part.end());
  }
  while (!has_last && after.size() < steps_each_way && !stop.stop_requested()) {
    const std::vector<WarpStep> part = recording.steps_of(warp.block, warp.warp, after.empty() ? tick : after.back().tick + 1, 0, steps_at_once);
    has_last = part.size() < steps_at_once;
    after.insert(after.end(), part.begin(), part.end());
  }
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

}  // namespace

uint32_t lane_count(const LaunchShape& shape, WarpRef warp) {
  const uint32_t first = warp.warp * warp_size, threads = shape.threads_per_block();
  return warp.block >= shape.block_count() || first >= threads ? 0 : std::min<uint32_t>(warp_size, threads - first);
}

WarpRef warp_beside(const LaunchShape& shape, WarpRef warp, int64_t distance) {
  const int64_t per_block = shape.warps_per_block(), last = static_cast<int64_t>(shape.block_count()) * per_block - 1;
  const int64_t at = std::clamp<int64_t>(int64_t{warp.block} * per_block + warp.warp + distance, 0, std::max<int64_t>(0, last));
  return {static_cast<uint32_t>(at / per_block), static_cast<uint32_t>(at % per_block)};
}

// ---- lanes and their groups

std::array<WarpLane, warp_size> lanes_of_warp(const Recording& recording, Tick tick, WarpRef warp) {
  std::array<WarpLane, warp_size> lanes;
  const uint32_t count = lane_count(recording.shape(), warp);
  if (count == 0) return lanes;
  const std::vector<LaneView> all = recording.lanes(tick, warp.block);
  for (uint32_t lane = 0; lane < count; ++lane) {
    const LaneView& view = all[thread_of(warp, lane).thread];
    lanes[lane].state = view.state;
    if (stands_somewhere(view.state)) lanes[lane].line = main_line(recording.sources(), view.span);
  }
  return lanes;
}

std::vector<LaneGroup> group_lanes(std::array<WarpLane, warp_size>& lanes) {
  std::vector<LaneGroup> groups;
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!stands_somewhere(lanes[lane].state)) continue;
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const LaneGroup& g) { return g.line == lanes[lane].line && g.state == lanes[lane].state; });
    if (same != groups.end()) same->lanes |= 1u << lane;
    else groups.push_back({lanes[lane].line, lanes[lane].state, 1u << lane});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const LaneGroup& a, const LaneGroup& b) {
    return std::pair(order_of(a.state), a.line) < std::pair(order_of(b.state), b.line);
  });
  for (size_t g = 0; g < groups.size(); ++g)
    for (uint32_t lane = 0; lane < warp_size; ++lane)
      if (groups[g].lanes >> lane & 1) lanes[lane].group = static_cast<int>(g);
  return groups;
}

std::string lane_list(LaneMask lanes) {
  std::string text;
  // Every second lane, every fourth: by the first two and the last.
  const int count = std::popcount(lanes), lowest = std::countr_zero(lanes), highest = 31 - std::countl_zero(lanes);
  const int step = count > 3 ? (highest - lowest) / (count - 1) : 1;
  LaneMask even = 0;
  for (int lane = lowest; step > 1 && lane <= highest; lane += step) even |= 1u << lane;
  if (step > 1 && even == lanes) return std::to_string(lowest) + ", " + std::to_string(lowest + step) + " ... " + std::to_string(highest);
  for (uint32_t lane = 0; lane < warp_size;) {
    if (!(lanes >> lane & 1)) {
      ++lane;
      continue;
    }
    uint32_t last = lane;
    while (last + 1 < warp_size && (lanes >> (last + 1) & 1)) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(lane);
    if (last > lane) text += (last == lane + 1 ? ", " : " to ") + std::to_string(last);
    lane = last + 1;
  }
  return text;
}

std::string mask_words(LaneMask lanes) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%04x_%04x", lanes >> 16, lanes & 0xffff);
  return text;
}

// ---- rows over time

std::vector<WarpRow> rows_of(const std::vector<WarpStep>& steps, const SourceMap& sources) {
  std::vector<WarpRow> rows;
  for (const WarpStep& step : steps) {
    uint32_t line = main_line(sources, step.span);
    if (line == 0 && !rows.empty()) line = rows.back().line;   // inside a library's function: the line that called it
    const bool goes_on = !rows.empty() && rows.back().line == line && rows.back().active == step.active && rows.back().kind != WarpStep::Kind::barrier;
    if (!goes_on) {
      rows.push_back({step.tick, step.tick + 1, line, 1, step.active, step.kind});
      continue;
    }
    rows.back().end = step.tick + 1;
    ++rows.back().instructions;
    rows.back().kind = stronger(rows.back().kind, step.kind);
  }
  place_in_tree(rows);
  return rows;
}

void place_in_tree(std::vector<WarpRow>& rows) {
  // For each row: the lanes that work at it or later.
  std::vector<LaneMask> still(rows.size() + 1, 0);
  for (size_t i = rows.size(); i-- > 0;) still[i] = still[i + 1] | rows[i].active;

  struct Way { LaneMask lanes; int path; };
  std::vector<Way> ways;   // from the trunk to the branch that is walked
  int next_path = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    WarpRow& row = rows[i];
    const size_t depth_before = ways.size();
    bool met = false;
    // Whoever does not come back has ended; the way narrows, but nothing parts.
    for (Way& way : ways) way.lanes &= still[i];
    while (ways.size() > 1 && (row.active & ~ways.back().lanes)) {
      ways.pop_back();
      met = (row.active & ~ways.back().lanes) == 0 && row.active == ways.back().lanes;
    }
    if (ways.empty()) ways.push_back({row.active | still[i], next_path++});
    ways.front().lanes |= row.active;
    if (row.active != ways.back().lanes) {
      ways.push_back({row.active, next_path++});
      row.splits = true;
    }
    row.joins = met && ways.size() < depth_before;
    row.depth = static_cast<int>(ways.size()) - 1;
    row.path = ways.back().path;
  }
}

size_t row_at(const std::vector<WarpRow>& rows, Tick tick) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const WarpRow& row) { return tick < row.end; });
  return static_cast<size_t>(found - rows.begin());
}

// ---- the model

void WarpModel::clear() {
  history_.drop();
  recording_.reset();
  has_tick_ = has_rows_ = has_values_ = false;
  rows_.clear();
  values_ = {};
  expression_.clear();
}

uint32_t WarpModel::first_lane() const { return groups_.empty() ? 0 : static_cast<uint32_t>(std::countr_zero(groups_.front().lanes)); }

void WarpModel::update(std::shared_ptr<const Recording> recording, Tick tick, WarpRef warp) {
  if (recording != recording_) {
    clear();
    recording_ = std::move(recording);
  }
  if (!recording_) return;
  tick = std::min(tick, recording_->end());
  if (!has_tick_ || tick_ != tick || !(warp_ == warp)) {
    has_tick_ = true;
    tick_ = tick;
    warp_ = warp;
    look();
  }
  if (auto history = history_.take(); history && history->warp == warp_) {
    rows_ = std::move(history->rows);
    rows_warp_ = history->warp;
    has_rows_ = true;
    has_first_ = history->has_first;
    has_last_ = history->has_last;
  }
}

void WarpModel::look() {
  count_ = lane_count(recording_->shape(), warp_);
  lanes_ = lanes_of_warp(*recording_, tick_, warp_);
  groups_ = group_lanes(lanes_);
  const std::optional<Instruction> now = recording_->instruction(tick_);
  is_at_work_ = now && now->block == warp_.block && now->warp == warp_.warp;
  active_ = is_at_work_ ? now->active : 0;
  line_ = groups_.empty() ? 0 : groups_.front().line;
  variables_ = recording_->variables(tick_, thread_of(warp_, first_lane()));
  has_values_ = false;
  if (!has_rows_ || !(rows_warp_ == warp_) || !covers(tick_)) ask_history();
}

void WarpModel::watch(const std::string& expression) {
  if (!recording_ || (has_values_ && expression == expression_)) return;
  has_values_ = true;
  expression_ = expression;
  values_ = evaluator_.evaluate(*recording_, tick_, thread_of(warp_, first_lane()), expression);
}

// Are enough rows known on both sides?
bool WarpModel::covers(Tick tick) const {
  if (rows_.empty()) return has_first_ && has_last_;
  const size_t now = row_at(rows_, tick);
  const bool has_before = now >= rows_kept_ahead || has_first_, has_after = rows_.size() - now > rows_kept_ahead || has_last_;
  return has_before && has_after;
}

void WarpModel::ask_history() {
  if (!(rows_warp_ == warp_)) rows_.clear(), has_rows_ = false;
  const auto look = [recording = recording_, warp = warp_, tick = tick_](std::stop_token stop) {
    History history{warp, tick, {}};
    const std::vector<WarpStep> steps = steps_round(*recording, warp, tick, stop, history.has_first, history.has_last);
    history.rows = rows_of(steps, recording->sources());
    return history;
  };
  if (recording_->end() > short_run) return history_.ask(look);
  History history = look({});
  rows_ = std::move(history.rows);
  rows_warp_ = warp_;
  has_rows_ = true;
  has_first_ = history.has_first;
  has_last_ = history.has_last;
}

std::vector<LaneVariable> WarpModel::table() const {
  std::vector<LaneVariable> all;
  if (!recording_ || count_ == 0) return all;
  const uint32_t lane = first_lane();
  for (const VariableView& v : variables_) all.push_back({v.name, v.type, recording_->values(tick_, thread_of(warp_, lane), v.name)});
  return all;
}

}  // namespace wb
