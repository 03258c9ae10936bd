#pragma once
// What one place in the source did to the cells of one allocation: the memory of the closer look at races (exact_races.h).
//
//   cell 0    {tick 12, warp 0 of block 0, lanes 0}                         nearly all cells hold one entry, in place
//   cell 1    -> {tick 12, ..} {tick 40, ..} {tick 52, ..} ...              others a list, the oldest first: a word that all threads come to
//
// A list is asked three things, and none may take time in its length, or threads that meet at one word take the square of their number:
//
//   who was here last, and is he in no order with me?     from the newest backwards. An entry that all before it are behind ends the search when it is behind me itself.
//   what did my own warp do here?                          long lists have a chain of the entries of each warp
//   what is behind me now, and may go?                     only what is older than the last thing that I have learnt; not twice for threads that know the same
//
// What goes leaves a gap, `lanes` 0; gaps are swept out when they are the greater part.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

// Lanes of one warp that touched a cell in one instruction, and stored the same.
struct RaceEntry {
  uint64_t tick : 48 = 0;
  uint64_t warp : 8 = 0;
  uint64_t has_fenced : 1 = 0;
  uint64_t lanes_descend : 1 = 0;
  uint64_t has_value : 1 = 0;     // that an access stored: compared, and shown
  uint64_t covers_all : 1 = 0;    // all entries before this one are behind it
  uint32_t block = 0;
  LaneMask lanes = 0;
  uint64_t low = 0, high = 0;

  bool is_of_warp(const RaceEntry& e) const { return block == e.block && warp == e.warp; }
  bool is_of_one_access(const RaceEntry& e) const { return tick == e.tick && is_of_warp(e) && has_fenced == e.has_fenced; }
  bool has_value_of(const RaceEntry& e) const { return has_value == e.has_value && low == e.low && high == e.high; }
  Finding::Scope scope_to(uint32_t other_block, uint32_t other_warp) const {
    return block != other_block ? Finding::Scope::grid : warp != other_warp ? Finding::Scope::block : Finding::Scope::warp;
  }
};

class RaceCell {
 public:
  // The oldest first, with gaps.
  std::span<RaceEntry> entries() { return many_ ? std::span(many_->entries) : std::span(&one_, one_.lanes ? 1 : 0); }
  bool is_empty() const { return many_ ? many_->live == 0 : one_.lanes == 0; }
  RaceEntry* newest();
  // Those of a warp, the newest first; `look` says whether it wants more, and may take lanes away.
  template <class Look>
  void for_each_of_warp(const RaceEntry& of, Look&& look);
  void take(RaceEntry& entry, LaneMask lanes);  // these lanes out of it
  void push(const RaceEntry& fresh, size_t most);

  // As far as is known: no entry is farther off than this, and no value differs from this one's.
  Finding::Scope reach(uint32_t block, uint32_t warp) const;
  bool may_differ(const RaceEntry& fresh) const;

  // Has a thread of this block, that knows no more than what its block knew at `since`, looked already for what is behind it?
  bool was_swept(uint32_t block, uint64_t since) const { return many_ && many_->swept_by == block && many_->swept_since == since; }
  void note_sweep(uint32_t block, uint64_t since) {
    if (many_) many_->swept_by = block, many_->swept_since = since;
  }

 private:
  static constexpr uint32_t none = UINT32_MAX;
  static constexpr size_t longest_unchained = 32;
  struct Many {
    std::vector<RaceEntry> entries;
    size_t live = 0, first = 0;  // before `first` there are gaps alone
    bool has_values = false, has_warps = false, has_blocks = false;  // several of them
    uint32_t swept_by = none;
    uint64_t swept_since = 0;
    // Long lists: by warp the index of its newest entry, and of each entry that of the warp's one before.
    std::unordered_map<uint64_t, uint32_t> newest_of;
    std::vector<uint32_t> before;
  };
  static uint64_t key_of(const RaceEntry& e) { return uint64_t{e.block} << 8 | e.warp; }
  void close_gaps();
  void chain(uint32_t index);
  void note_kinds(const RaceEntry& fresh);

  RaceEntry one_;
  std::unique_ptr<Many> many_;  // then `one_` is nothing
};

template <class Look>
void RaceCell::for_each_of_warp(const RaceEntry& of, Look&& look) {
  if (!many_ || many_->before.empty()) {
    const std::span<RaceEntry> all = entries();
    for (size_t i = all.size(); i-- > 0;)
      if (all[i].lanes && all[i].is_of_warp(of) && !look(all[i])) return;
    return;
  }
  const auto newest = many_->newest_of.find(key_of(of));
  for (uint32_t i = newest == many_->newest_of.end() ? none : newest->second; i != none; i = many_->before[i])
    if (many_->entries[i].lanes && !look(many_->entries[i])) return;
}

// The cells of one place, in pieces of one size; of shared memory each block has a copy.
class RaceColumn {
 public:
  explicit RaceColumn(uint32_t bytes) : bytes_(bytes) {}
  uint32_t bytes() const { return bytes_; }
  RaceCell* find(uint32_t copy, uint64_t index) {
    const Sheet* sheet = sheet_of(copy);
    const uint64_t page = index / page_cells;
    return sheet && page < sheet->size() && (*sheet)[page] ? &(*(*sheet)[page])[index % page_cells] : nullptr;
  }
  RaceCell& at(uint32_t copy, uint64_t index);
  void forget(uint32_t copy);

 private:
  static constexpr size_t page_cells = 64;
  using Page = std::array<RaceCell, page_cells>;
  using Sheet = std::vector<std::unique_ptr<Page>>;
  Sheet* sheet_of(uint32_t copy) {
    if (recent_ && recent_copy_ == copy) return recent_;
    const auto found = sheets_.find(copy);
    if (found == sheets_.end()) return nullptr;
    recent_copy_ = copy;
    return recent_ = &found->second;
  }

  uint32_t bytes_ = 0;
  std::unordered_map<uint32_t, Sheet> sheets_;  // by copy
  Sheet* recent_ = nullptr;
  uint32_t recent_copy_ = 0;
};

}  // namespace wb
