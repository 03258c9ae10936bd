#pragma once
// What is before what among the nodes of a graph, by its edges.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wb {

class GraphOrder {
 public:
  size_t add_node() { return before_.emplace_back(), before_.size() - 1; }
  void add_edge(size_t from, size_t to);
  void remove_edge(size_t from, size_t to);
  size_t size() const { return before_.size(); }
  // The beginnings of edges to it.
  const std::vector<size_t>& before(size_t node) const { return before_[node]; }
  // All edges are there: from here on leads() and in_order() answer.
  void close();
  // By whatever way; a node leads to itself.
  bool leads(size_t from, size_t to) const;
  // The nodes, each behind those that lead to it, else as they were added; those of a circle are left out.
  const std::vector<size_t>& in_order() const { return order_; }

 private:
  void sort();

  std::vector<std::vector<size_t>> before_;    // by node
  std::vector<std::vector<uint64_t>> leading_;  // by node: a bit for each that leads to it
  std::vector<size_t> order_;
};

}  // namespace wb
