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
  while (bytes_ > byte_limit_ && snapshots_.size() > 2) drop_one();
}

void Recorder::drop_one() {
  bytes_ -= std::min(bytes_, own_bytes(*snapshots_[next_drop_].state));
  snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(next_drop_));
  if (++next_drop_ + 1 < snapshots_.size()) return;
  next_drop_ = 1;  // all are twice as far apart now
  distance_ *= 2;
}

}  // namespace wb
