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

void GraphOrder::remove_edge(size_t from, size_t to) {
  if (to < size()) std::erase(before_[to], from);
}

void GraphOrder::sort() {
  std::vector<std::vector<size_t>> behind(size());
  std::vector<size_t> missing(size());
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  order_.clear();
  for (size_t node = 0; node < size(); ++node) {
    missing[node] = before_[node].size();
    for (size_t from : before_[node]) behind[from].push_back(node);
    if (missing[node] == 0) ready.push(node);
  }
  while (!ready.empty()) {
    const size_t node = ready.top();
    ready.pop();
    order_.push_back(node);
    for (size_t next : behind[node])
      if (--missing[next] == 0) ready.push(next);
  }
}

void GraphOrder::close() {
  sort();
  leading_.assign(size(), std::vector<uint64_t>((size() + 63) / 64));
  for (size_t node : order_) {
    std::vector<uint64_t>& all = leading_[node];
    all[node / 64] |= uint64_t{1} << node % 64;
    for (size_t from : before_[node])
      for (size_t i = 0; i < all.size(); ++i) all[i] |= leading_[from][i];
  }
}

bool GraphOrder::leads(size_t from, size_t to) const {
  return from < leading_.size() && to < leading_.size() && leading_[to][from / 64] >> from % 64 & 1;
}

}  // namespace wb
