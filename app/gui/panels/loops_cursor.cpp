#include "app/gui/panels/loops_cursor.h"

#include <algorithm>
#include <bit>

#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

uint32_t along(Index3 index, int axis) { return axis == 0 ? index.x : axis == 1 ? index.y : index.z; }

std::string range_words(uint64_t low, uint64_t high) { return low == high ? std::to_string(low) : std::to_string(low) + " ... " + std::to_string(high); }

bool is_at_work(LaneState state) {
  return state == LaneState::running || state == LaneState::ready || state == LaneState::masked || state == LaneState::at_barrier;
}

void count_blocks(const Recording& recording, Tick tick, LoopMoment& moment) {
  const std::vector<LaneState> states = recording.blocks(tick);
  for (uint32_t block = 0; block < states.size(); ++block) {
    ++moment.blocks[static_cast<size_t>(states[block])];
    if (!is_at_work(states[block])) continue;
    const Index3 at = recording.shape().block_index(block);
    if (!moment.at_work) moment.at_work = {at, at};
    auto& [low, high] = *moment.at_work;
    low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
  }
}

void count_threads(const Recording& recording, Tick tick, LoopMoment& moment) {
  const std::vector<LaneView> lanes = recording.lanes(tick, moment.thread.block);
  const uint32_t warp = moment.thread.thread / warp_size;
  for (uint32_t thread = 0; thread < lanes.size(); ++thread) {
    const LaneView& lane = lanes[thread];
    const bool is_here = is_at_work(lane.state) && main_line(recording.sources(), lane.span) == moment.line;
    moment.threads_here += is_here;
    if (thread / warp_size != warp || lane.state == LaneState::absent) continue;
    moment.lanes |= LaneMask{1} << thread % warp_size;
    if (is_here) moment.here |= LaneMask{1} << thread % warp_size;
  }
}

// The indices along an axis that the looked-at threads of the moment have.
std::string thread_range(const LaunchShape& shape, const LoopMoment& moment, int axis, LoopScope scope) {
  if (scope == LoopScope::thread) return std::to_string(along(shape.thread_index(moment.thread.thread), axis));
  if (scope == LoopScope::all) return range_words(0, along(shape.block, axis) - 1);
  uint32_t low = UINT32_MAX, high = 0;
  const uint32_t first = moment.thread.thread / warp_size * warp_size;
  for (LaneMask rest = moment.lanes; rest; rest &= rest - 1) {
    const uint32_t at = along(shape.thread_index(first + static_cast<uint32_t>(std::countr_zero(rest))), axis);
    low = std::min(low, at);
    high = std::max(high, at);
  }
  return low > high ? "" : range_words(low, high);
}

std::string block_range(const LaunchShape& shape, const LoopMoment& moment, int axis, LoopScope scope) {
  if (scope == LoopScope::all && moment.at_work) return range_words(along(moment.at_work->first, axis), along(moment.at_work->second, axis));
  return std::to_string(along(shape.block_index(moment.thread.block), axis));
}

// One value where all lanes have the same, else the first and the last in their order.
std::string counter_range(const LoopMoment& moment, const std::string& counter, LoopScope scope) {
  const auto found = moment.counters.find(counter);
  if (found == moment.counters.end()) return "";
  const std::string& own = found->second[moment.thread.thread % warp_size];
  if (scope == LoopScope::thread) return own;
  std::vector<std::string> values;
  for (LaneMask rest = moment.here; rest; rest &= rest - 1) {
    const std::string& value = found->second[static_cast<size_t>(std::countr_zero(rest))];
    if (!value.empty() && std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  if (values.size() < 2) return values.empty() ? own : values.front();
  std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  return values.front() + " ... " + values.back();
}

}  // namespace

LoopMoment read_loop_moment(const LoopQuestion& question) {
  LoopMoment moment;
  const Recording& recording = *question.recording;
  moment.line = question.line;
  const auto instruction = recording.instruction(question.tick);
  moment.is_over = !instruction;
  if (question.follow) moment.thread = *question.follow;
  else if (instruction) moment.thread = {instruction->block, instruction->warp * warp_size + static_cast<uint32_t>(instruction->active ? std::countr_zero(instruction->active) : 0)};
  count_blocks(recording, question.tick, moment);
  if (moment.is_over || moment.thread.block >= recording.shape().block_count()) return moment;
  count_threads(recording, question.tick, moment);
  for (const std::string& counter : question.counters) moment.counters[counter] = recording.values(question.tick, moment.thread, counter);
  return moment;
}

std::map<uint32_t, std::string> loop_notes(const LoopsText& loops, uint32_t printed_line, const LaunchShape& shape, const LoopMoment& moment, LoopScope scope) {
  std::map<uint32_t, std::string> notes;
  if (moment.is_over || printed_line == 0) return notes;
  for (const LoopHead& head : loops.heads_around(printed_line)) {
    const std::string axis(1, "xyz"[head.axis]);
    std::string name, value;
    if (head.over == LoopHead::Over::blocks) name = "blockIdx." + axis, value = block_range(shape, moment, head.axis, scope);
    if (head.over == LoopHead::Over::threads) name = "threadIdx." + axis, value = thread_range(shape, moment, head.axis, scope);
    if (head.over == LoopHead::Over::own) name = head.variable, value = counter_range(moment, head.variable, scope);
    if (!name.empty() && !value.empty()) notes[head.line] = name + " = " + value;
  }
  return notes;
}

std::string loop_sentence(const Catalogue& say, const LaunchShape& shape, const LoopMoment& moment, LoopScope scope) {
  if (moment.is_over) return say.text("loops.over", {with_thousands(shape.thread_count())});
  const std::string thread = format_index(shape.thread_index(moment.thread.thread), shape.block), block = format_index(shape.block_index(moment.thread.block), shape.grid);
  if (scope == LoopScope::thread) {
    const uint64_t pass = uint64_t{moment.thread.block} * shape.threads_per_block() + moment.thread.thread + 1;
    return say.text("loops.one_thread", {thread, block, with_thousands(pass), with_thousands(shape.thread_count())});
  }
  if (scope == LoopScope::warp) {
    const int here = std::popcount(moment.here), lanes = std::popcount(moment.lanes);
    return say.text(here == lanes ? "loops.whole_warp" : "loops.part_of_warp", {std::to_string(moment.thread.thread / warp_size), block, std::to_string(lanes), std::to_string(here)});
  }
  const auto count = [&](LaneState state) { return moment.blocks[static_cast<size_t>(state)]; };
  const uint64_t work = count(LaneState::running) + count(LaneState::ready) + count(LaneState::masked) + count(LaneState::at_barrier);
  return say.text("loops.all", {with_thousands(count(LaneState::done)), with_thousands(work), with_thousands(count(LaneState::waiting)), block,
                                with_thousands(moment.threads_here), with_thousands(shape.threads_per_block())});
}

}  // namespace wb
