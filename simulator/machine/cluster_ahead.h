#pragma once
// Look aheads for the blocks of one cluster after the other; where there are none, for single blocks.
//
// The blocks of a cluster are looked at together: each has a look ahead of its own, and shared memory of any of them is the copies'. Each goes as far as it
// comes alone. When all of them stand, and all threads that are left have arrived at the barrier of the cluster, that lets them go; when somebody has
// changed shared memory, all circles count anew.
//
// So circles go through that barrier, too. Whenever it would let its threads go, all of them wait there, and the cluster is compared with a picture that was
// taken at such a moment before (as circles.h does, at the 1st, 2nd, 4th, 8th ... of them). If every thread of every block is back, and nobody has changed
// shared memory since, then all of them go round for ever, and stay where they are:
//
//   block 0   do { cluster.sync(); } while (*flag == 0);   | sync  look | sync  look | sync  look
//   block 1   do { cluster.sync(); } while (*flag == 0);   | sync  look | sync  look | sync  look
//                                                picture   1            2            the same again
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

  // All that are left have arrived: they are let go, unless they would go round for ever.
  bool pass_barrier();
  bool goes_round();
  void close_circle();
  void take_picture();

  Impl& m_;
  LookAhead::Members members_;
  uint32_t passes_ = 0, next_picture_ = 1;  // of the barrier
};

}  // namespace wb
