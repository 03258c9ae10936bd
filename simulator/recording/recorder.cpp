#include "simulator/recording/recorder.h"

#include <algorithm>
#include <unordered_set>

#include "simulator/machine/saved_block.h"

namespace wb {

size_t bytes_of(const std::vector<Snapshot>& snapshots) {
  size_t bytes = 0;
  std::unordered_set<const void*> counted;
  const auto is_new = [&](const void* what) { return what && counted.insert(what).second; };
  for (const Snapshot& snapshot : snapshots) {
    const MachineState& state = *snapshot.state;
    bytes += sizeof state + state.console.size() + state.blocks.size() * sizeof(state.blocks[0]);
    for (const auto& block : state.blocks)
      if (is_new(block.get())) bytes += block->bytes();
    for (const auto& allocation : state.memory.runs) {
      bytes += allocation.size() * sizeof(allocation[0]);
      for (const auto& run : allocation) {
        if (!is_new(run.get())) continue;
        bytes += sizeof *run;
        for (const auto& page : run->pages)
          if (is_new(page.get())) bytes += sizeof *page;
      }
    }
  }
  return bytes;
}

namespace {

constexpr uint64_t near_enough = 5 << 10;      // ticks from a snapshot to a moment that may be replayed as a whole: where snapshots stand as close as they begin
constexpr uint64_t bytes_for_a_tick = 64;      // beside a journal
constexpr uint64_t ticks_for_a_run = 6;        // likewise: a snapshot looks at each run of pages, which takes about half a tick's time

// Memory that nobody else holds.
size_t own_bytes(const MachineState& state) {
  size_t bytes = sizeof state + state.console.size() + state.blocks.size() * sizeof(state.blocks[0]);
  for (const auto& block : state.blocks)
    if (block.use_count() == 1) bytes += block->bytes();
  for (const auto& allocation : state.memory.runs) {
    bytes += allocation.size() * sizeof(allocation[0]);
    for (const auto& run : allocation) {
      if (!run || run.use_count() > 1) continue;
      bytes += sizeof *run;
      for (const auto& page : run->pages)
        if (page && page.use_count() == 1) bytes += sizeof *page;
    }
  }
  return bytes;
}

}  // namespace

void Recorder::take(Machine& machine) {
  if (!snapshots_.empty() && snapshots_.back().tick == machine.tick()) return;
  auto state = std::make_shared<MachineState>(machine.save(bytes_ > byte_limit_ / 8 ? Machine::Keep::live : Machine::Keep::shown));
  bytes_ += state->bytes;
  snapshots_.push_back({machine.tick(), std::move(state)});
  drop_what_is_too_much();
}

uint64_t Recorder::next_stop() const {
  if (snapshots_.empty()) return 0;
  if (!journal_) return snapshots_.back().tick + distance_;
  const MachineState& last = *snapshots_.back().state;
  uint64_t runs = 0;
  for (const auto& allocation : last.memory.runs) runs += allocation.size();
  return snapshots_.back().tick + std::max({distance_, last.bytes / bytes_for_a_tick, runs * ticks_for_a_run});
}

void Recorder::set_journal(size_t bytes, size_t lent) {
  journal_ = bytes;
  lent_ = lent;
  drop_what_is_too_much();
}

bool Recorder::needs_journal(uint64_t end) const {
  uint64_t longest = snapshots_.empty() ? end : end - snapshots_.back().tick;
  for (size_t i = 1; i < snapshots_.size(); ++i) longest = std::max(longest, snapshots_[i].tick - snapshots_[i - 1].tick);
  return longest > near_enough;
}

void Recorder::drop_what_is_too_much() {
  const size_t beside = journal_ - std::min(journal_, lent_), limit = byte_limit_ - std::min(byte_limit_, beside);
  while (bytes_ > limit && snapshots_.size() > 2) drop_one();
}

void Recorder::drop_one() {
  const size_t at = journal_ ? least_missed() : next_drop_;
  bytes_ -= std::min(bytes_, own_bytes(*snapshots_[at].state));
  snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(at));
  if (journal_ || ++next_drop_ + 1 < snapshots_.size()) return;
  next_drop_ = 1;  // all are twice as far apart now
  distance_ *= 2;
}

// The first one of those whose neighbours are closest together. When only the newest are that close, all have been thinned out.
size_t Recorder::least_missed() {
  const auto gap = [&](size_t i) { return snapshots_[i + 1].tick - snapshots_[i - 1].tick; };
  size_t best = 1;
  for (size_t i = 2; i + 1 < snapshots_.size(); ++i)
    if (gap(i) < gap(best)) best = i;
  if (best + 2 == snapshots_.size()) distance_ = std::max(distance_, gap(best));
  return best;
}

}  // namespace wb
