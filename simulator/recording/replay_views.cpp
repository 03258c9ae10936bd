// What views over time draw: every instruction of a short time, those of one warp, or the whole run from afar.
#include <algorithm>

#include "simulator/recording/replay.h"

namespace wb {
namespace {

WarpStep::Kind kind_of(Opcode op) {
  if (is_load(op)) return WarpStep::Kind::load;
  if (is_store(op) || is_async_copy(op) || finishes_copies(op)) return WarpStep::Kind::store;
  if (is_atomic(op)) return WarpStep::Kind::atomic;
  return is_barrier(op) || op == Opcode::cluster_arrive || op == Opcode::cluster_wait ? WarpStep::Kind::barrier : WarpStep::Kind::plain;
}

}  // namespace

std::vector<WarpStep> Replay::steps_of(const std::vector<Stand>& stands, Tick begin) const {
  std::vector<WarpStep> all;
  all.reserve(stands.size());
  for (const Stand& stand : stands)
    all.push_back({begin + all.size(), stand.warp.block, stand.warp.warp, stand.lanes, kind_of(run_.program->code[stand.pc].op), run_.program->info[stand.pc].span});
  return all;
}

std::vector<WarpStep> Replay::steps_between(Tick begin, Tick end) const {
  std::scoped_lock lock(mutex_);
  end = std::min(end, run_.end);
  return begin < end ? steps_of(stands(begin, end, For::scanning), begin) : std::vector<WarpStep>();
}

std::vector<WarpStep> Replay::steps_of(uint32_t block, uint32_t warp, Tick tick, size_t before, size_t after) const {
  std::scoped_lock lock(mutex_);
  if (!is_thread({block, warp * warp_size})) return {};
  tick = std::min(tick, run_.end);
  std::vector<WarpStep> all;
  const auto read = [&](Tick begin, Tick end) { return steps_of(stands_of({block, warp}, begin, end, For::scanning), begin); };
  if (before > 0)
    each_turn_before({block, warp}, tick, [&](const Turn& turn) {
      const Tick end = std::min(turn.end, tick), wanted = before - all.size();
      const std::vector<WarpStep> part = read(end - std::min(end - turn.begin, wanted), end);
      all.insert(all.begin(), part.begin(), part.end());
      return all.size() >= before;
    });
  const size_t total = all.size() + after;
  if (after > 0)
    each_turn_from({block, warp}, tick, [&](const Turn& turn) {
      const Tick begin = std::max(turn.begin, tick);
      const std::vector<WarpStep> part = read(begin, std::min<Tick>(turn.end, begin + (total - all.size())));
      all.insert(all.end(), part.begin(), part.end());
      return all.size() >= total;
    });
  return all;
}

std::vector<RunStretch> Replay::stretches(Tick begin, Tick end) const {
  std::scoped_lock lock(mutex_);
  std::vector<RunStretch> all;
  end = std::min(end, run_.end);
  for (size_t i = index().stretch_of(begin); i < index().count() && stretch_begin(i) < end; ++i) all.push_back(index().stretch(i));
  return all;
}

}  // namespace wb
