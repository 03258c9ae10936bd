#include "app/gui/panels/timeline_model.h"

#include <algorithm>

#include "app/gui/panels/source_notes.h"

namespace wb {
namespace {

constexpr Tick short_run = 1u << 16;       // ticks: read at once
constexpr size_t tiles_at_once = 4;        // in one answer: what has come is drawn meanwhile

uint64_t count_of(const std::vector<IndexRange>& ranges) {
  uint64_t count = 0;
  for (const IndexRange& range : ranges) count += range.end - range.begin;
  return count;
}

}  // namespace

void TimelineModel::clear() {
  tile_job_.drop();
  overview_job_.drop();
  recording_.reset();
  tiles_.clear();
  stretches_.clear();
  has_stretches_ = false;
  ++revision_;
}

void TimelineModel::update(std::shared_ptr<const Recording> recording, Tick begin, Tick end) {
  if (recording != recording_) {
    clear();
    recording_ = std::move(recording);
  }
  if (!recording_) return;
  end = std::min(end, recording_->end());
  begin = std::min(begin, end);
  is_exact_ = end - begin <= tile_ticks * most_tiles;
  if (auto stretches = overview_job_.take()) {
    stretches_ = std::move(*stretches);
    ++revision_;
  }
  if (auto tiles = tile_job_.take()) take(std::move(*tiles));
  if (!has_stretches_) {
    has_stretches_ = true;
    if (recording_->end() <= short_run) stretches_ = recording_->stretches(0, recording_->end()), ++revision_;
    else overview_job_.ask([r = recording_](std::stop_token) { return r->stretches(0, r->end()); });
  }
  if (is_exact_) ask_tiles(begin, end);
}

void TimelineModel::take(Tiles tiles) {
  for (auto& [number, tile] : tiles.read) tiles_[number] = std::move(tile);
  ++revision_;
  while (tiles_.size() > 2 * most_tiles) {   // what is farthest from the sight goes
    const bool is_first = first_ - std::min(first_, tiles_.begin()->first) > std::max(last_, tiles_.rbegin()->first) - last_;
    tiles_.erase(is_first ? tiles_.begin() : std::prev(tiles_.end()));
  }
}

void TimelineModel::ask_tiles(Tick begin, Tick end) {
  first_ = begin / tile_ticks;
  last_ = end == 0 ? 0 : (end - 1) / tile_ticks;
  std::vector<Tick> missing;
  for (Tick number = first_; number <= last_ && end > begin; ++number)
    if (!tiles_.count(number)) missing.push_back(number);
  if (missing.empty() || tile_job_.is_busy()) return;
  const bool is_short = recording_->end() <= short_run;
  if (!is_short && missing.size() > tiles_at_once) missing.resize(tiles_at_once);
  const auto read = [recording = recording_, missing](std::stop_token stop) {
    Tiles tiles;
    for (const Tick number : missing)
      if (!stop.stop_requested()) tiles.read.emplace_back(number, recording->steps_between(number * tile_ticks, (number + 1) * tile_ticks));
    return tiles;
  };
  if (is_short) take(read({}));
  else tile_job_.ask(read);
}

std::vector<std::span<const WarpStep>> TimelineModel::steps(Tick begin, Tick end) const {
  std::vector<std::span<const WarpStep>> all;
  for (auto tile = tiles_.lower_bound(begin / tile_ticks); tile != tiles_.end() && tile->first * tile_ticks < end; ++tile) {
    const auto by_tick = [](const WarpStep& s, Tick t) { return s.tick < t; };
    const auto first = std::lower_bound(tile->second.begin(), tile->second.end(), begin, by_tick),
               last = std::lower_bound(first, tile->second.end(), end, by_tick);
    if (first != last) all.push_back({first, last});
  }
  return all;
}

const WarpStep* TimelineModel::step_of(WarpRef warp, Tick begin, Tick end, Tick tick) const {
  const WarpStep* best = nullptr;
  const auto distance = [&](const WarpStep& s) { return s.tick < tick ? tick - s.tick : s.tick - tick; };
  for (const auto part : steps(begin, end))
    for (const WarpStep& s : part)
      if (s.block == warp.block && s.warp == warp.warp && (!best || distance(s) < distance(*best))) best = &s;
  return best;
}

const WarpStep* TimelineModel::step_before(WarpRef warp, Tick begin, Tick tick) const {
  const std::vector<std::span<const WarpStep>> parts = steps(begin, tick);
  for (size_t p = parts.size(); p-- > 0;)
    for (size_t i = parts[p].size(); i-- > 0;)
      if (parts[p][i].block == warp.block && parts[p][i].warp == warp.warp) return &parts[p][i];
  return nullptr;
}

std::vector<TimelineLine> timeline_lines(const TimelineModel& model, const Recording& recording, Tick begin, Tick end, size_t most) {
  std::vector<TimelineLine> lines;
  if (model.is_exact()) {
    for (const auto part : model.steps(begin, end))
      for (const WarpStep& s : part) {
        const uint32_t line = main_line(recording.sources(), s.span);
        const bool goes_on = !lines.empty() && lines.back().warp == WarpRef{s.block, s.warp} && lines.back().end == s.tick;
        if (!goes_on && lines.size() >= most) return lines;
        if (!goes_on) lines.push_back({s.tick, s.tick, {s.block, s.warp}, 1, 0, 0, line, line, 0});
        TimelineLine& now = lines.back();
        now.end = s.tick + 1;
        now.active |= s.active;
        if (line) now.first_line = now.first_line ? std::min(now.first_line, line) : line, now.last_line = std::max(now.last_line, line);
      }
    return lines;
  }
  const uint64_t per_block = recording.shape().warps_per_block();
  for (const RunStretch& s : model.stretches()) {
    if (s.end <= begin || s.begin >= end || s.at_work.empty() || lines.size() >= most) continue;
    const uint64_t first = s.at_work.front().begin;
    lines.push_back({s.begin,
                     s.end,
                     {static_cast<uint32_t>(first / per_block), static_cast<uint32_t>(first % per_block)},
                     count_of(s.at_work),
                     count_of(s.parted),
                     count_of(s.barriers),
                     0,
                     0,
                     0});
  }
  return lines;
}

}  // namespace wb
