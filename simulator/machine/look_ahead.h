#pragma once
// One block, run on by itself on a copy, until nobody goes on but in circles: what an endless wait is looked for with (endless_wait.cpp).
//
// The copy goes through the machine's own run loop, a piece of straight code at a time, with global memory frozen: what would go there is left out, and
// whether it would have changed anything is noted (FrozenMemory). Shared memory belongs to the copy and may change; circles count from the last change on.
// Barriers of the block, and those with a number, are passed as the machine passes them, but nobody is told.
//
//   step      run_instructions()  ->  come_to_barrier()  ->  Circles::find()        each split of each warp once a round (run_round)
//                 | global memory would change, something is out of sight (is_beyond_sight): the look ahead gives up, nothing is known
//
// Blocks of a cluster have a look ahead each, which see each other's shared memory (Members). The barrier of the cluster is the matter of cluster_ahead.h.
#include <memory>
#include <optional>

#include "simulator/machine/circles.h"
#include "simulator/machine/machine_impl.h"

namespace wb {

class Machine::Impl::LookAhead final : public AccessListener {
 public:
  enum class Verdict : uint8_t { ends, waits, never_ends };

  // One of those of a cluster's blocks, by their ranks. They stay where they are.
  using Members = std::vector<std::unique_ptr<LookAhead>>;
  LookAhead(Impl& machine, const Members& members);
  ~LookAhead() override;

  void take(const BlockState& block);
  void take_fresh(uint32_t index);
  void take_none() { is_there_ = false; }  // the block of this rank has left
  bool is_there() const { return is_there_; }
  uint32_t index() const { return block_.index; }

  bool only_looks_on = false;  // nothing is concluded from what is seen

  // Do the lanes of one warp go round, or come to a wait? The first one that can run, from the one at work on.
  bool is_held();
  // Until nobody goes on but in circles. False: they do, or come out of sight.
  bool comes_to_stand();
  // Another block has changed shared memory since.
  bool has_news() const { return has_news_; }

  // The barrier of the cluster, and circles through it (cluster_ahead.h).
  bool is_left() const;
  bool has_arrived() { return m_.has_arrived_at_cluster(block_); }
  void let_go();
  void take_wide_picture();
  bool has_changed_shared() const { return has_changed_shared_; }  // its own or another's, since that picture
  bool is_whole_block_back() { return wide_circles_->is_whole_block_back(); }
  void close_wide_circle() { wide_circles_->close_whole_block(); }

  // Of one that stands (endless_lanes.cpp).
  Verdict verdict() const;
  bool has_polls() const;
  std::vector<EndlessLanes> endless_lanes() const;
  // What some lane has come back to while it ran, for whatever reason.
  std::optional<EndlessLanes> first_poll() const;

  void access(const WarpAccess& access) override;

 private:
  static constexpr uint32_t no_warp = ~0u;

  void prepare_context();
  static void arrive_at_cluster(WarpState& warp, LaneMask lanes);
  ClusterMemory cluster_memory(uint32_t allocation);
  void grow_stack(RunContext& context, uint32_t bytes);

  void begin();
  void count_anew();
  void run_to_the_end(uint64_t most_steps);
  bool run_round();
  LaneMask open_lanes(uint32_t w) const;
  void step(uint32_t w, size_t split);
  void learn_from_step(uint32_t w, LaneMask lanes);
  bool is_in_sight(PathPiece piece) const;
  void walk(uint32_t w, LaneMask lanes, PathPiece piece);
  void run_instructions(uint32_t w, uint32_t count);
  LaneMask lanes_that_met(uint32_t w, LaneMask stepped, const LaneStand* before) const;
  template <class Work>
  void silently(Work work);
  void come_to_barrier(uint32_t w);
  bool are_all_at_barrier() const;
  bool pass_barrier();
  template <class Work>
  void each_circles(Work work);
  LaneMask in_circles(uint32_t w) const { return circles_.of(w) | (wide_circles_ ? wide_circles_->of(w) : 0); }
  const Poll& poll_of(uint32_t w, uint32_t lane) const;
  EndlessLanes describe_lane(uint32_t w, uint32_t lane) const;

  Impl& m_;
  RunContext c_;
  const Members& members_;
  AllocationView cluster_view_;  // of shared memory in another member
  FrozenMemory frozen_;
  std::string nothing_;          // what it prints: a look ahead gives up before
  BlockState block_;             // the copy at work
  Circles circles_;
  std::optional<Circles> wide_circles_;  // through barriers of the cluster; none in programs that speak of none
  bool has_given_up_ = false, is_there_ = false, has_news_ = false, has_changed_shared_ = false;
  uint64_t steps_left_;          // of all blocks together
  uint64_t steps_ = 0, most_steps_ = 0, next_picture_ = 1, tick_ = 0;
  uint32_t only_warp_ = no_warp;
};

}  // namespace wb
