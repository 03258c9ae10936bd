#include "simulator/recording/hand_made.h"

#include <algorithm>
#include <set>
#include <utility>

namespace wb {
namespace {

bool concerns(const Instruction& i, uint32_t block, uint32_t thread) {
  return i.block == block && i.warp == thread / warp_size && (i.active >> thread % warp_size & 1);
}

}  // namespace

uint32_t HandMadeRecording::line_at(Tick tick) const { return source_map.start(steps[tick].instruction.span).line; }

std::optional<Instruction> HandMadeRecording::instruction(Tick tick) const {
  if (tick >= steps.size()) return std::nullopt;
  return steps[tick].instruction;
}

std::vector<LaneView> HandMadeRecording::lanes(Tick tick, uint32_t block) const {
  std::vector<LaneView> views(launch_shape.threads_per_block());
  bool has_started = std::any_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(std::min<Tick>(tick + 1, steps.size())),
                                 [&](const Step& s) { return s.instruction.block == block; });
  for (uint32_t thread = 0; thread < views.size(); ++thread) {
    LaneView& view = views[thread];
    view.state = LaneState::done;
    for (Tick t = tick; t < steps.size(); ++t) {
      const Instruction& i = steps[t].instruction;
      if (!concerns(i, block, thread)) continue;
      view.span = i.span;
      view.state = LaneState::ready;
      const Instruction& now = steps[tick].instruction;
      if (t == tick)
        view.state = LaneState::running;
      else if (now.block == block && now.warp == thread / warp_size)
        view.state = LaneState::masked;
      // Between its barrier and the next instruction of its own it waits, as long as somebody of the block has yet to arrive.
      else if (tick > 0)
        for (Tick before = tick; before-- > 0;)
          if (concerns(steps[before].instruction, block, thread)) {
            bool somebody_comes = false;
            for (Tick later = tick; later < t; ++later) somebody_comes |= steps[later].is_barrier && steps[later].instruction.block == block;
            if (steps[before].is_barrier && somebody_comes) view.state = LaneState::at_barrier;
            break;
          }
      break;
    }
    if (!has_started && view.state != LaneState::done) view = {LaneState::waiting, {}};
  }
  return views;
}

std::vector<LaneState> HandMadeRecording::blocks(Tick tick) const {
  std::vector<LaneState> states(launch_shape.block_count(), LaneState::done);
  for (uint32_t block = 0; block < states.size(); ++block) {
    bool before = false, after = false;
    for (Tick t = 0; t < steps.size(); ++t) (t < tick ? before : after) |= steps[t].instruction.block == block;
    if (after) states[block] = before ? LaneState::ready : LaneState::waiting;
  }
  if (tick < steps.size()) states[steps[tick].instruction.block] = LaneState::running;
  return states;
}

std::vector<VariableView> HandMadeRecording::variables(Tick tick, ThreadRef thread) const {
  std::vector<VariableView> views;
  for (const Value& value : variable_values) {
    if (value.from > tick || !(value.thread == thread)) continue;
    auto same = std::find_if(views.begin(), views.end(), [&](const VariableView& v) { return v.name == value.view.name; });
    if (same == views.end())
      views.push_back(value.view);
    else
      *same = value.view;
  }
  return views;
}

std::array<std::string, warp_size> HandMadeRecording::values(Tick tick, ThreadRef thread, std::string_view variable) const {
  std::array<std::string, warp_size> all;
  uint32_t first = thread.thread / warp_size * warp_size;
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    for (const VariableView& view : variables(tick, {thread.block, first + lane}))
      if (view.name == variable) all[lane] = view.value;
  return all;
}

MemoryView HandMadeRecording::memory(Tick tick, uint32_t allocation, uint32_t block) const {
  if (allocation >= allocation_list.size()) return {};
  bool is_shared = allocation_list[allocation].space == Space::shared;
  auto start = memory_at_start.find({allocation, is_shared ? block : 0});
  MemoryView view = start == memory_at_start.end() ? MemoryView{std::vector<uint8_t>(allocation_list[allocation].bytes), {}} : start->second;
  for (Tick t = 0; t < std::min<Tick>(tick, steps.size()); ++t)
    for (const AccessRecord& access : steps[t].accesses) {
      if (access.kind == AccessKind::load || access.allocation != allocation || (is_shared && access.thread.block != block)) continue;
      for (uint32_t i = 0; i < access.bytes && access.offset + i < view.bytes.size(); ++i) {
        view.bytes[access.offset + i] = static_cast<uint8_t>(access.value >> 8 * i);
        if (!view.defined.empty()) view.defined[access.offset + i] = true;
      }
    }
  return view;
}

std::vector<AccessRecord> HandMadeRecording::accesses(Tick tick) const {
  if (tick >= steps.size()) return {};
  std::vector<AccessRecord> all = steps[tick].accesses;
  for (AccessRecord& access : all) {
    access.tick = tick;
    if (access.span == Span{}) access.span = steps[tick].instruction.span;
  }
  return all;
}

bool HandMadeRecording::is_stop(Tick tick, StepKind kind, Follow follow) const {
  if (kind == StepKind::finding)
    return std::any_of(finding_list.begin(), finding_list.end(), [&](const Finding& f) { return f.tick == tick; });
  if (kind == StepKind::finish) return tick == 0 || tick == end();
  if (tick >= steps.size()) return kind == StepKind::warp || kind == StepKind::block || (kind == StepKind::line && !follow) || (kind == StepKind::instruction && !follow);
  const Instruction& now = steps[tick].instruction;
  bool is_followed = !follow || (now.block == follow->block && now.warp == follow->thread / warp_size);
  const Instruction* before = tick ? &steps[tick - 1].instruction : nullptr;
  switch (kind) {
    case StepKind::instruction: return is_followed;
    case StepKind::access: return is_followed && !steps[tick].accesses.empty();
    case StepKind::warp: return !before || before->block != now.block || before->warp != now.warp;
    case StepKind::barrier: return steps[tick].is_barrier && (!follow || now.block == follow->block);
    case StepKind::divergence: return tick > 0 && steps[tick - 1].parts_warp && (!follow || (before->block == follow->block && before->warp == follow->thread / warp_size));
    case StepKind::block: return !before || before->block != now.block;
    case StepKind::line:
      if (!is_followed) return false;
      if (!follow) return !before || before->block != now.block || before->warp != now.warp || line_at(tick) != line_at(tick - 1);
      for (Tick t = tick; t-- > 0;)
        if (steps[t].instruction.block == now.block && steps[t].instruction.warp == now.warp) return line_at(t) != line_at(tick);
      return true;
    default: return false;
  }
}

std::optional<Tick> HandMadeRecording::step(Tick tick, StepKind kind, Direction direction, Follow follow) const {
  if (direction == Direction::forwards) {
    for (Tick t = tick + 1; t <= end(); ++t)
      if (is_stop(t, kind, follow) && !(kind == StepKind::finish && t != end())) return t;
  } else {
    for (Tick t = std::min(tick, end() + 1); t-- > 0;)
      if (is_stop(t, kind, follow) && !(kind == StepKind::finish && t != 0)) return t;
  }
  return std::nullopt;
}

std::optional<Tick> HandMadeRecording::find_line(Tick from, ThreadRef thread, uint32_t line, uint32_t pass) const {
  uint32_t passes = 0;
  bool was_there = false;
  for (Tick t = from; t < steps.size(); ++t) {
    if (!concerns(steps[t].instruction, thread.block, thread.thread)) continue;
    bool is_there = line_at(t) == line;
    if (is_there && !was_there && ++passes >= pass) return t;
    was_there = is_there;
  }
  return std::nullopt;
}

std::vector<LineArrival> HandMadeRecording::arrivals(std::span<const uint32_t> lines, Tick begin, Tick end) const {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> last;   // by block, warp and lane: the line on which it ran last
  std::vector<LineArrival> all;
  for (Tick t = 0; t < std::min<Tick>(end, steps.size()); ++t) {
    const Instruction& now = steps[t].instruction;
    const uint32_t line = line_at(t);
    LaneMask lanes = 0;
    for (uint32_t lane = 0; lane < warp_size; ++lane)
      if ((now.active >> lane & 1) && std::exchange(last[{now.block, now.warp, lane}], line) != line) lanes |= 1u << lane;
    if (t >= begin && lanes && std::find(lines.begin(), lines.end(), line) != lines.end()) all.push_back({t, now.block, now.warp, lanes, line});
  }
  return all;
}

std::vector<AccessRecord> HandMadeRecording::history(ElementRef element, Tick until, size_t limit) const {
  std::vector<AccessRecord> all;
  if (element.allocation >= allocation_list.size()) return all;
  const AllocationInfo& allocation = allocation_list[element.allocation];
  uint64_t low = element.element * allocation.element_bytes, high = low + allocation.element_bytes;
  for (Tick t = 0; t < std::min<Tick>(until, steps.size()); ++t)
    for (const AccessRecord& a : accesses(t))
      if (a.allocation == element.allocation && a.offset < high && a.offset + a.bytes > low && (allocation.space != Space::shared || a.thread.block == element.block)) all.push_back(a);
  if (all.size() > limit) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(limit));
  return all;
}

// The write to a place at a tick whose value stays: the last one listed.
std::optional<AccessRecord> HandMadeRecording::write_at(Tick tick, const MemoryPlace& place) const {
  std::optional<AccessRecord> last;
  if (place.allocation >= allocation_list.size()) return last;
  for (const AccessRecord& a : accesses(tick))
    if (a.kind != AccessKind::load && touches(a, place, allocation_list[place.allocation])) last = a;
  return last;
}

std::optional<AccessRecord> HandMadeRecording::who_wrote(const MemoryPlace& place, Tick before) const {
  for (Tick t = std::min<Tick>(before, steps.size()); t-- > 0;)
    if (auto write = write_at(t, place)) return write;
  return std::nullopt;
}

std::optional<AccessRecord> HandMadeRecording::value_change(const MemoryPlace& place, Tick tick, Direction direction) const {
  const auto change_at = [&](Tick t) -> std::optional<AccessRecord> {
    const auto write = write_at(t, place);
    if (!write) return std::nullopt;
    const MemoryView before = memory(t, place.allocation, place.block), after = memory(t + 1, place.allocation, place.block);
    const auto first = static_cast<std::ptrdiff_t>(place.offset), last = static_cast<std::ptrdiff_t>(std::min<uint64_t>(place.offset + place.bytes, before.bytes.size()));
    return first < last && !std::equal(before.bytes.begin() + first, before.bytes.begin() + last, after.bytes.begin() + first) ? write : std::nullopt;
  };
  if (direction == Direction::forwards) {
    for (Tick t = tick; t < steps.size(); ++t)
      if (auto change = change_at(t)) return change;
  } else {
    for (Tick t = std::min<Tick>(tick, steps.size()); t-- > 0;)
      if (auto change = change_at(t)) return change;
  }
  return std::nullopt;
}

std::optional<Tick> HandMadeRecording::variable_change(ThreadRef thread, std::string_view variable, Tick tick, Direction direction) const {
  std::optional<Tick> last;
  std::string shown;
  for (Tick t = 0; t <= steps.size(); ++t) {
    if (direction == Direction::backwards && t > tick) break;
    const std::string now = values(t, thread, variable)[thread.thread % warp_size];
    if (now.empty() || now == shown) continue;
    shown = now;
    if (direction == Direction::forwards && t > tick) return t;
    last = t;
  }
  return direction == Direction::backwards ? last : std::nullopt;
}

std::vector<AccessRecord> HandMadeRecording::accesses_of(ThreadRef thread, Tick from, size_t limit) const {
  std::vector<AccessRecord> all;
  for (Tick t = from; t < steps.size(); ++t)
    for (const AccessRecord& a : accesses(t))
      if (a.thread == thread && all.size() < limit) all.push_back(a);
  return all;
}

std::optional<ThreadMeeting> HandMadeRecording::meeting(ThreadRef a, ThreadRef b, Tick tick, Direction direction) const {
  const bool forwards = direction == Direction::forwards;
  MeetingFinder finder(a, b, allocation_list);
  std::optional<ThreadMeeting> found;
  for (Tick t = 0; t < (forwards ? steps.size() : std::min<Tick>(tick, steps.size())); ++t)
    for (const AccessRecord& access : accesses(t)) {
      const auto met = finder.add(access);
      if (!met || (forwards && (found || t < tick)) || (!forwards && found && found->later.tick == t)) continue;
      found = met;
    }
  return found;
}

std::vector<WarpSlice> HandMadeRecording::timeline(Tick begin, Tick until, size_t resolution) const {
  std::vector<WarpSlice> slices;
  for (Tick t = begin; t < std::min<Tick>(until, steps.size()); ++t) {
    const Instruction& i = steps[t].instruction;
    if (!slices.empty() && slices.back().block == i.block && slices.back().warp == i.warp)
      slices.back().end = t + 1;
    else
      slices.push_back({t, t + 1, i.block, i.warp, i.span});
  }
  if (slices.size() > resolution && resolution > 0) {
    std::vector<WarpSlice> fewer;
    for (size_t k = 0; k < resolution; ++k) fewer.push_back(slices[slices.size() * k / resolution]);
    for (size_t k = 0; k + 1 < fewer.size(); ++k) fewer[k].end = fewer[k + 1].begin;
    if (!fewer.empty()) fewer.back().end = slices.back().end;
    return fewer;
  }
  return slices;
}

std::vector<WarpStep> HandMadeRecording::steps_between(Tick begin, Tick until) const {
  std::vector<WarpStep> all;
  for (Tick t = begin; t < std::min<Tick>(until, steps.size()); ++t) {
    const Step& s = steps[t];
    WarpStep::Kind kind = s.is_barrier ? WarpStep::Kind::barrier : WarpStep::Kind::plain;
    if (!s.is_barrier && !s.accesses.empty())
      kind = s.accesses[0].kind == AccessKind::load ? WarpStep::Kind::load : s.accesses[0].kind == AccessKind::store ? WarpStep::Kind::store : WarpStep::Kind::atomic;
    all.push_back({t, s.instruction.block, s.instruction.warp, s.instruction.active, kind, s.instruction.span});
  }
  return all;
}

std::vector<WarpStep> HandMadeRecording::steps_of(uint32_t block, uint32_t warp, Tick tick, size_t before, size_t after) const {
  std::vector<WarpStep> earlier, later;
  for (const WarpStep& s : steps_between(0, steps.size()))
    if (s.block == block && s.warp == warp) (s.tick < tick ? earlier : later).push_back(s);
  earlier.erase(earlier.begin(), earlier.end() - static_cast<std::ptrdiff_t>(std::min(before, earlier.size())));
  earlier.insert(earlier.end(), later.begin(), later.begin() + static_cast<std::ptrdiff_t>(std::min(after, later.size())));
  return earlier;
}

std::vector<RunStretch> HandMadeRecording::stretches(Tick begin, Tick until) const {
  constexpr Tick length = 64;
  std::vector<RunStretch> all;
  const auto add = [](std::vector<IndexRange>& to, std::set<uint64_t>& ids) {
    for (uint64_t id : ids)
      if (!to.empty() && to.back().end == id) ++to.back().end;
      else to.push_back({id, id + 1});
    ids.clear();
  };
  for (Tick from = begin / length * length; from < std::min<Tick>(until, steps.size()); from += length) {
    RunStretch stretch{from, std::min<Tick>(from + length, steps.size()), {}, {}, {}};
    std::set<uint64_t> at_work, parted, barriers;
    for (Tick t = stretch.begin; t < stretch.end; ++t) {
      const uint64_t id = uint64_t{steps[t].instruction.block} * launch_shape.warps_per_block() + steps[t].instruction.warp;
      at_work.insert(id);
      if (steps[t].parts_warp) parted.insert(id);
      if (steps[t].is_barrier) barriers.insert(steps[t].instruction.block);
    }
    add(stretch.at_work, at_work);
    add(stretch.parted, parted);
    add(stretch.barriers, barriers);
    all.push_back(std::move(stretch));
  }
  return all;
}

}  // namespace wb
