#include "simulator/analysis/lock_order.h"

#include <algorithm>
#include <bit>

namespace wb {

void LockOrder::access(const WarpAccess& access) {
  if (access.kind == AccessKind::load || (access.space != Space::global && access.space != Space::shared)) return;
  const bool is_atomic = access.kind == AccessKind::atomic;
  const bool takes = is_atomic && access.site < takes_.size() && takes_[access.site];
  if (!takes && holder_.empty()) return;
  if (!access.value || (is_atomic && (!access.old_value || !access.new_value))) return;
  for (LaneMask left = access.active; left; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const Thread who = uint64_t{access.block} * threads_per_block_ + access.warp * warp_size + lane;
    const Word word{access.allocation, access.space == Space::shared ? access.block : 0, access.offset[lane]};
    const Moment moment{access.site, access.tick};
    const uint64_t now = is_atomic ? access.new_value[lane] : access.value[lane];
    change(who, word, is_atomic ? access.old_value[lane] : ~now, now, takes ? &moment : nullptr, access.bytes);
  }
}

void LockOrder::change(Thread who, const Word& word, uint64_t old_value, uint64_t now, const Moment* taking, uint8_t bytes) {
  if (old_value == now) return;
  const auto holder = holder_.find(word);
  if (holder == holder_.end()) {
    if (taking) take(who, word, old_value, *taking, bytes);
    return;
  }
  if (holder->second == who && release(who, word, now)) return;
  no_locks_.insert(word);
}

void LockOrder::take(Thread who, const Word& word, uint64_t old_value, const Moment& moment, uint8_t bytes) {
  std::vector<Held>& mine = held_[who];
  Held fresh{word, old_value, moment, {}};
  for (Held& held : mine) {
    if (edges_.size() >= most_edges) break;
    if (count_[{held.word, word}]++ >= most_of_two_words) continue;
    Edge edge{static_cast<uint32_t>(who / threads_per_block_), static_cast<uint32_t>(who % threads_per_block_), held.word, word, bytes, held.took, moment, {}, 0};
    for (const Held& other : mine)
      if (other.word != held.word) edge.besides.insert(other.word);
    held.edges.push_back(edges_.size());
    fresh.edges.push_back(edges_.size());
    edges_.push_back(std::move(edge));
  }
  mine.push_back(std::move(fresh));
  holder_[word] = who;
}

bool LockOrder::release(Thread who, const Word& word, uint64_t now) {
  std::vector<Held>& mine = held_[who];
  const auto held = std::find_if(mine.begin(), mine.end(), [&](const Held& h) { return h.word == word; });
  if (held == mine.end() || held->free_value != now) return false;
  for (const size_t edge : held->edges) ++edges_[edge].released;
  mine.erase(held);
  if (mine.empty()) held_.erase(who);
  holder_.erase(word);
  return true;
}

std::optional<LockOrder::Holder> LockOrder::holder_of(const Word& word) const {
  const auto holder = holder_.find(word);
  if (holder == holder_.end() || no_locks_.count(word)) return std::nullopt;
  const Thread who = holder->second;
  const std::vector<Held>& held = held_.at(who);
  const auto at = std::find_if(held.begin(), held.end(), [&](const Held& h) { return h.word == word; });
  if (at == held.end()) return std::nullopt;
  return Holder{static_cast<uint32_t>(who / threads_per_block_), static_cast<uint32_t>(who % threads_per_block_), at->took};
}

// What its shared memory held is gone, and its threads come to no lock again.
void LockOrder::end_block(uint32_t block) {
  const Thread first = uint64_t{block} * threads_per_block_;
  const auto begin = held_.lower_bound(first), end = held_.lower_bound(first + threads_per_block_);
  for (auto thread = begin; thread != end; ++thread)
    for (const Held& held : thread->second) holder_.erase(held.word);
  held_.erase(begin, end);
}

// Along edges, from a lock back to it.
struct LockOrder::Search {
  std::map<Word, std::vector<const Edge*>> from;  // by its first lock
  std::vector<Edge> path;
  std::vector<std::vector<Edge>> found;
  std::set<std::set<uint32_t>> places;            // of those that were found
  size_t steps = 0;
};

void LockOrder::extend(Search& search) const {
  const auto goes_with = [this](const Edge& a, const Edge& b) {
    if (grids_.number_of(a.block) != grids_.number_of(b.block)) return false;  // grids run one after the other here: nobody could say whether it closes
    const bool has_common = std::any_of(a.besides.begin(), a.besides.end(), [&](const Word& word) { return b.besides.count(word); });
    return !has_common && a.first != b.first && (a.block != b.block || a.thread != b.thread);
  };
  std::vector<Edge>& path = search.path;
  for (const Edge* next : search.from[path.back().second]) {
    if (search.found.size() >= most_circles || ++search.steps > most_steps) return;
    if (next->first < path[0].first) continue;  // the lowest lock comes first: each circle is found once
    if (!std::all_of(path.begin(), path.end(), [&](const Edge& edge) { return goes_with(edge, *next); })) continue;
    path.push_back(*next);
    if (next->second == path[0].first) {
      std::set<uint32_t> sites;
      for (const Edge& edge : path) sites.insert({edge.took_first.site, edge.took_second.site});
      if (search.places.insert(sites).second) search.found.push_back(path);
    } else if (path.size() < longest_circle) {
      extend(search);
    }
    path.pop_back();
  }
}

std::vector<std::vector<LockOrder::Edge>> LockOrder::circles() const {
  Search search;
  for (const Edge& edge : edges_)
    if (is_sound(edge)) search.from[edge.first].push_back(&edge);
  for (const Edge& edge : edges_) {
    if (!is_sound(edge)) continue;
    search.path = {edge};
    extend(search);
  }
  return search.found;
}

}  // namespace wb
