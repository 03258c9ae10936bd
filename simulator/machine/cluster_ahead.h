#pragma once
// Look aheads for the blocks of one cluster after the other; where there are none, for single blocks.
//
// The blocks of a cluster are looked at together: each has a look ahead of its own, and shared memory of any of them is the copies'. Each goes as far as it
// comes alone. When all of them stand, and all threads that are left have arrived at the barrier of the cluster, that lets them go; when somebody has
// changed shared memory, all circles count anew.
#include "simulator/machine/look_ahead.h"

namespace wb {

class Machine::Impl::ClusterAhead {
 public:
  explicit ClusterAhead(Impl& machine);
  LookAhead& member(uint32_t block) { return *members_[m_.shape.cluster_rank(block)]; }
  const LookAhead::Members& members() const { return members_; }

  void take(uint32_t cluster);        // as its blocks stand
  void take_fresh(uint32_t cluster);  // as they will begin
  // Until all of them stand, for good. False: nothing is known.
  bool comes_to_stand();

 private:
  static constexpr uint32_t most_rounds = 256;

  // All that are left have arrived: they are let go.
  bool pass_barrier();

  Impl& m_;
  LookAhead::Members members_;
};

}  // namespace wb
