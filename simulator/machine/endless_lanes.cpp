// What is said of a block that stands: who goes round or waits, where, and what for.
#include <algorithm>

#include "simulator/analysis/each_lane.h"
#include "simulator/machine/look_ahead.h"

namespace wb {

Machine::Impl::LookAhead::Verdict Machine::Impl::LookAhead::verdict() const {
  if (circles_.are_any() || (wide_circles_ && wide_circles_->are_any())) return Verdict::never_ends;
  return is_left() ? Verdict::waits : Verdict::ends;
}

bool Machine::Impl::LookAhead::has_polls() const {
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (uint32_t lane = 0; lane < warp_size; ++lane)
      if ((in_circles(w) >> lane & 1) && poll_of(w, lane).times) return true;
  return false;
}

const Poll& Machine::Impl::LookAhead::poll_of(uint32_t w, uint32_t lane) const {
  const bool is_wide = wide_circles_ && wide_circles_->has(w, lane);
  return is_wide ? wide_circles_->poll_of(w, lane) : circles_.poll_of(w, lane);
}

EndlessLanes Machine::Impl::LookAhead::describe_lane(uint32_t w, uint32_t lane) const {
  const InsInfo& place = m_.program->info[stand_of(block_.warps[w], lane).pc];
  EndlessLanes told{.how = EndlessLanes::How::waits, .block = block_.index, .warp = w, .lanes = 1u << lane, .span = place.span};
  if (!(in_circles(w) >> lane & 1)) {
    told.site = place.site;
    return told;
  }
  told.how = EndlessLanes::How::circles;
  if (const Poll& poll = poll_of(w, lane); poll.times) describe(poll, *m_.program, told);
  return told;
}

std::vector<EndlessLanes> Machine::Impl::LookAhead::endless_lanes() const {
  const auto is_alike = [](const EndlessLanes& a, const EndlessLanes& b) {
    return a.warp == b.warp && a.how == b.how && a.site == b.site && a.span == b.span && a.allocation == b.allocation && a.owner == b.owner && a.offset == b.offset;
  };
  std::vector<EndlessLanes> all;
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (const Split& split : block_.warps[w].splits)
      for_each_lane(split.lanes, [&](uint32_t lane) {
        const EndlessLanes one = describe_lane(w, lane);
        const auto same = std::find_if(all.begin(), all.end(), [&](const EndlessLanes& other) { return is_alike(one, other); });
        if (same == all.end()) all.push_back(one);
        else same->lanes |= one.lanes;
      });
  return all;
}

std::optional<EndlessLanes> Machine::Impl::LookAhead::first_poll() const {
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
      const Poll& poll = circles_.poll_of(w, lane);
      if (!poll.is_strong || poll.times < 2) continue;
      EndlessLanes told{.block = block_.index, .warp = w, .lanes = 1u << lane};
      describe(poll, *m_.program, told);
      return told;
    }
  return std::nullopt;
}

}  // namespace wb
