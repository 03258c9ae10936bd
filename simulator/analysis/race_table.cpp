#include "simulator/analysis/race_table.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace wb {

RaceTable::Rank RaceTable::rank_of(uint32_t site_a, uint32_t site_b, uint32_t allocation) {
  return {std::max(site_a, site_b) - std::min(site_a, site_b), std::min(site_a, site_b), allocation};
}

uint32_t RaceTable::find(uint32_t site_a, uint32_t site_b, uint32_t allocation) {
  if (site_a > site_b) std::swap(site_a, site_b);
  uint32_t& recent = recent_[(site_a * 7 + site_b * 3 + allocation) % recent_.size()];
  if (recent != none && pairs_[recent].site[0] == site_a && pairs_[recent].site[1] == site_b && pairs_[recent].allocation == allocation) return recent;
  const auto found = ranked_.find(rank_of(site_a, site_b, allocation));
  return found == ranked_.end() ? none : recent = found->second;
}

uint32_t RaceTable::add(Party a, Party b, uint32_t allocation) {
  if (const uint32_t known = find(a.site, b.site, allocation); known != none) return known;
  if (is_left_out(a.site, b.site, allocation)) return none;
  if (a.site > b.site) std::swap(a, b);
  const Rank rank = rank_of(a.site, b.site, allocation);
  uint32_t index = static_cast<uint32_t>(pairs_.size());
  if (index < most_) {
    pairs_.emplace_back();
  } else {
    const auto last = std::prev(ranked_.end());
    if (last->first < rank) {
      leave_out(rank, a.kind, b.kind);
      return none;
    }
    const RacePair& old = pairs_[index = last->second];
    leave_out(last->first, old.access[0], old.access[1]);
    left_out_.are_serious |= old.different_values || old.merged_values;
    ranked_.erase(last);
    ++moved_;
  }
  RacePair& pair = pairs_[index] = RacePair();
  pair.site[0] = a.site, pair.site[1] = b.site;
  pair.access[0] = a.kind, pair.access[1] = b.kind;
  pair.allocation = allocation;
  ranked_.emplace(rank, index);
  return index;
}

bool RaceTable::is_left_out(uint32_t site_a, uint32_t site_b, uint32_t allocation) const {
  if (site_a > site_b) std::swap(site_a, site_b);
  if (allocation >= rows_.size() || site_b >= rows_[allocation].size()) return false;
  const Row& row = rows_[allocation][site_b];
  return site_a / 64 < row.size() && (row[site_a / 64] >> site_a % 64 & 1);
}

void RaceTable::leave_out(const Rank& rank, AccessKind first, AccessKind second) {
  const auto [distance, site, allocation] = rank;
  const auto at_least = [](auto& all, size_t size) {
    if (all.size() < size) all.resize(size);
  };
  at_least(rows_, allocation + 1);
  at_least(rows_[allocation], site + distance + 1);
  Row& row = rows_[allocation][site + distance];
  at_least(row, site / 64 + 1);
  row[site / 64] |= uint64_t{1} << site % 64;
  at_least(kinds_, site + distance + 1);
  kinds_[site] = first;
  kinds_[site + distance] = second;
  ++left_out_.pairs;
  left_out_.are_serious |= first != AccessKind::store || second != AccessKind::store;
  left_out_.has_load |= first == AccessKind::load || second == AccessKind::load;
  left_out_.has_atomic |= first == AccessKind::atomic || second == AccessKind::atomic;
  at_least(left_out_.allocations, allocation + 1);
  left_out_.allocations[allocation] = true;
}

std::vector<RacePair> RaceTable::left_out_pairs(uint64_t first, size_t most) const {
  std::vector<RacePair> all;
  uint64_t passed = 0;
  for (uint32_t allocation = 0; allocation < rows_.size(); ++allocation)
    for (uint32_t b = 0; b < rows_[allocation].size(); ++b) {
      const Row& row = rows_[allocation][b];
      for (uint32_t word = 0; word < row.size(); ++word)
        for (uint64_t rest = row[word]; rest; rest &= rest - 1) {
          if (passed++ < first) continue;
          if (all.size() == most) return all;
          const uint32_t a = word * 64 + static_cast<uint32_t>(std::countr_zero(rest));
          RacePair& pair = all.emplace_back();
          pair.site[0] = a, pair.site[1] = b;
          pair.access[0] = kinds_[a], pair.access[1] = kinds_[b];
          pair.allocation = allocation;
        }
    }
  return all;
}

}  // namespace wb
