#include "simulator/machine/circles.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "simulator/analysis/each_lane.h"

namespace wb {
namespace {

bool are_alike(const std::vector<NamedBarrier>& a, const std::vector<NamedBarrier>& b) {
  const auto key = [](const NamedBarrier& n) { return std::tie(n.expected, n.arrived, n.waiting, n.is_for_all, n.has_votes, n.has_others); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const NamedBarrier& x, const NamedBarrier& y) { return key(x) == key(y); });
}

template <class Test>
bool all_lanes(LaneMask lanes, Test test) {
  bool are_all = true;
  for_each_lane(lanes, [&](uint32_t lane) { are_all = are_all && test(lane); });
  return are_all;
}

}  // namespace

void Circles::begin() {
  trails_.assign(block_.warps.size() * warp_size, {});
  polls_.begin(trails_.size());
  in_circle_.assign(block_.warps.size(), 0);
  take_picture();
}

void Circles::count_anew() {
  std::fill(in_circle_.begin(), in_circle_.end(), 0);
  take_picture();
}

void Circles::take_picture() {
  picture_.warps = block_.warps;
  picture_.registers = block_.registers;
  picture_.local = block_.local;
  picture_.stack = block_.stack;
  picture_.stack_stride = block_.stack_stride;
  picture_.named = block_.named;
  has_passed_barrier_ = false;
  for (size_t thread = 0; thread < trails_.size(); ++thread) {
    if (has(static_cast<uint32_t>(thread / warp_size), thread % warp_size)) continue;
    Trail& trail = trails_[thread];
    trail.path.clear();  // and keeps its memory
    trail.met = 0;
    trail.tries = 0;
    polls_.forget(thread);
  }
}

void Circles::walk(uint32_t w, LaneMask lanes, PathPiece piece) {
  for_each_lane(lanes, [&](uint32_t lane) { trail(w, lane).path.push_back(piece); });
}

void Circles::meet(uint32_t w, LaneMask lanes) {
  for_each_lane(lanes, [&](uint32_t lane) { trail(w, lane).met |= lanes; });
}

bool Circles::are_any() const {
  return std::any_of(in_circle_.begin(), in_circle_.end(), [](LaneMask lanes) { return lanes != 0; });
}

// ---- who is back

void Circles::find(uint32_t w, LaneMask lanes) {
  for_each_lane(lanes, [&](uint32_t lane) {
    if (has(w, lane) || !is_back(w, lane) || trail(w, lane).tries++ >= most_tries) return;
    if (has_passed_barrier_) {
      if (is_whole_block_back()) close_whole_block();
      return;
    }
    const LaneMask company = company_of(w, lane);
    if (all_lanes(company, [&](uint32_t other) { return is_back(w, other) && holds_the_same(w, other); })) in_circle_[w] |= company;
  });
}

bool Circles::is_back(uint32_t w, uint32_t lane) {
  if (trail(w, lane).path.empty()) return false;
  const LaneStand now = stand_of(block_.warps[w], lane);
  return now.is_live && now == stand_of(picture_.warps[w], lane);
}

// It has waited since the picture was taken.
bool Circles::has_stayed(uint32_t w, uint32_t lane) {
  const LaneStand now = stand_of(block_.warps[w], lane);
  return now.at_barrier && trail(w, lane).path.empty() && now == stand_of(picture_.warps[w], lane);
}

// The lane, whom it has met, whom they have met, and so on.
LaneMask Circles::company_of(uint32_t w, uint32_t lane) {
  LaneMask company = 1u << lane, before = 0;
  while (company != before) {
    before = company;
    for_each_lane(before, [&](uint32_t member) { company |= trail(w, member).met; });
  }
  return company;
}

bool Circles::is_whole_block_back() {
  if (!are_the_same_left() || !are_alike(block_.named, picture_.named)) return false;
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (const Split& split : block_.warps[w].splits)
      if (!all_lanes(split.lanes, [&](uint32_t lane) { return has_stayed(w, lane) || (is_back(w, lane) && holds_the_same(w, lane)); })) return false;
  return true;
}

// Who has left since may have made the others' values what they are (__syncthreads_count), and does not do so again.
bool Circles::are_the_same_left() const {
  const auto same = [](const WarpState& now, const WarpState& then) { return now.exited == then.exited; };
  return std::equal(block_.warps.begin(), block_.warps.end(), picture_.warps.begin(), picture_.warps.end(), same);
}

void Circles::close_whole_block() {
  for (uint32_t w = 0; w < block_.warps.size(); ++w)
    for (const Split& split : block_.warps[w].splits)
      for_each_lane(split.lanes, [&](uint32_t lane) { in_circle_[w] |= LaneMask{!has_stayed(w, lane)} << lane; });
}

// ---- what it holds

bool Circles::holds_the_same(uint32_t w, uint32_t lane) {
  if (!holds_the_same_registers(w, lane) || !holds_the_same_memory(w, lane)) return false;
  if (!program_.has_calls) return true;
  const LaneStack &now = block_.warps[w].stacks[lane], &then = picture_.warps[w].stacks[lane];
  return now.returns == then.returns && now.words == then.words;
}

bool Circles::holds_the_same_registers(uint32_t w, uint32_t lane) {
  const auto is_same = [&](size_t word, size_t count) {
    const uint32_t* const now = block_.registers.data() + word;
    return std::equal(now, now + count, picture_.registers.data() + word);
  };
  for (const uint32_t slot : slots_of(trail(w, lane).path)) {
    const size_t row = size_t{w} * slot_words_ + size_t{slot} * warp_size;
    if (deciding_slots_.is_narrow(slot) && !is_same(row + lane, 1)) return false;
    if (deciding_slots_.is_wide(slot) && !is_same(row + 2 * lane, 2)) return false;
  }
  return true;
}

bool Circles::holds_the_same_memory(uint32_t w, uint32_t lane) const {
  const auto is_same = [&](const std::vector<uint8_t>& now, const std::vector<uint8_t>& then, size_t stride) {
    const size_t first = thread_of(w, lane) * stride;
    return stride == 0 || std::memcmp(now.data() + first, then.data() + first, stride) == 0;
  };
  return is_same(block_.local, picture_.local, local_stride_) && picture_.stack_stride == block_.stack_stride &&
         is_same(block_.stack, picture_.stack, picture_.stack_stride);
}

// Lanes of a warp often go the same way: the last answer is kept.
const std::vector<uint32_t>& Circles::slots_of(const std::vector<PathPiece>& path) {
  if (path != last_path_) {
    last_path_ = path;
    last_slots_ = deciding_slots_.of(path);
  }
  return last_slots_;
}

}  // namespace wb
