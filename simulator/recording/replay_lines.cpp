// Lines of the source, and who comes to them when: what breakpoints and stops are made of.
//
//     instructions of a lane    line 4   5   5   6   5   5
//     it comes to line 5                 *           *
//
// Lanes are followed one by one: where the paths of a warp take turns, a lane that goes on with its line has not come to it anew.
#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "simulator/recording/replay.h"

namespace wb {
namespace {

constexpr uint64_t chunk = 4096;       // ticks looked at together
constexpr uint32_t unknown = ~0u;      // where a lane stood before is not known yet

}  // namespace

// Knows on which line each lane of each warp ran last, from the tick on at which it began to look; what was before is looked up where it matters.
class Replay::LineWatch {
 public:
  LineWatch(const Replay& replay, std::span<const uint32_t> lines, Tick begin) : replay_(replay), lines_(lines), begin_(begin) {}

  // The next instruction of a warp: those of its lanes that come to one of the lines with it.
  LaneMask pass(Warp warp, const Stand& stand) {
    if (stand.line == 0) return 0;
    auto [at, is_new] = last_.try_emplace({warp.block, warp.warp});
    if (is_new) at->second.fill(unknown);
    const bool is_wanted = std::find(lines_.begin(), lines_.end(), stand.line) != lines_.end();
    LaneMask arriving = 0;
    for (LaneMask rest = stand.lanes; rest; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      uint32_t& line = at->second[lane];
      if (is_wanted && line == unknown) line = replay_.line_before(warp, lane, begin_);
      if (is_wanted && line != stand.line) arriving |= 1u << lane;
      line = stand.line;
    }
    return arriving;
  }

 private:
  const Replay& replay_;
  std::span<const uint32_t> lines_;
  Tick begin_;
  std::map<std::pair<uint32_t, uint32_t>, std::array<uint32_t, warp_size>> last_;
};

uint32_t Replay::line_before(Warp warp, uint32_t lane, Tick tick) const {
  uint32_t line = 0;
  each_turn_before(warp, tick, [&](const Turn& turn) {
    for (Tick begin = turn.begin, end = std::min(turn.end, tick); begin < end && !line;) {
      const Tick from = end - begin > chunk / 16 ? end - chunk / 16 : begin;
      const std::vector<Stand> all = stands_of(warp, from, end);
      const auto last = std::find_if(all.rbegin(), all.rend(), [&](const Stand& s) { return s.line && (s.lanes >> lane & 1); });
      if (last != all.rend()) line = last->line;
      end = from;
    }
    return line != 0;
  });
  return line;
}

std::vector<LineArrival> Replay::arrivals(std::span<const uint32_t> lines, Tick begin, Tick end) const {
  std::scoped_lock lock(mutex_);
  std::vector<LineArrival> all;
  end = std::min(end, run_.end);
  if (lines.empty() || begin >= end) return all;
  LineWatch watch(*this, lines, begin);
  const bool is_short = end - begin <= chunk;  // and looked at as a whole
  const std::vector<Stand> whole = is_short ? stands(begin, end) : std::vector<Stand>();
  const auto part = [&](Tick from, Tick to) {
    const auto first = whole.begin() + static_cast<std::ptrdiff_t>(from - begin);
    return is_short ? std::vector<Stand>(first, first + static_cast<std::ptrdiff_t>(to - from)) : stands_in_order(from, to);
  };
  for (size_t stretch = index().stretch_of(begin); stretch < index().count() && stretch_begin(stretch) < end; ++stretch) {
    const Turns of_stretch = turns(stretch);
    for (const Turn& turn : *of_stretch) {
      const Tick last = std::min(turn.end, end);
      for (Tick from = std::max(turn.begin, begin); from < last; from += chunk) {
        const std::vector<Stand> stand = part(from, std::min(last, from + chunk));
        for (size_t k = 0; k < stand.size(); ++k)
          if (const LaneMask lanes = watch.pass(turn.warp, stand[k])) all.push_back({from + k, turn.warp.block, turn.warp.warp, lanes, stand[k].line});
      }
    }
  }
  return all;
}

std::optional<Tick> Replay::find_line(Tick start, ThreadRef thread, uint32_t line, uint32_t pass) const {
  std::scoped_lock lock(mutex_);
  if (!is_thread(thread)) return std::nullopt;
  const LaneMask lane = 1u << thread.thread % warp_size;
  uint32_t passes = 0;
  bool was_there = false;  // the lane stood on the line at its last tick
  std::optional<Tick> found;
  each_turn_from({thread.block, thread.thread / warp_size}, start, [&](const Turn& turn) {
    for (Tick from = std::max(turn.begin, start); from < turn.end && !found; from += chunk) {
      const std::vector<Stand> all = stands_of(turn.warp, from, std::min(turn.end, from + chunk));
      for (size_t k = 0; k < all.size() && !found; ++k) {
        if (!(all[k].lanes & lane)) continue;
        const bool is_there = all[k].line == line;
        if (is_there && !was_there && ++passes >= std::max(pass, 1u)) found = from + k;
        was_there = is_there;
      }
    }
    return found.has_value();
  });
  return found;
}

}  // namespace wb
