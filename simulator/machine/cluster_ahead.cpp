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
  for (LookAhead* one : left) one->let_go();
  return !left.empty();
}

}  // namespace wb
