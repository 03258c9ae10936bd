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
  if (many_->live >= with_room(most)) take_oldest(most);
  if (many_->entries.size() > 2 * many_->live + 8) close_gaps();
  note_kinds(fresh);
  const bool was_sorted = many_->are_sorted;
  many_->are_sorted &= many_->entries.empty() || key_of(many_->entries.back()) <= key_of(fresh);
  many_->entries.push_back(fresh);
  ++many_->live;
  if (many_->are_sorted || !is_long()) return;
  if (was_sorted || many_->before.empty()) chain_all();
  else chain(static_cast<uint32_t>(many_->entries.size() - 1));
}

void RaceCell::take_oldest(size_t left) {
  while (many_->live > left) {
    while (!many_->entries[many_->first].lanes) ++many_->first;
    take(many_->entries[many_->first++], ~LaneMask{0});
  }
  sweep_later();
}

void RaceCell::chain_all() {
  many_->newest_of.clear();
  many_->before.clear();
  for (uint32_t i = 0; i < many_->entries.size(); ++i) chain(i);
}

void RaceCell::chain(uint32_t index) {
  many_->before.push_back(many_->newest_of.put(key_of(many_->entries[index]), index));
}

void RaceCell::close_gaps() {
  std::erase_if(many_->entries, [](const RaceEntry& e) { return e.lanes == 0; });
  many_->first = 0;
  many_->newest_of.clear();
  many_->before.clear();
  if (is_long() && !many_->are_sorted) chain_all();
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

// ---- plain pages

uint8_t PlainCells::number_of(const RaceEntry& entry) {
  if (accesses.empty() || !accesses.back().is_of_one_access(entry)) {
    if (accesses.size() == most_accesses) forget_unused();
    RaceEntry& access = accesses.emplace_back(entry);
    access.lanes = 0;
    access.low = access.high = 0;
  }
  return static_cast<uint8_t>(accesses.size());
}

void PlainCells::forget_unused() {
  std::vector<RaceEntry> used;
  std::array<uint8_t, most_accesses + 1> number{};
  for (uint8_t& of_cell : by) {
    if (!of_cell) continue;
    if (!number[of_cell]) {
      used.push_back(accesses[of_cell - 1u]);
      number[of_cell] = static_cast<uint8_t>(used.size());
    }
    of_cell = number[of_cell];
  }
  accesses = std::move(used);
}

RaceEntry PlainCells::entry(size_t cell, uint32_t bytes) const {
  RaceEntry entry = access_of(cell);
  entry.lanes = LaneMask{1} << lane[cell];
  std::memcpy(&entry.low, values.data() + cell * bytes, bytes);
  return entry;
}

RaceColumn::Page& RaceColumn::make_page(uint32_t copy, uint64_t page) {
  Sheet* sheet = sheet_of(copy);
  if (!sheet) {
    recent_copy_ = copy;
    sheet = recent_ = &sheets_[copy];
  }
  if (sheet->size() <= page) sheet->resize(page + 1);
  return (*sheet)[page];
}

PlainCells* RaceColumn::plain_at(uint32_t copy, uint64_t page) {
  Page& at = make_page(copy, page);
  if (at.plain || at.cells || bytes_ > 8) return at.plain.get();
  if (spare_.empty()) {
    at.plain = std::make_unique<PlainCells>();
    at.plain->values.resize(PlainCells::cells * bytes_);
    return at.plain.get();
  }
  at.plain = std::move(spare_.back());
  spare_.pop_back();
  return at.plain.get();
}

RaceCell& RaceColumn::at(uint32_t copy, uint64_t index) {
  Page& page = make_page(copy, index / page_cells);
  if (!page.cells) {
    page.cells = std::make_unique<Cells>();
    const std::unique_ptr<PlainCells> plain = std::move(page.plain);
    for (size_t cell = 0; plain && cell < page_cells; ++cell)
      if (plain->by[cell]) (*page.cells)[cell].hold(plain->entry(cell, bytes_));
  }
  return (*page.cells)[index % page_cells];
}

void RaceColumn::forget(uint32_t copy) {
  const auto found = sheets_.find(copy);
  if (found == sheets_.end()) return;
  if (recent_copy_ == copy) recent_ = nullptr;
  for (Page& page : found->second) {
    if (!page.plain) continue;
    page.plain->by.fill(0);
    page.plain->accesses.clear();
    spare_.push_back(std::move(page.plain));
  }
  sheets_.erase(found);
}

}  // namespace wb
