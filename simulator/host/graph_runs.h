#pragma once
// Launches of CUDA graphs (host_graphs.h): node by node, in an order that the edges allow. Where a node is something that only the program
// itself can do, a function of the host or a copy to its own stack, the run stops there, and goes on when the program asks for it:
//
//     begin()   kernel, fill, ... copy to the stack     the program's word for that copy
//     go_on()                     kernel, ...           0: it is over
#include <cstdint>
#include <memory>
#include <optional>

#include "simulator/host/host_copies.h"
#include "simulator/host/host_graphs.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_order.h"
#include "simulator/host/kernel_launcher.h"

namespace wb {

class GraphRuns {
 public:
  GraphRuns(HostMemory& memory, HostOrder& order, HostGraphs& graphs, HostCopies& copies, KernelLauncher& launcher,
            const ShownLaunches& shown)
      : memory_(memory), order_(order), graphs_(graphs), copies_(copies), launcher_(launcher), shown_(shown) {}

  // What the program has to do itself before it asks to go on; 0: nothing.
  struct Step {
    uint64_t by_program = 0;
    bool is_copy = false;
  };
  // In a stream that captures, it is a node of that.
  Step begin(std::shared_ptr<const HostGraphs::Graph> graph, uint64_t stream);
  Step go_on();
  bool is_over() const { return is_over_ || launcher_.are_enough(); }  // the program cannot go on

 private:
  static constexpr uint64_t node_costs = 1024;  // as memory does, in bytes

  struct Run {
    std::shared_ptr<const HostGraphs::Graph> graph;
    HostOrder::Call call;
    size_t next_node = 0, next_work = 0;  // among the nodes in their order
    bool is_at_end() const { return next_node >= graph->order.in_order().size(); }
  };
  Step go_on_in_node(Run& run);
  uint64_t run_work(const HostGraphs::Work& work, HostOrder::Call call);
  uint64_t run_work(const HostLaunchSeen& launch, HostOrder::Call& call);
  uint64_t run_work(const HostGraphs::Copy& copy, HostOrder::Call& call);
  uint64_t run_work(const HostGraphs::Fill& fill, HostOrder::Call& call);
  uint64_t run_work(const HostGraphs::Call& function, HostOrder::Call& call);
  uint64_t run_work(const HostGraphs::Event& event, HostOrder::Call& call);

  HostMemory& memory_;
  HostOrder& order_;
  HostGraphs& graphs_;
  HostCopies& copies_;
  KernelLauncher& launcher_;
  const ShownLaunches& shown_;
  std::optional<Run> run_;
  uint64_t launches_ = 0;
  bool is_over_ = false;
};

}  // namespace wb
