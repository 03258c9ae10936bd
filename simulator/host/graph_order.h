#pragma once
// What is before what among the nodes of a graph that was made by hand, by its edges.
#include <cstddef>
#include <vector>

namespace wb {

class GraphOrder {
 public:
  size_t add_node() { return before_.emplace_back(), before_.size() - 1; }
  void add_edge(size_t from, size_t to);
  size_t size() const { return before_.size(); }
  // By whatever way.
  bool leads(size_t from, size_t to) const;
  // The nodes, each behind those that lead to it, else as they were added; those of a circle are left out.
  std::vector<size_t> in_order() const;

 private:
  std::vector<std::vector<size_t>> before_;  // by node: the beginnings of edges to it
};

}  // namespace wb
