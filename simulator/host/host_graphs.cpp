#include "simulator/host/host_graphs.h"

#include <algorithm>
#include <utility>

namespace wb {
namespace {

constexpr uint64_t last_default_stream = 1;  // 0 and 1: the default stream

void add_all_once(std::vector<size_t>& into, const std::vector<size_t>& more) {
  for (size_t node : more)
    if (std::find(into.begin(), into.end(), node) == into.end()) into.push_back(node);
}

}  // namespace

// ---- capture

// What no stream of the program's is named for belongs to what is captured: CUDA refuses work in the default stream meanwhile.
const HostGraphs::Branch* HostGraphs::branch_of(uint64_t stream) const {
  const auto own = streams_.find(stream);
  if (own != streams_.end()) return &own->second;
  if (stream > last_default_stream && stream != some_stream) return nullptr;
  const auto origin = std::find_if(streams_.begin(), streams_.end(), [](const auto& s) { return s.second.is_origin; });
  return origin == streams_.end() ? nullptr : &origin->second;
}

void HostGraphs::begin(uint64_t stream) { streams_[stream] = {create(), {}, true}; }

uint64_t HostGraphs::end(uint64_t stream) {
  const Branch* origin = branch_of(stream);
  if (!origin) return 0;
  const uint64_t number = origin->graph;
  Graph& graph = *graphs_[number - 1];
  graph.order.close();
  const bool is_whole = leads_back(graph, origin->last);
  const auto is_of_it = [&](const auto& branch) { return branch.second.graph == number; };
  std::erase_if(streams_, is_of_it);
  std::erase_if(events_, is_of_it);
  return is_whole ? number : 0;
}

bool HostGraphs::leads_back(const Graph& graph, const std::vector<size_t>& last) const {
  for (size_t node = 0; node < graph.order.size(); ++node)
    if (std::none_of(last.begin(), last.end(), [&](size_t end) { return graph.order.leads(node, end); })) return false;
  return true;
}

void HostGraphs::add(uint64_t stream, Work work) {
  if (node_of_) return node_work_.push_back(std::move(work));
  Branch* branch = branch_of(stream);
  if (!branch) return;
  Graph& graph = own(graphs_[branch->graph - 1]);
  std::vector<Work> one;
  one.push_back(std::move(work));
  const size_t node = add_node(graph, std::move(one));
  for (size_t from : branch->last) graph.order.add_edge(from, node);
  branch->last = {node};
  number_of(branch->graph, {node, node});
}

void HostGraphs::add_child(uint64_t stream, const Graph& child) {
  Branch* branch = branch_of(stream);
  if (!branch) return;
  Graph& graph = own(graphs_[branch->graph - 1]);
  const Handle handle = add_all(graph, child);
  for (size_t from : branch->last) graph.order.add_edge(from, handle.entry);
  branch->last = {handle.exit};
  number_of(branch->graph, handle);
}

bool HostGraphs::record(uint64_t event, uint64_t stream) {
  const Branch* branch = branch_of(stream);
  if (!branch) return events_.erase(event), false;
  events_[event] = *branch;
  return true;
}

bool HostGraphs::wait(uint64_t stream, uint64_t event) {
  const auto found = events_.find(event);
  Branch* branch = branch_of(stream);
  if (found == events_.end()) return branch != nullptr;
  if (!branch)
    streams_[stream] = {found->second.graph, found->second.last, false};
  else if (branch->graph == found->second.graph)  // CUDA refuses to make one of two captures
    add_all_once(branch->last, found->second.last);
  return true;
}

// ---- graphs

uint64_t HostGraphs::create() {
  is_full_ |= ++nodes_ > most_nodes_of_all;
  return graphs_.push_back(std::make_shared<Graph>()), graphs_.size();
}

uint64_t HostGraphs::clone(uint64_t graph) {
  if (!is_graph(graph)) return 0;
  return graphs_.push_back(graphs_[graph - 1]), graphs_.size();
}

HostGraphs::Graph& HostGraphs::own(std::shared_ptr<Graph>& graph) {
  if (graph.use_count() > 1) {
    nodes_ += graph->order.size();
    is_full_ |= nodes_ > most_nodes_of_all;
    graph = is_full_ ? std::make_shared<Graph>() : std::make_shared<Graph>(*graph);
  }
  return *graph;
}

size_t HostGraphs::add_node(Graph& graph, std::vector<Work> work) {
  is_full_ |= ++nodes_ > most_nodes_of_all || graph.order.size() >= most_nodes;
  if (is_full_ && graph.order.size()) return graph.order.size() - 1;
  graph.work.push_back(std::move(work));
  return graph.order.add_node();
}

uint64_t HostGraphs::number_of(uint64_t graph, Handle handle) {
  std::vector<Handle>& handles = graphs_[graph - 1]->handles;
  handles.push_back(handle);
  return graph << 32 | handles.size();
}

bool HostGraphs::begin_node(uint64_t graph) {
  if (node_of_ || (graph && !is_graph(graph))) return false;
  node_of_ = graph ? graph : any_graph;
  node_work_.clear();
  return true;
}

uint64_t HostGraphs::end_node() {
  const uint64_t number = std::exchange(node_of_, 0);
  if (!is_graph(number)) return 0;
  const size_t node = add_node(own(graphs_[number - 1]), std::exchange(node_work_, {}));
  return number_of(number, {node, node});
}

HostGraphs::Handle HostGraphs::add_all(Graph& graph, const Graph& child) {
  const size_t entry = add_node(graph, {}), first = graph.order.size();
  for (const std::vector<Work>& work : child.work) add_node(graph, work);
  const size_t exit = add_node(graph, {});
  for (size_t node = 0; node < child.order.size() && !is_full_; ++node) {
    graph.order.add_edge(entry, first + node);
    graph.order.add_edge(first + node, exit);
    for (size_t from : child.order.before(node)) graph.order.add_edge(first + from, first + node);
  }
  graph.order.add_edge(entry, exit);
  return {entry, exit};
}

uint64_t HostGraphs::add_child_node(uint64_t graph, uint64_t child) {
  if (!is_graph(graph) || !is_graph(child)) return 0;
  const std::shared_ptr<const Graph> added = graphs_[child - 1];  // that of now, also where it is the graph itself
  const Handle handle = add_all(own(graphs_[graph - 1]), *added);
  return number_of(graph, handle);
}

void HostGraphs::connect(uint64_t from, uint64_t to, bool is_edge) {
  const Place a = place_of(from), b = place_of(to);
  if (!is_graph(a.graph) || a.graph != b.graph) return;
  Graph& graph = own(graphs_[a.graph - 1]);
  if (a.handle >= graph.handles.size() || b.handle >= graph.handles.size()) return;
  const size_t exit = graph.handles[a.handle].exit, entry = graph.handles[b.handle].entry;
  is_edge ? graph.order.add_edge(exit, entry) : graph.order.remove_edge(exit, entry);
}

HostGraphs::Graph* HostGraphs::graph_of(uint64_t node, uint64_t executable) {
  const Place place = place_of(node);
  if (executable ? !is_executable(executable) : !is_graph(place.graph)) return nullptr;
  Graph& graph = own(executable ? executables_[executable - 1] : graphs_[place.graph - 1]);
  return place.handle < graph.handles.size() && graph.handles[place.handle].entry < graph.work.size() ? &graph : nullptr;
}

void HostGraphs::change_node(uint64_t node, uint64_t executable) {
  node_of_ = 0;
  std::vector<Work> work = std::exchange(node_work_, {});
  if (Graph* graph = graph_of(node, executable)) graph->work[graph->handles[place_of(node).handle].entry] = std::move(work);
}

void HostGraphs::enable_node(uint64_t node, uint64_t executable, bool is_on) {
  Graph* graph = graph_of(node, executable);
  if (!graph) return;
  const size_t entry = graph->handles[place_of(node).handle].entry;
  is_on ? void(graph->disabled.erase(entry)) : void(graph->disabled.insert(entry));
}

// ---- executable graphs

uint64_t HostGraphs::instantiate(uint64_t graph) {
  if (!is_graph(graph)) return 0;
  graphs_[graph - 1]->order.close();
  return executables_.push_back(graphs_[graph - 1]), executables_.size();
}

bool HostGraphs::update(uint64_t executable, uint64_t graph) {
  if (!is_graph(graph) || !is_executable(executable)) return false;
  graphs_[graph - 1]->order.close();
  executables_[executable - 1] = graphs_[graph - 1];
  return true;
}

std::shared_ptr<const HostGraphs::Graph> HostGraphs::of_executable(uint64_t executable) const {
  return is_executable(executable) ? executables_[executable - 1] : nullptr;
}

}  // namespace wb
