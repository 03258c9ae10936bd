#pragma once
// CUDA graphs of a host program that is run, made by stream capture:
//
//     cudaStreamBeginCapture(s, mode)      from here on copies, fills and launches are written down, and not done
//     cudaMemsetAsync(p, 0, n, s); step<<<1, 64, 0, s>>>(p);
//     cudaStreamEndCapture(s, &graph)      graph 1: fill, launch
//     cudaGraphInstantiate(&exec, graph)   executable graph 1: those of graph 1
//     cudaGraphLaunch(exec, s)             done, in that order; pointers and numbers are those of the capture, memory is that of now
//
// or node by node (cudaGraphAddKernelNode): what a node does is captured, too, and belongs to that node; the nodes are done in an order
// that the edges allow.
#include <cstdint>
#include <variant>
#include <vector>

#include "simulator/host/graph_order.h"
#include "simulator/language/host_trace.h"

namespace wb {

class HostGraphs {
 public:
  struct Copy {
    uint64_t to = 0, from = 0, bytes = 0;
    HostPlace place{};  // the statement that was captured
  };
  struct Fill {
    uint64_t to = 0, value = 0, bytes = 0;
    HostPlace place{};
  };
  using Work = std::variant<Copy, Fill, HostLaunchSeen>;
  struct Graph {
    std::vector<Work> work;
    std::vector<size_t> node_of;  // by work, where it was made node by node
    GraphOrder order;             // then
  };

  bool is_capturing() const { return is_capturing_; }
  void begin() { is_capturing_ = true, captured_.clear(); }
  void add(Work work) { captured_.push_back(std::move(work)); }
  // Numbers of graphs and of executable ones, from 1 on; 0: there is no such graph.
  uint64_t end() {
    is_capturing_ = false;
    graphs_.push_back({std::move(captured_), {}, {}});
    captured_.clear();
    return graphs_.size();
  }
  uint64_t create() { return graphs_.emplace_back(), graphs_.size(); }
  bool begin_node(uint64_t graph) {
    if (!is_graph(graph) || is_capturing_) return false;
    begin();
    node_of_ = graph;
    return true;
  }
  // The node's number, from 1 on.
  uint64_t end_node() {
    is_capturing_ = false;
    if (!is_graph(node_of_)) return 0;
    Graph& graph = graphs_[node_of_ - 1];
    const size_t node = graph.order.add_node();
    for (Work& work : captured_) {
      graph.work.push_back(std::move(work));
      graph.node_of.push_back(node);
    }
    captured_.clear();
    return node + 1;
  }
  void add_edge(uint64_t graph, uint64_t from, uint64_t to) {
    if (is_graph(graph) && from > 0 && to > 0) graphs_[graph - 1].order.add_edge(from - 1, to - 1);
  }
  uint64_t instantiate(uint64_t graph) {
    if (!is_graph(graph)) return 0;
    executables_.push_back(graph);
    return executables_.size();
  }
  bool update(uint64_t executable, uint64_t graph) {
    if (!is_graph(graph) || executable == 0 || executable > executables_.size()) return false;
    executables_[executable - 1] = graph;
    return true;
  }
  const Graph* of_executable(uint64_t executable) const {
    return executable == 0 || executable > executables_.size() ? nullptr : &graphs_[executables_[executable - 1] - 1];
  }
  const Graph* graph(uint64_t number) const { return is_graph(number) ? &graphs_[number - 1] : nullptr; }

 private:
  bool is_graph(uint64_t number) const { return number > 0 && number <= graphs_.size(); }

  bool is_capturing_ = false;
  std::vector<Work> captured_;
  uint64_t node_of_ = 1;
  std::vector<Graph> graphs_;
  std::vector<uint64_t> executables_;  // the graph of each
};

}  // namespace wb
