#include "simulator/analysis/barrier_trail.h"

#include <algorithm>

namespace wb {

using Kind = BarrierClue::Kind;

void BarrierTrail::arrive(uint32_t block, uint32_t number, uint32_t warp, uint64_t tick) {
  Block& home = blocks_[block];
  Arrivals& arrivals = home.warps[warp];
  if (arrivals.size() == most_arrivals) arrivals.erase(arrivals.begin(), arrivals.begin() + most_arrivals / 2);
  arrivals.push_back({tick, home.rounds[number], number, false, tick});
}

void BarrierTrail::complete(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting) {
  Block& home = blocks_[block];
  for (const WarpLanes& who : waiting)
    if (Arrivals& arrivals = home.warps[who.warp]; !arrivals.empty()) arrivals.back().waits = true;  // it has come nowhere else since
  home.rounds[number]++;
}

void BarrierTrail::look(uint32_t block, uint32_t number, uint32_t warp, uint64_t tick) {
  const auto home = blocks_.find(block);
  if (home == blocks_.end()) return;
  Arrivals& arrivals = home->second.warps[warp];
  const auto last = std::find_if(arrivals.rbegin(), arrivals.rend(), [&](const Arrival& arrival) { return arrival.number == number; });
  if (last == arrivals.rend() || last->waits || last->round == home->second.rounds[number]) return;
  last->waits = true;
  last->waited = tick;
}

namespace {

template <class Iterator>
auto find_mate(Iterator begin, Iterator end, const auto& arrival) {
  return std::find_if(begin, end, [&](const auto& other) { return other.number == arrival.number && other.round == arrival.round; });
}

}  // namespace

// `a` comes there behind its access, and so does `b`, and waits.
std::optional<BarrierTrail::Shared> BarrierTrail::behind(const Arrivals& a, uint64_t at_a, const Arrivals& b, uint64_t at_b) {
  const auto first_a = std::find_if(a.begin(), a.end(), [&](const Arrival& arrival) { return arrival.tick > at_a; });
  const auto first_b = std::find_if(b.begin(), b.end(), [&](const Arrival& arrival) { return arrival.waited > at_b; });
  std::optional<Shared> found;
  for (auto at = first_a; at != a.end(); ++at) {
    const auto mate = find_mate(first_b, b.end(), *at);
    if (mate == b.end() || !mate->waits) continue;
    const auto steps = static_cast<size_t>((at - first_a) + (mate - first_b));
    if (!found || steps < found->steps) found = Shared{steps, at->number, at->waits};
  }
  return found;
}

// The same before their accesses.
std::optional<BarrierTrail::Shared> BarrierTrail::before(const Arrivals& a, uint64_t at_a, const Arrivals& b, uint64_t at_b) {
  const auto last_a = std::find_if(a.rbegin(), a.rend(), [&](const Arrival& arrival) { return arrival.tick < at_a; });
  const auto last_b = std::find_if(b.rbegin(), b.rend(), [&](const Arrival& arrival) { return arrival.waited < at_b; });
  std::optional<Shared> found;
  for (auto at = last_a; at != a.rend(); ++at) {
    const auto mate = find_mate(last_b, b.rend(), *at);
    if (mate == b.rend() || !mate->waits) continue;
    const auto steps = static_cast<size_t>((at - last_a) + (mate - last_b));
    if (!found || steps < found->steps) found = Shared{steps, at->number, at->waits};
  }
  return found;
}

// What would have to be changed so that `b` comes behind `a`.
BarrierClue BarrierTrail::one_way(const Arrivals& a, uint64_t at_a, const Arrivals& b, uint64_t at_b, size_t& steps) {
  const std::optional<Shared> late = behind(a, at_a, b, at_b), early = before(a, at_a, b, at_b);
  if (late && early && late->number == early->number && late->steps == early->steps) {
    steps = late->steps;
    return {late->both_wait && early->both_wait ? Kind::once_more : Kind::other_way, late->number, 0, false};
  }
  if (early && (!late || early->steps <= late->steps)) return steps = early->steps, BarrierClue{Kind::early_arrival, early->number, 0, false};
  if (late) return steps = late->steps, BarrierClue{Kind::late_wait, late->number, 0, false};
  for (const Arrival& arrival : a) {
    if (arrival.tick < at_a) continue;
    const auto mate = find_mate(b.begin(), b.end(), arrival);
    if (mate != b.end() && mate->tick < at_b && !mate->waits) return steps = 0, BarrierClue{Kind::only_arrives, arrival.number, 0, false};
  }
  return {};
}

// Neither way tells anything: they share a barrier, or come to different ones.
BarrierClue BarrierTrail::common(const Arrivals& a, const Arrivals& b) {
  for (const Arrival& arrival : a) {
    const auto mate = find_mate(b.begin(), b.end(), arrival);
    if (mate == b.end() || arrival.waits == mate->waits) continue;
    return {Kind::other_way, arrival.number, 0, arrival.waits};
  }
  const bool share = std::any_of(a.begin(), a.end(), [&](const Arrival& x) { return std::any_of(b.begin(), b.end(), [&](const Arrival& y) { return x.number == y.number; }); });
  if (a.empty() || b.empty() || share) return {};
  return {Kind::other_numbers, a.front().number, b.front().number, false};
}

BarrierTrail::Arrivals BarrierTrail::near(uint32_t block, Access access) const {
  const auto& warps = blocks_.at(block).warps;
  const auto found = warps.find(access.warp);
  if (found == warps.end()) return {};
  const Arrivals& all = found->second;
  const auto at = std::partition_point(all.begin(), all.end(), [&](const Arrival& arrival) { return arrival.tick < access.tick; });
  return {at - std::min(most_near, at - all.begin()), at + std::min(most_near, all.end() - at)};
}

BarrierClue BarrierTrail::clue(uint32_t block, Access first, Access second) const {
  if (!has(block) || first.warp == second.warp) return {};
  const Arrivals a = near(block, first), b = near(block, second);
  size_t steps = 0, steps_back = 0;
  const BarrierClue there = one_way(a, first.tick, b, second.tick, steps);
  BarrierClue back = one_way(b, second.tick, a, first.tick, steps_back);
  back.is_of_second = true;
  const auto is_placed = [](const BarrierClue& clue) { return clue.kind == Kind::other_way || clue.kind == Kind::once_more; };
  if (there.kind == Kind::none && back.kind == Kind::none) return common(a, b);
  if (is_placed(there) != is_placed(back)) return is_placed(there) ? there : back;
  if (back.kind == Kind::none || (there.kind != Kind::none && steps <= steps_back)) return there;
  return back;
}

}  // namespace wb
