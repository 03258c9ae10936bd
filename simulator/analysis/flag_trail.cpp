#include "simulator/analysis/flag_trail.h"

#include <algorithm>
#include <bit>

namespace wb {

FlagUse::At FlagTrail::Lanes::first() const { return at(static_cast<uint32_t>(std::countr_zero(lanes))); }

void FlagTrail::set(const Word& word, bool is_shared, const At& at, const HappensBefore& order, bool is_atomic) {
  auto found = changes_.find(word);
  if (found == changes_.end()) {
    if (changes_.size() >= most_words) return;
    found = changes_.try_emplace(word).first;
    if (is_shared) of_block_[word.copy].push_back(word);
  }
  std::vector<Change>& changes = found->second;
  const Change change{Lanes::of(at), order.last_barrier(at.who.block), order.fence_of(at.who), is_atomic};
  if (!changes.empty() && changes.back().by.is_same(change.by) && changes.back().fence == change.fence) {
    changes.back().by.lanes |= change.by.lanes;
    return;
  }
  if (changes.size() == most_changes) changes.erase(changes.begin() + first_changes, changes.begin() + first_changes + at_once);
  changes.push_back(change);
}

void FlagTrail::seen(const Word& word, const At& at) {
  const auto found = changes_.find(word);
  if (found == changes_.end()) return;
  std::deque<Seen>& all = seen_[at.who.block];
  const uint64_t changed = found->second.back().by.tick;
  const auto before = std::find_if(all.rbegin(), all.rend(), [&](const Seen& s) { return s.by.has(at.who) && s.word == word; });
  if (before != all.rend()) {
    if (before->changed == changed) return;  // who waits looks again and again
    before->by.lanes &= ~Lanes::of(at).lanes;
    if (!before->by.lanes) all.erase(std::next(before).base());
  }
  const Seen fresh{word, Lanes::of(at), changed};
  if (!all.empty() && all.back().by.is_same(fresh.by) && all.back().word == word) {
    all.back().by.lanes |= fresh.by.lanes;
    all.back().changed = changed;
    return;
  }
  if (all.size() == most_seen) all.erase(all.begin());
  all.push_back(fresh);
}

std::optional<FlagUse::At> FlagTrail::behind(const Seen& seen, LinearThread later, const HappensBefore& order) {
  if (seen.by.has(later)) return seen.by.at(later.thread % warp_size);
  const LaneMask lanes = seen.by.lanes & ~order.unordered(later, seen.by.block, seen.by.warp, seen.by.lanes, seen.by.tick);
  if (!lanes) return std::nullopt;
  return seen.by.at(static_cast<uint32_t>(std::countr_zero(lanes)));
}

FlagUse FlagTrail::use_of(const Word& word, const Change& change, const At& setter, const At& seer, const HappensBefore& order) {
  const bool has_fenced = change.fence && order.reaches(*change.fence, setter.who.block, seer.who.block);
  return {word.allocation, word.bytes, word.offset, setter, seer, has_fenced, change.is_atomic};
}

// The first of a word's changes before `seen` that has what `earlier` did behind it; null: none.
const FlagTrail::Change* FlagTrail::change_between(const At& earlier, const Seen& seen) const {
  const auto changes = changes_.find(seen.word);
  if (changes == changes_.end()) return nullptr;
  const auto lies_between = [&](const Change& change) {
    if (change.by.block != earlier.who.block || change.by.tick <= earlier.tick || change.by.tick >= seen.by.tick) return false;
    return change.by.has(earlier.who) || change.block_tick > earlier.tick;
  };
  const auto found = std::find_if(changes->second.begin(), changes->second.end(), lies_between);
  return found == changes->second.end() ? nullptr : &*found;
}

// Who knows of whom is asked last: it takes longest.
std::optional<FlagUse> FlagTrail::between(const At& earlier, LinearThread later, const HappensBefore& order) const {
  const auto all = seen_.find(later.block);
  if (all == seen_.end()) return std::nullopt;
  for (auto seen = all->second.rbegin(); seen != all->second.rend(); ++seen) {
    const Change* change = change_between(earlier, *seen);
    const std::optional<At> seer = change ? behind(*seen, later, order) : std::nullopt;
    if (!seer) continue;
    const At setter = change->by.has(earlier.who) ? change->by.at(earlier.who.thread % warp_size) : change->by.first();
    return use_of(seen->word, *change, setter, *seer, order);
  }
  return std::nullopt;
}

std::optional<FlagUse> FlagTrail::latest(LinearThread later, const HappensBefore& order) const {
  const auto all = seen_.find(later.block);
  if (all == seen_.end()) return std::nullopt;
  for (auto seen = all->second.rbegin(); seen != all->second.rend(); ++seen) {
    const std::optional<At> seer = behind(*seen, later, order);
    const auto changes = changes_.find(seen->word);
    if (!seer || changes == changes_.end()) continue;
    for (auto change = changes->second.rbegin(); change != changes->second.rend(); ++change)
      if (change->by.tick < seer->tick && !change->by.has(later)) return use_of(seen->word, *change, change->by.first(), *seer, order);
  }
  return std::nullopt;
}

void FlagTrail::end_block(uint32_t block) {
  seen_.erase(block);
  const auto words = of_block_.find(block);
  if (words == of_block_.end()) return;
  for (const Word& word : words->second) changes_.erase(word);
  of_block_.erase(words);
}

}  // namespace wb
