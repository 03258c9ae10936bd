#include "simulator/recording/recorder.h"

#include <unordered_set>

namespace wb {
namespace {

// Pages are shared between snapshots: each counts once.
size_t count_bytes(const std::vector<Snapshot>& snapshots) {
  size_t bytes = 0;
  std::unordered_set<const void*> pages;
  for (const Snapshot& snapshot : snapshots) {
    bytes += snapshot.state->bytes();
    for (const auto& allocation : snapshot.state->memory.pages) {
      bytes += allocation.size() * sizeof(allocation[0]);
      for (const auto& page : allocation)
        if (page && pages.insert(page.get()).second) bytes += sizeof(*page);
    }
  }
  return bytes;
}

}  // namespace

void Recorder::take(Machine& machine) {
  if (!snapshots_.empty() && snapshots_.back().tick == machine.tick()) return;
  auto state = std::make_shared<MachineState>(machine.save());
  bytes_ += state->bytes() + state->memory.bytes;
  for (const auto& allocation : state->memory.pages) bytes_ += allocation.size() * sizeof(allocation[0]);
  snapshots_.push_back({machine.tick(), std::move(state)});
  if (bytes_ > byte_limit_) thin_out();
}

void Recorder::thin_out() {
  while (bytes_ > byte_limit_ && snapshots_.size() > 2) {
    size_t kept = 0;
    for (size_t i = 0; i < snapshots_.size(); i += 2) snapshots_[kept++] = std::move(snapshots_[i]);
    snapshots_.resize(kept);
    distance_ *= 2;
    bytes_ = count_bytes(snapshots_);
  }
}

}  // namespace wb
