#include "simulator/analysis/race_cells.h"

#include <algorithm>
#include <utility>

namespace wb {

RaceEntry* RaceCell::newest() {
  const std::span<RaceEntry> all = entries();
  const auto at = std::find_if(all.rbegin(), all.rend(), [](const RaceEntry& e) { return e.lanes != 0; });
  return at == all.rend() ? nullptr : &*at;
}

void RaceCell::take(RaceEntry& entry, LaneMask lanes) {
  if (!(entry.lanes & lanes)) return;
  entry.lanes &= ~lanes;
  entry.covers_all = false;  // it may have been so of those that are gone
  if (!entry.lanes && many_) --many_->live;
}

void RaceCell::push(const RaceEntry& fresh, size_t most) {
  if (!many_) {
    if (!one_.lanes) return void(one_ = fresh);
    many_ = std::make_unique<Many>();
    many_->entries.push_back(one_);
    many_->live = 1;
    one_ = {};
  }
  if (many_->live >= most) {
    while (!many_->entries[many_->first].lanes) ++many_->first;
    take(many_->entries[many_->first++], ~LaneMask{0});
  }
  if (many_->entries.size() > 2 * many_->live + 8) close_gaps();
  note_kinds(fresh);
  many_->entries.push_back(fresh);
  ++many_->live;
  if (!many_->before.empty()) chain(static_cast<uint32_t>(many_->entries.size() - 1));
  else if (many_->entries.size() > longest_unchained)
    for (uint32_t i = 0; i < many_->entries.size(); ++i) chain(i);
}

void RaceCell::chain(uint32_t index) {
  const auto [at, is_new] = many_->newest_of.try_emplace(key_of(many_->entries[index]), index);
  many_->before.push_back(is_new ? none : std::exchange(at->second, index));
}

void RaceCell::close_gaps() {
  std::erase_if(many_->entries, [](const RaceEntry& e) { return e.lanes == 0; });
  many_->first = 0;
  const bool is_chained = many_->entries.size() > longest_unchained;
  many_->newest_of.clear();
  many_->before.clear();
  for (uint32_t i = 0; is_chained && i < many_->entries.size(); ++i) chain(i);
  many_->has_values = many_->has_warps = many_->has_blocks = false;
  for (const RaceEntry& e : many_->entries) note_kinds(e);
}

// Beside the oldest: the others are like it, or it is noted that some are not.
void RaceCell::note_kinds(const RaceEntry& fresh) {
  if (many_->entries.empty()) return;
  const RaceEntry& oldest = many_->entries.front();
  many_->has_values |= !oldest.has_value_of(fresh);
  many_->has_blocks |= oldest.block != fresh.block;
  many_->has_warps |= !oldest.is_of_warp(fresh);
}

Finding::Scope RaceCell::reach(uint32_t block, uint32_t warp) const {
  if (!many_) return one_.scope_to(block, warp);
  if (many_->has_blocks) return Finding::Scope::grid;
  const Finding::Scope oldest = many_->entries.front().scope_to(block, warp);
  return many_->has_warps ? std::max(oldest, Finding::Scope::block) : oldest;
}

bool RaceCell::may_differ(const RaceEntry& fresh) const {
  const RaceEntry& oldest = many_ ? many_->entries.front() : one_;
  return (many_ && many_->has_values) || !oldest.has_value || !oldest.has_value_of(fresh);
}

RaceCell& RaceColumn::at(uint32_t copy, uint64_t index) {
  Sheet* sheet = sheet_of(copy);
  if (!sheet) {
    recent_copy_ = copy;
    sheet = recent_ = &sheets_[copy];
  }
  const uint64_t page = index / page_cells;
  if (sheet->size() <= page) sheet->resize(page + 1);
  std::unique_ptr<Page>& cells = (*sheet)[page];
  if (!cells) cells = std::make_unique<Page>();
  return (*cells)[index % page_cells];
}

void RaceColumn::forget(uint32_t copy) {
  if (recent_copy_ == copy) recent_ = nullptr;
  sheets_.erase(copy);
}

}  // namespace wb
