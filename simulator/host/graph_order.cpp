#include "simulator/host/graph_order.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace wb {

void GraphOrder::add_edge(size_t from, size_t to) {
  if (from >= size() || to >= size()) return;
  std::vector<size_t>& all = before_[to];
  if (std::find(all.begin(), all.end(), from) == all.end()) all.push_back(from);
}

bool GraphOrder::leads(size_t from, size_t to) const {
  std::vector<bool> seen(size());
  std::vector<size_t> open{to};
  while (!open.empty()) {
    const size_t node = open.back();
    open.pop_back();
    if (node == from) return true;
    if (node >= size() || seen[node]) continue;
    seen[node] = true;
    open.insert(open.end(), before_[node].begin(), before_[node].end());
  }
  return false;
}

std::vector<size_t> GraphOrder::in_order() const {
  std::vector<std::vector<size_t>> behind(size());
  std::vector<size_t> missing(size()), all;
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t node = 0; node < size(); ++node) {
    missing[node] = before_[node].size();
    for (size_t from : before_[node]) behind[from].push_back(node);
    if (missing[node] == 0) ready.push(node);
  }
  while (!ready.empty()) {
    const size_t node = ready.top();
    ready.pop();
    all.push_back(node);
    for (size_t next : behind[node])
      if (--missing[next] == 0) ready.push(next);
  }
  return all;
}

}  // namespace wb
