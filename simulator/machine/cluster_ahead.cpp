#include "simulator/machine/cluster_ahead.h"

namespace wb {

Machine::Impl::ClusterAhead::ClusterAhead(Impl& machine) : m_(machine) {
  for (uint32_t rank = 0; rank < m_.shape.cluster_size(); ++rank) members_.push_back(std::make_unique<LookAhead>(m_, members_));
}

void Machine::Impl::ClusterAhead::take(uint32_t cluster) {
  for (uint32_t rank = 0; rank < members_.size(); ++rank) {
    const BlockState* const block = m_.find_resident(m_.shape.block_of_cluster(cluster, rank));
    block ? members_[rank]->take(*block) : members_[rank]->take_none();
  }
}

void Machine::Impl::ClusterAhead::take_fresh(uint32_t cluster) {
  for (uint32_t rank = 0; rank < members_.size(); ++rank) members_[rank]->take_fresh(m_.shape.block_of_cluster(cluster, rank));
}

bool Machine::Impl::ClusterAhead::comes_to_stand() {
  passes_ = 0;
  next_picture_ = 1;
  for (uint32_t round = 0; round < most_rounds; ++round) {
    for (const auto& one : members_)
      if (one->is_there() && !one->comes_to_stand()) return false;
    bool has_news = false;
    for (const auto& one : members_) has_news |= one->is_there() && one->has_news();
    if (!has_news && !pass_barrier()) return true;
  }
  return false;
}

bool Machine::Impl::ClusterAhead::pass_barrier() {
  std::vector<LookAhead*> left;
  for (const auto& one : members_)
    if (one->is_there() && one->is_left()) left.push_back(one.get());
  for (LookAhead* one : left)
    if (!one->has_arrived()) return false;
  if (left.empty() || goes_round()) return false;
  for (LookAhead* one : left) one->let_go();
  return true;
}

// All members stand at the barrier. Do they come to it again and again, for ever?
bool Machine::Impl::ClusterAhead::goes_round() {
  bool has_changed = false, are_back = true;
  for (const auto& one : members_) {
    if (!one->is_there()) continue;
    has_changed |= one->has_changed_shared();
    are_back = are_back && one->is_whole_block_back();
  }
  const bool is_circle = are_back && !has_changed;
  if (is_circle) close_circle();
  else if (++passes_ >= next_picture_ || has_changed) take_picture();
  return is_circle;
}

void Machine::Impl::ClusterAhead::close_circle() {
  for (const auto& one : members_)
    if (one->is_there()) one->close_wide_circle();
}

void Machine::Impl::ClusterAhead::take_picture() {
  next_picture_ = 2 * passes_;
  for (const auto& one : members_)
    if (one->is_there()) one->take_wide_picture();
}

}  // namespace wb
