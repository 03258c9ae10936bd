#include "app/session/break_search.h"

#include <algorithm>
#include <bit>

namespace wb {
namespace {

// Ticks that are asked for at once: others who ask the recording wait so long. A near hit is found soon.
constexpr Tick first_piece = 1 << 10, last_piece = 1 << 16;

bool is_about_indices(const std::string& condition) {
  const std::vector<std::string> names = names_of(condition);
  return std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
  });
}

}  // namespace

BreakSearch::BreakSearch(const Recording& recording, Breakpoints points) : recording_(recording), points_(std::move(points)) {
  std::erase_if(points_, [](const Breakpoint& b) { return !b.is_on; });
  for (const Breakpoint& b : points_) lines_.push_back(b.line);
}

std::optional<BreakHit> BreakSearch::find(Tick tick, Direction direction, Progress& progress, std::stop_token stop) {
  if (lines_.empty()) return std::nullopt;
  const bool is_forwards = direction == Direction::forwards;
  Tick begin = is_forwards ? tick : 0, end = is_forwards ? recording_.end() : std::min(tick, recording_.end());
  const Tick way = end > begin ? end - begin : 0;
  for (Tick piece = first_piece; begin < end; piece = std::min(piece * 2, last_piece)) {
    const Tick step = std::min(piece, end - begin), from = is_forwards ? begin : end - step;
    std::vector<LineArrival> arrivals = recording_.arrivals(lines_, from, from + step);
    if (!is_forwards) std::reverse(arrivals.begin(), arrivals.end());
    for (const LineArrival& arrival : arrivals) {
      if (stop.stop_requested()) return std::nullopt;
      if (auto hit = judge(arrival)) return hit;
    }
    is_forwards ? begin += step : end -= step;
    progress.done = 1 - static_cast<double>(end - begin) / static_cast<double>(way);
  }
  return std::nullopt;
}

// A hit, if the line's condition holds for one of the lanes that come to it.
std::optional<BreakHit> BreakSearch::judge(const LineArrival& arrival) {
  const Breakpoint* at = breakpoint_at(points_, arrival.line);
  BreakHit hit{arrival, {}, {}};
  if (at && !at->condition.empty()) hit.arrival.lanes &= lanes_where(at->condition, arrival, hit);
  return hit.arrival.lanes || !hit.problem.empty() ? std::optional(std::move(hit)) : std::nullopt;
}

LaneMask BreakSearch::lanes_where(const std::string& condition, const LineArrival& arrival, BreakHit& hit) {
  const std::tuple key(condition, arrival.block, arrival.warp);
  if (const auto known = of_warps_.find(key); known != of_warps_.end()) return known->second;
  const ThreadRef first{arrival.block, arrival.warp * warp_size + static_cast<uint32_t>(std::countr_zero(arrival.lanes))};
  auto [scope, is_new] = scopes_.try_emplace(arrival.line);
  if (is_new) scope->second = recording_.variables(arrival.tick, first);
  const LaneValues values = evaluator_.evaluate(recording_, arrival.tick, first, condition, scope->second);
  if (!values.problem.empty()) {
    hit.problem = values.problem;
    hit.problem_detail = values.problem_detail;
    return arrival.lanes;
  }
  LaneMask lanes = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (values.number[lane] ? *values.number[lane] != 0 : values.text[lane] == "true") lanes |= 1u << lane;
  if (is_about_indices(condition)) of_warps_[key] = lanes;
  return lanes;
}

}  // namespace wb
