// Will this launch ever end? Looks ahead from where it stands, and says "no" only where that is certain under every schedule.
//
// Global memory is frozen: whatever a block does from here on, it sees global memory as it is now. Each block is run on by itself, on a copy (look_ahead.h).
//   - A thread that would change global memory goes on: nothing is known, and the look ahead ends.
//   - A thread that comes back to where it stood, with all that decides its way as it was (circles.h), goes round for ever.
//   - A thread that waits at a barrier, for threads that go round, waits for ever. Others may run to their end.
// If no thread of any block, blocks to come included, changes global memory, then it stays as it is, frozen or not. So each thread does what it did
// here, in whatever order they come: those that go round never end, and nobody can help them.
//
//   lane 0   while (atomicAdd(&flag, 0) == 0) {}        | atomicAdd | branch | atomicAdd | branch       the same again: for ever
//   lane 1   for (i = 0; i < 1000 && !flag; i++) {}     | i: 7 .. i: 8 .. i: 9 .. the look ahead gives up: nothing is known
//
// Not seen: circles in which memory changes and changes back (two threads that both give way for ever), and those with a clock, __activemask(), the heap,
// output, or asynchronous copies under way; circles through a barrier of the grid.
#include <set>
#include <utility>

#include "simulator/machine/cluster_ahead.h"

namespace wb {
namespace {

constexpr size_t most_elsewhere = 256;

}  // namespace

// What is found out about a launch, cluster by cluster.
class Machine::Impl::EndlessSurvey {
 public:
  explicit EndlessSurvey(Impl& machine) : m_(machine), cluster_(machine) {}

  // Nearly always one warp is enough to see that the run goes on.
  bool is_block_at_work_held() {
    const uint32_t at_work = m_.state.resident[m_.state.block_at_work]->index;
    cluster_.take(m_.shape.cluster_of(at_work));
    return cluster_.member(at_work).is_held();
  }

  // False, here and below: it may end, or that is not known.
  bool look_at_residents() {
    std::set<uint32_t> looked_at;
    for (const auto& block : m_.state.resident) {
      if (m_.shape.cluster_size() == 1 && m_.all_wait(*block)) {  // for the grid
        ++found_.waiting_blocks;
        continue;
      }
      if (!looked_at.insert(m_.shape.cluster_of(block->index)).second) continue;
      cluster_.take(m_.shape.cluster_of(block->index));
      if (!look()) return false;
    }
    return has_endless();  // where nobody goes round, whoever waits will be let go
  }
  bool look_at_blocks_to_come() {
    for (uint64_t position = m_.state.started; position < m_.part_end; position += m_.shape.cluster_size()) {
      cluster_.take_fresh(m_.shape.cluster_of(m_.block_at(position)));
      if (!look()) return false;
    }
    return true;
  }

  EndlessWait take_result() { return std::move(found_); }

 private:
  static constexpr uint32_t no_block = ~0u;

  bool has_endless() const { return shown_ != no_block; }
  bool look() {
    if (!cluster_.comes_to_stand()) return false;
    for (const auto& one : cluster_.members())
      if (one->is_there()) note(*one);
    return true;
  }
  void note(const LookAhead& ahead) {
    const LookAhead::Verdict verdict = ahead.verdict();
    found_.waiting_blocks += verdict == LookAhead::Verdict::waits;
    if (verdict != LookAhead::Verdict::never_ends) return;
    found_.more_blocks += has_endless();
    std::vector<EndlessLanes> others = ahead.endless_lanes();
    const bool has_polls = ahead.has_polls();
    if (ahead.index() < shown_ || (has_polls && !found_.has_polls)) {
      shown_ = ahead.index();
      std::swap(found_.lanes, others);
    }
    for (const EndlessLanes& lanes : others)
      if (lanes.how == EndlessLanes::How::polls && found_.elsewhere.size() < most_elsewhere) found_.elsewhere.push_back(lanes);
    found_.has_polls |= has_polls;
  }

  Impl& m_;
  ClusterAhead cluster_;
  EndlessWait found_;
  uint32_t shown_ = no_block;  // whose lanes stand in `found_`: the lowest block, but rather one that polls
};

std::optional<EndlessWait> Machine::Impl::find_endless_wait() {
  if (is_held_back() || state.is_trapped || state.resident.empty()) return std::nullopt;
  EndlessSurvey survey(*this);
  if (!survey.is_block_at_work_held() || !survey.look_at_residents() || !survey.look_at_blocks_to_come()) return std::nullopt;
  return survey.take_result();
}

std::optional<EndlessLanes> Machine::Impl::find_poll() {
  if (is_told() || state.is_trapped || state.resident.empty()) return std::nullopt;
  const uint32_t at_work = state.resident[state.block_at_work]->index;
  ClusterAhead cluster(*this);
  cluster.take(shape.cluster_of(at_work));
  LookAhead& ahead = cluster.member(at_work);
  ahead.only_looks_on = true;
  ahead.is_held();
  return ahead.first_poll();
}

}  // namespace wb
