#include "simulator/analysis/known.h"

#include <algorithm>

namespace wb {

uint64_t Known::tick_of(uint64_t whom) const {
  const auto at = std::lower_bound(entries_->begin(), entries_->end(), whom, [](const Entry& e, uint64_t key) { return e.whom < key; });
  return at != entries_->end() && at->whom == whom ? at->before_tick : 0;
}

bool Known::covers(uint64_t block, uint32_t thread, uint64_t tick) const {
  return entries_ && (tick < tick_of(whole_block(block)) || tick < tick_of(one_thread(block, thread)) || tick < tick_of(one_warp(block, thread / 32)));
}

Known::Entries& Known::own() {
  if (!entries_) entries_ = std::make_shared<Entries>();
  else if (entries_.use_count() != 1) entries_ = std::make_shared<Entries>(*entries_);
  return *entries_;
}

void Known::join(uint64_t whom, uint64_t before_tick) {
  if (entries_ && tick_of(whom) >= before_tick) return;
  Entries& entries = own();
  const auto at = std::lower_bound(entries.begin(), entries.end(), whom, [](const Entry& e, uint64_t key) { return e.whom < key; });
  if (at != entries.end() && at->whom == whom) at->before_tick = before_tick;
  else entries.insert(at, {whom, before_tick});
}

bool Known::holds(const Entries& all, const Entries& some) {
  if (some.size() > all.size()) return false;
  auto at = all.begin();
  for (const Entry& e : some) {
    at = std::lower_bound(at, all.end(), e.whom, [](const Entry& entry, uint64_t key) { return entry.whom < key; });
    if (at == all.end() || at->whom != e.whom || at->before_tick < e.before_tick) return false;
  }
  return true;
}

bool Known::holds(const Known& other) const { return other.entries_ == entries_ || !other.entries_ || (entries_ && holds(*entries_, *other.entries_)); }

bool Known::join(const Known& other) {
  if (!other.entries_ || other.entries_ == entries_) return false;
  if (!entries_ || holds(*other.entries_, *entries_)) {
    entries_ = other.entries_;
    return true;
  }
  const Entries &mine = *entries_, &theirs = *other.entries_;
  if (holds(mine, theirs)) return false;
  if (theirs.size() <= 4) {  // a few news for one who knows much
    for (const Entry& e : theirs) join(e.whom, e.before_tick);
    return true;
  }
  auto merged = std::make_shared<Entries>();
  merged->reserve(mine.size() + theirs.size());
  for (size_t i = 0, j = 0; i < mine.size() || j < theirs.size();) {
    if (j == theirs.size() || (i < mine.size() && mine[i].whom < theirs[j].whom)) merged->push_back(mine[i++]);
    else if (i == mine.size() || theirs[j].whom < mine[i].whom) merged->push_back(theirs[j++]);
    else {
      merged->push_back({mine[i].whom, std::max(mine[i].before_tick, theirs[j].before_tick)});
      ++i, ++j;
    }
  }
  entries_ = std::move(merged);
  return true;
}

}  // namespace wb
