#include "simulator/analysis/uneven_passes.h"

#include <bit>

namespace wb {
namespace {

constexpr size_t most_places = 1'000;  // of one access, at which lanes are awaited: they are more where an `if` leaves lanes out
constexpr uint8_t rest_part = 0, fours_part = 1;

using Place = UnevenPasses::Place;

// Of those behind one another: sixteen at a time, then eight, then four.
struct Part {
  uint8_t part = fours_part;
  uint64_t passes = 0;
};
std::array<Part, 3> parts_of(const UnevenLoop& loop, uint64_t written_out) {
  if (!loop.by_sixteen) return {{{fours_part, written_out}, {}, {}}};
  return {{{4, written_out & ~uint64_t{15}}, {3, written_out & 8}, {2, written_out & 4}}};
}

Place place_of(const UnevenLoop& loop, uint64_t pass, uint64_t passes) {
  const uint64_t rest = passes % UnevenLoop::at_once, written_out = passes - rest;
  if (loop.rest_first && pass < rest) return {rest_part, pass};
  if (loop.rest_first) pass -= rest;
  for (const Part& part : parts_of(loop, written_out)) {
    if (pass < part.passes) return {part.part, pass};
    pass -= part.passes;
  }
  return {rest_part, pass};
}

bool comes_to(const UnevenLoop& loop, Place place, uint64_t passes) {
  const uint64_t rest = passes % UnevenLoop::at_once;
  if (place.part == rest_part) return place.at < rest;
  for (const Part& part : parts_of(loop, passes - rest))
    if (part.part == place.part) return place.at < part.passes;
  return false;
}

}  // namespace

uint64_t passes_of(const UnevenLoop& loop, int64_t tested, int64_t bound) {
  const int64_t way = bound - tested, step = loop.step;
  if (loop.ends_at == UnevenLoop::Ends::equal) return way % step ? 0 : static_cast<uint64_t>(way / step);
  const bool takes_bound = loop.ends_at == UnevenLoop::Ends::past;
  if (step > 0 ? way < !takes_bound : -way < !takes_bound) return 0;
  const int64_t length = step > 0 ? way : -way, stride = step > 0 ? step : -step;
  return static_cast<uint64_t>(takes_bound ? length / stride + 1 : (length - 1) / stride + 1);
}

void UnevenPasses::enter(uint32_t block, uint32_t warp, const UnevenLoop& loop, LaneMask lanes, const std::array<uint64_t, warp_size>& passes) {
  OfWarp& of_warp = warps_[{block, warp}];
  OfLoop& of = of_warp.loops[loop.accesses.first];
  of.loop = loop;
  of.lanes = lanes;  // lanes that have entered before have left it
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    of.passes[lane] = passes[lane], of.begun[lane] = 0;
  }
  for (uint32_t i = 0; i < loop.accesses.count; ++i) of_warp.accesses[loop.accesses.first + i] = {loop.accesses.first, {}};
}

std::span<const UnevenPasses::Step> UnevenPasses::gather(const WarpAccess& access) {
  steps_.clear();
  const auto warp = warps_.find({access.block, access.warp});
  if (warp == warps_.end()) return {};
  const auto of_access = warp->second.accesses.find(access.compiled.number);
  if (of_access == warp->second.accesses.end()) return {};
  OfLoop& of = warp->second.loops[of_access->second.loop];
  std::array<Place, warp_size> place;
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    of.begun[lane] += access.compiled.begins_pass;
    if (!of.begun[lane]) return {};  // what tells of a pass goes to memory that nothing is told of
    place[lane] = place_of(of.loop, of.begun[lane] - 1, of.passes[lane]);
  }
  std::map<Place, Gathered>& places = of_access->second.places;
  for (LaneMask left = access.active; left;) {
    const Place here = place[static_cast<size_t>(std::countr_zero(left))];
    const auto known = places.find(here);
    Step& step = steps_.emplace_back(Step{.place = here});
    if (known != places.end()) step.before = step.now = known->second;
    for (LaneMask rest = left; rest; rest &= rest - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(rest));
      if (place[lane] != here) continue;
      step.now.lanes |= LaneMask{1} << lane;
      step.now.offset[lane] = access.offset[lane] - access.compiled.before;
      left &= ~(LaneMask{1} << lane);
    }
    LaneMask awaited = 0;
    for (LaneMask rest = of.lanes & ~step.now.lanes; rest; rest &= rest - 1)
      awaited |= comes_to(of.loop, here, of.passes[static_cast<size_t>(std::countr_zero(rest))]) ? rest & -rest : 0;
    if (awaited && places.size() < most_places) places[here] = step.now;
    else if (known != places.end()) places.erase(known);
  }
  return steps_;
}

}  // namespace wb
