#pragma once
// CUDA graphs of a host program that is run, made by stream capture:
//
//     cudaStreamBeginCapture(s, mode)      from here on what `s` is given is written down, and not done: each piece of work is a node
//     cudaMemsetAsync(p, 0, n, s);         node 1
//     cudaEventRecord(e, s);               e stands for node 1
//     cudaStreamWaitEvent(t, e);           `t` captures, too; what it is given comes behind node 1
//     a<<<..., s>>>(p); b<<<..., t>>>(q);  nodes 2 and 3, each behind node 1
//     cudaStreamEndCapture(s, &graph)      no graph: nothing leads from node 3 back to `s` (a wait for an event of `t` would)
//     cudaGraphInstantiate(&exec, graph)   executable graph 1: those of the graph, as they are now
//     cudaGraphLaunch(exec, s)             done, in an order that the edges allow; pointers and numbers are those of the capture, memory is that of now
//
// or node by node (cudaGraphAddKernelNode): what a node does is captured, too, and belongs to that node.
//
// What only the program itself can do, it does when the graph comes there: a function of the host, a copy to its own stack.
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "simulator/host/graph_order.h"
#include "simulator/host/memory_rows.h"
#include "simulator/language/host_trace.h"

namespace wb {

class HostGraphs {
 public:
  struct Copy {
    MemoryRows to, from;
    uint64_t by_program = 0;  // the program's word for it, where it does it itself
    HostPlace place{};        // the statement that was captured
    uint64_t stream = 0;      // and the stream, where one captured it
  };
  struct Fill {
    MemoryRows to;
    uint32_t value = 0, element_bytes = 1;
    HostPlace place{};
    uint64_t stream = 0;
  };
  struct Call {
    uint64_t by_program = 0;
    HostPlace place{};
    uint64_t stream = 0;
  };
  struct Event {
    uint64_t event = 0;
    bool is_record = false;  // else a wait
  };
  using Work = std::variant<Copy, Fill, Call, Event, HostLaunchSeen>;
  // A node as the program has it: what leads to it leads to `entry`, what it leads to comes behind `exit`; they differ where the node is a graph.
  struct Handle {
    size_t entry = 0, exit = 0;
  };
  struct Graph {
    std::vector<std::vector<Work>> work;  // by node
    GraphOrder order;
    std::vector<Handle> handles;
    std::set<size_t> disabled;  // nodes
  };
  static constexpr uint64_t some_stream = ~uint64_t{0};  // nobody knows which

  // ---- capture
  bool is_capturing() const { return !streams_.empty() || node_of_; }
  bool captures(uint64_t stream) const { return node_of_ || branch_of(stream); }
  void begin(uint64_t stream);
  // The graph; 0: some of the work does not lead back to the stream.
  uint64_t end(uint64_t stream);
  void add(uint64_t stream, Work work);
  void add_child(uint64_t stream, const Graph& graph);
  // False: it is no matter of a capture.
  bool record(uint64_t event, uint64_t stream);
  bool wait(uint64_t stream, uint64_t event);

  // ---- graphs that are made node by node. Numbers of graphs and of executable ones count from 1 on; 0: there is no such graph
  uint64_t create();
  uint64_t clone(uint64_t graph);
  const Graph* graph(uint64_t number) const { return is_graph(number) ? graphs_[number - 1].get() : nullptr; }
  bool begin_node(uint64_t graph);
  uint64_t end_node();  // the node's number
  uint64_t add_child_node(uint64_t graph, uint64_t child);
  void connect(uint64_t from, uint64_t to, bool is_edge);  // nodes of one graph
  // As it is captured from begin_node() on, instead of what the node did: of its graph, or of an executable one alone.
  void change_node(uint64_t node, uint64_t executable);
  void enable_node(uint64_t node, uint64_t executable, bool is_on);

  // ---- executable graphs
  uint64_t instantiate(uint64_t graph);
  bool update(uint64_t executable, uint64_t graph);
  std::shared_ptr<const Graph> of_executable(uint64_t executable) const;
  bool is_full() const { return is_full_; }

 private:
  static constexpr size_t most_nodes = 4096;         // of one graph
  static constexpr size_t most_nodes_of_all = 65536;  // copies of graphs count again
  static constexpr uint64_t any_graph = ~uint64_t{0};
  // A stream that captures: behind which nodes comes what it is given next. Or an event: for which nodes it stands.
  struct Branch {
    uint64_t graph = 0;
    std::vector<size_t> last;
    bool is_origin = false;
  };
  struct Place {
    uint64_t graph = 0;
    size_t handle = 0;
  };

  bool is_graph(uint64_t number) const { return number > 0 && number <= graphs_.size(); }
  bool is_executable(uint64_t number) const { return number > 0 && number <= executables_.size(); }
  const Branch* branch_of(uint64_t stream) const;
  Branch* branch_of(uint64_t stream) { return const_cast<Branch*>(std::as_const(*this).branch_of(stream)); }
  static Place place_of(uint64_t node) { return {node >> 32, (node & 0xFFFFFFFF) - 1}; }
  Graph* graph_of(uint64_t node, uint64_t executable);  // of a node that it has
  Graph& own(std::shared_ptr<Graph>& graph);
  size_t add_node(Graph& graph, std::vector<Work> work);
  Handle add_all(Graph& graph, const Graph& child);
  uint64_t number_of(uint64_t graph, Handle handle);
  bool leads_back(const Graph& graph, const std::vector<size_t>& last) const;

  std::map<uint64_t, Branch> streams_, events_;
  uint64_t node_of_ = 0;  // while a node is captured: its graph; any_graph: what it is for is said at its end
  std::vector<Work> node_work_;
  std::vector<std::shared_ptr<Graph>> graphs_, executables_;
  size_t nodes_ = 0;
  bool is_full_ = false;
};

}  // namespace wb
