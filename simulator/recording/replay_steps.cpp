// Steps: from where one stands to the next stop of a kind, either way.
#include <algorithm>

#include "simulator/recording/replay.h"

namespace wb {
namespace {

constexpr uint64_t chunk = 4096;       // ticks looked at together when searching
constexpr uint64_t nearby = 64;        // at first

}  // namespace

// Notes the barriers that are passed, or the branches that part a warp (the tick after them).
class Replay::MomentWatcher : public RunWatcher {
 public:
  MomentWatcher(StepKind kind, std::vector<Moment>& moments) : kind_(kind), moments_(moments) {}
  void parting(uint32_t block, uint32_t warp, uint64_t tick) override {
    if (kind_ == StepKind::divergence) moments_.push_back({tick + 1, {block, warp}});
  }
  void barrier(uint32_t block, uint64_t tick) override {
    if (kind_ == StepKind::barrier) moments_.push_back({tick, {block, 0}});
  }
  void named_barrier(uint32_t block, uint32_t, std::span<const WarpLanes>, uint64_t tick) override { barrier(block, tick); }
  void cluster_wait(uint32_t, uint32_t block, WarpLanes, uint64_t tick) override {  // told of each warp
    if (moments_.empty() || moments_.back().tick != tick || moments_.back().warp.block != block) barrier(block, tick);
  }

 private:
  StepKind kind_;
  std::vector<Moment>& moments_;
};

std::vector<Replay::Moment> Replay::moments(StepKind kind, size_t stretch) const {
  if (run_.journal) return journal_moments(kind, stretch);
  std::vector<Moment> all;
  MomentWatcher watcher(kind, all);
  Machine& machine = seek(stretch_begin(stretch), For::scanning);
  passing_.watch(&watcher);
  machine.set_checks(&passing_);
  machine.run_until(stretch_end(stretch));
  machine.set_checks(nullptr);
  passing_.watch(nullptr);
  return all;
}

std::optional<Tick> Replay::step(Tick tick, StepKind kind, Direction direction, Follow follow) const {
  std::scoped_lock lock(mutex_);
  const bool forwards = direction == Direction::forwards;
  tick = std::min(tick, run_.end);
  if (follow && !is_thread(*follow)) return std::nullopt;
  const std::optional<Warp> warp = follow ? std::optional(Warp{follow->block, follow->thread / warp_size}) : std::nullopt;
  switch (kind) {
    case StepKind::finish: return tick == (forwards ? run_.end : 0) ? std::nullopt : std::optional(forwards ? run_.end : 0);
    case StepKind::finding: return step_to_finding(tick, direction);
    case StepKind::warp: return step_to_warp(tick, direction);
    case StepKind::block: return step_over_block(tick, direction, warp);
    case StepKind::barrier:
    case StepKind::divergence: return step_to_moment(tick, kind, direction, warp);
    case StepKind::instruction:
      if (warp) break;
      if (forwards ? tick >= run_.end : tick == 0) return std::nullopt;
      return forwards ? tick + 1 : tick - 1;
    default: break;
  }
  return warp ? step_in_warp(tick, kind, direction, *warp) : step_anywhere(tick, kind, direction);
}

std::optional<Tick> Replay::step_to_finding(Tick tick, Direction direction) const {
  if (direction == Direction::forwards) {
    const auto at = std::upper_bound(finding_ticks_.begin(), finding_ticks_.end(), tick);
    return at == finding_ticks_.end() ? std::nullopt : std::optional(*at);
  }
  const auto at = std::lower_bound(finding_ticks_.begin(), finding_ticks_.end(), tick);
  return at == finding_ticks_.begin() ? std::nullopt : std::optional(*(at - 1));
}

// To where another warp comes to work; back to where the one at work before this tick came.
std::optional<Tick> Replay::step_to_warp(Tick tick, Direction direction) const {
  if (direction == Direction::forwards) {
    std::optional<Turn> turn = turn_at(tick);
    if (!turn) return std::nullopt;
    Tick at = turn->end;
    for (; at < run_.end; at = turn->end) {
      const size_t stretch = index().stretch_of(at);
      if (at == stretch_begin(stretch) && index().has_only(stretch, turn->warp.block, turn->warp.warp)) {
        turn->end = stretch_end(stretch);
        continue;
      }
      const std::optional<Turn> next = turn_at(at);
      if (!next || !(next->warp == turn->warp)) break;
      turn = next;
    }
    return at;
  }
  if (tick == 0) return std::nullopt;
  std::optional<Turn> turn = turn_at(tick - 1);
  if (!turn) return std::nullopt;
  Tick at = turn->begin;
  while (at > 0) {
    const size_t stretch = index().stretch_of(at - 1);
    if (at == stretch_end(stretch) && index().has_only(stretch, turn->warp.block, turn->warp.warp)) {
      at = stretch_begin(stretch);
      continue;
    }
    const std::optional<Turn> before = turn_at(at - 1);
    if (!before || !(before->warp == turn->warp)) break;
    at = before->begin;
  }
  return at;
}

// Where a block begins, and where it is done.
std::optional<Tick> Replay::step_over_block(Tick tick, Direction direction, std::optional<Warp> warp) const {
  const bool forwards = direction == Direction::forwards;
  if (run_.end == 0) return std::nullopt;
  const std::optional<Turn> now = turn_at(forwards || tick == 0 ? std::min(tick, run_.end - 1) : tick - 1);
  if (!warp && !now) return std::nullopt;
  const uint32_t block = warp ? warp->block : now->warp.block;
  std::optional<Tick> first, done;
  for (size_t stretch = 0; stretch < index().count() && !first; ++stretch) {
    if (!index().has_block(stretch, block)) continue;
    for (const Turn& turn : *turns(stretch))
      if (turn.warp.block == block && !first) first = turn.begin;
  }
  if (!first) return std::nullopt;
  for (size_t stretch = index().count(); stretch-- > 0 && !done;) {
    if (!index().has_block(stretch, block)) continue;
    for (const Turn& turn : *turns(stretch))
      if (turn.warp.block == block) done = turn.end;
  }
  if (forwards) return tick < *first && warp ? first : tick < *done ? done : std::nullopt;
  return tick > *done ? done : tick > *first ? first : std::nullopt;
}

std::optional<Tick> Replay::step_to_moment(Tick tick, StepKind kind, Direction direction, std::optional<Warp> warp) const {
  const auto may_be_in = [&](size_t stretch) {
    const std::optional<uint32_t> block = warp ? std::optional(warp->block) : std::nullopt;
    return kind == StepKind::barrier ? index().passes_barrier(stretch, block) : index().parts(stretch, block, warp ? warp->warp : 0);
  };
  const auto is_followed = [&](const Moment& m) { return !warp || (m.warp.block == warp->block && (kind == StepKind::barrier || m.warp.warp == warp->warp)); };
  const size_t here = index().stretch_of(tick);
  if (direction == Direction::forwards) {
    for (size_t stretch = here; stretch < index().count(); ++stretch) {
      if (!may_be_in(stretch)) continue;
      for (const Moment& m : moments(kind, stretch))
        if (m.tick > tick && is_followed(m)) return m.tick;
    }
    return std::nullopt;
  }
  for (size_t stretch = std::min(here + 1, index().count()); stretch-- > 0;) {
    if (!may_be_in(stretch)) continue;
    const std::vector<Moment> all = moments(kind, stretch);
    for (size_t i = all.size(); i-- > 0;)
      if (all[i].tick < tick && is_followed(all[i])) return all[i].tick;
  }
  return std::nullopt;
}

// instruction, access, line: among the ticks at which one warp is at work.
std::optional<Tick> Replay::step_in_warp(Tick tick, StepKind kind, Direction direction, Warp warp) const {
  std::optional<Tick> found;
  if (direction == Direction::backwards) {
    if (kind == StepKind::line) return last_line_start(tick, warp);
    each_turn_before(warp, tick, [&](const Turn& turn) {
      for (Tick begin = turn.begin, end = std::min(turn.end, tick); begin < end && !found;) {
        const Tick from = end - begin > chunk ? end - chunk : begin;
        const std::vector<Stand> all = places_of(turn, from, end);
        for (size_t k = all.size(); k-- > 0 && !found;)
          if (kind == StepKind::instruction || all[k].is_access) found = from + k;
        end = from;
      }
      return found.has_value();
    });
    return found;
  }
  std::optional<uint32_t> line;
  const std::optional<Turn> now = turn_at(tick);
  if (kind == StepKind::line && !(now && now->warp == warp))  // between two turns: the line to leave is the one that the last turn ended on
    each_turn_before(warp, tick, [&](const Turn& turn) {
      line = places_of(turn, turn.end - 1, turn.end)[0].line;
      return true;
    });
  each_turn_from(warp, tick, [&](const Turn& turn) {
    for (Tick from = std::max(turn.begin, tick); from < turn.end && !found; from += chunk) {
      const std::vector<Stand> all = places_of(turn, from, std::min(turn.end, from + chunk));
      for (size_t k = 0; k < all.size() && !found; ++k) {
        const Tick at = from + k;
        if (at > tick && (kind == StepKind::instruction || (kind == StepKind::access && all[k].is_access) || (kind == StepKind::line && line != all[k].line))) found = at;
        line = all[k].line;
      }
    }
    return found.has_value();
  });
  return found;
}

// The last tick before `before` at which the warp came to another line than it stood on before.
std::optional<Tick> Replay::last_line_start(Tick before, Warp warp) const {
  std::optional<Tick> later;  // a tick on `line`, the earliest looked at so far
  uint32_t line = 0;
  bool is_found = false;
  each_turn_before(warp, before, [&](const Turn& turn) {
    for (Tick begin = turn.begin, end = std::min(turn.end, before); begin < end && !is_found;) {
      const Tick from = end - begin > chunk / 16 ? end - chunk / 16 : begin;
      const std::vector<Stand> all = places_of(turn, from, end);
      for (size_t k = all.size(); k-- > 0 && !is_found;) {
        is_found = later && all[k].line != line;
        if (is_found) break;
        later = from + k;
        line = all[k].line;
      }
      end = from;
    }
    return is_found;
  });
  return later;
}

// access, line: whatever runs next. A line is left when another line or another warp comes.
std::optional<Tick> Replay::step_anywhere(Tick tick, StepKind kind, Direction direction) const {
  const auto begins_turn = [&](Tick at) {
    const std::optional<Turn> turn = turn_at(at);
    if (!turn || turn->begin != at) return false;
    if (at == 0) return true;
    const std::optional<Turn> before = turn_at(at - 1);
    return !before || !(before->warp == turn->warp);
  };
  if (direction == Direction::forwards) {
    for (Tick from = tick, reach = nearby; from < run_.end; reach = std::min(reach * 2, chunk)) {
      Tick to = std::min(run_.end, from + reach);
      std::vector<Stand> all = places(from, to);
      for (size_t k = 1; k < all.size(); ++k)
        if (kind == StepKind::access ? all[k].is_access : all[k].line != all[k - 1].line || begins_turn(from + k)) return from + k;
      if (to == run_.end) break;
      from = to - 1;  // the last one again: the next is compared with it
      if (kind != StepKind::access) continue;
      if (const Tick busy = skip_quiet(to); busy > to) from = busy - 1, reach = nearby / 2;
    }
    return kind == StepKind::line && tick < run_.end ? std::optional(run_.end) : std::nullopt;
  }
  for (Tick end = tick, reach = nearby; end > 0; reach = std::min(reach * 2, chunk)) {
    Tick from = end > reach ? end - reach : 0;
    std::vector<Stand> all = places(from, end);
    for (size_t k = all.size(); k-- > 0;) {
      bool is_stop = kind == StepKind::access ? all[k].is_access : begins_turn(from + k) || (k > 0 && all[k].line != all[k - 1].line);
      if (is_stop) return from + k;
    }
    if (from == 0) break;
    end = from + 1;  // the first one again: it could not be compared
    if (kind != StepKind::access) continue;
    end = skip_quiet_backwards(from);
    if (end < from) reach = nearby / 2;
  }
  return std::nullopt;
}

}  // namespace wb
