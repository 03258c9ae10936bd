#pragma once
// CUDA graphs of a host program that is run, made by stream capture:
//
//     cudaStreamBeginCapture(s, mode)      from here on copies, fills and launches are written down, and not done
//     cudaMemsetAsync(p, 0, n, s); step<<<1, 64, 0, s>>>(p);
//     cudaStreamEndCapture(s, &graph)      graph 1: fill, launch
//     cudaGraphInstantiate(&exec, graph)   executable graph 1: those of graph 1
//     cudaGraphLaunch(exec, s)             done, in that order; pointers and numbers are those of the capture, memory is that of now
//
// or node by node (cudaGraphAddKernelNode): what a node does is captured, too, and stands behind those before it, which is an order that all dependencies allow.
#include <cstdint>
#include <variant>
#include <vector>

#include "simulator/language/host_trace.h"

namespace wb {

class HostGraphs {
 public:
  struct Copy {
    uint64_t to = 0, from = 0, bytes = 0;
  };
  struct Fill {
    uint64_t to = 0, value = 0, bytes = 0;
  };
  using Work = std::variant<Copy, Fill, HostLaunchSeen>;
  using Graph = std::vector<Work>;

  bool is_capturing() const { return is_capturing_; }
  void begin() { is_capturing_ = true, captured_.clear(); }
  void add(Work work) { captured_.push_back(std::move(work)); }
  // Numbers of graphs and of executable ones, from 1 on; 0: there is no such graph.
  uint64_t end() {
    is_capturing_ = false;
    graphs_.push_back(std::move(captured_));
    return graphs_.size();
  }
  uint64_t create() { return graphs_.emplace_back(), graphs_.size(); }
  bool begin_node(uint64_t graph) {
    if (!is_graph(graph) || is_capturing_) return false;
    begin();
    node_of_ = graph;
    return true;
  }
  void end_node() {
    is_capturing_ = false;
    for (Work& work : captured_) graphs_[node_of_ - 1].push_back(std::move(work));
    captured_.clear();
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
  const Graph* of_executable(uint64_t executable) const { return executable == 0 || executable > executables_.size() ? nullptr : &graphs_[executables_[executable - 1] - 1]; }
  const Graph* graph(uint64_t number) const { return is_graph(number) ? &graphs_[number - 1] : nullptr; }

 private:
  bool is_graph(uint64_t number) const { return number > 0 && number <= graphs_.size(); }

  bool is_capturing_ = false;
  Graph captured_;
  uint64_t node_of_ = 1;
  std::vector<Graph> graphs_;
  std::vector<uint64_t> executables_;  // the graph of each
};

}  // namespace wb
