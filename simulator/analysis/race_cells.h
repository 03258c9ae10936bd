#pragma once
// What one place in the source did to the cells of one allocation: the memory of the closer look at races (exact_races.h).
//
//   cell 0    {tick 12, warp 0 of block 0, lanes 0}                         nearly all cells hold one entry, in place
//   cell 1    -> {tick 12, ..} {tick 40, ..} {tick 52, ..} ...              others a list, the oldest first: a word that all threads come to
//
// A list is asked three things, and none may take time in its length, or threads that meet at one word take the square of their number:
//
//   who was here last, and is he in no order with me?     from the newest backwards. An entry that all before it are behind ends the search when it is behind me itself.
//   what did my own warp do here?                          long lists are sorted by warp, if their warps came in order, or have a chain of the entries of each
//   what is behind me now, and may go?                     only what is older than the last thing that I have learnt; not twice for threads that know the same;
//                                                          in a long list, which is one because little goes, when it has grown by a quarter
//
// What goes leaves a gap, `lanes` 0; gaps are swept out when they are the greater part.
//
// Most pages never hold more than one lane of one access in a cell. Such a page is plain: two bytes and a value a cell, and what its accesses have in
// common once for each of them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
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
  uint64_t is_update : 1 = 0;     // a volatile store of what its thread has made of the same word
  uint32_t block = 0;
  LaneMask lanes = 0;
  uint64_t low = 0, high = 0;

  bool is_of_warp(const RaceEntry& e) const { return block == e.block && warp == e.warp; }
  bool is_of_one_access(const RaceEntry& e) const { return tick == e.tick && is_of_warp(e) && has_fenced == e.has_fenced && is_update == e.is_update; }
  bool has_value_of(const RaceEntry& e) const { return has_value == e.has_value && low == e.low && high == e.high; }
  Finding::Scope scope_to(uint32_t other_block, uint32_t other_warp) const {
    return block != other_block ? Finding::Scope::grid : warp != other_warp ? Finding::Scope::block : Finding::Scope::warp;
  }
};

// By warp, the index of its newest entry in a list: open addressing, at most half full.
class NewestOfWarps {
 public:
  static constexpr uint32_t none = UINT32_MAX;
  void clear() { slots_.clear(), used_ = 0; }
  uint32_t find(uint64_t warp) const {
    if (slots_.empty()) return none;
    const Slot& slot = slots_[place_of(warp)];
    return slot.newest;
  }
  // What stood there before.
  uint32_t put(uint64_t warp, uint32_t newest) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(warp)];
    used_ += slot.newest == none;
    slot.warp = warp;
    return std::exchange(slot.newest, newest);
  }

 private:
  struct Slot {
    uint64_t warp = 0;
    uint32_t newest = none;  // none: free
  };
  size_t place_of(uint64_t warp) const {
    size_t at = (warp * 0x9E3779B97F4A7C15u >> 32) & (slots_.size() - 1);
    while (slots_[at].newest != none && slots_[at].warp != warp) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(std::max<size_t>(2 * slots_.size(), 64)));
    for (const Slot& slot : before)
      if (slot.newest != none) slots_[place_of(slot.warp)] = slot;
  }
  std::vector<Slot> slots_;
  size_t used_ = 0;
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
  void push(const RaceEntry& fresh, size_t most);  // the oldest go where there are more, with a quarter of that as room
  void hold(const RaceEntry& entry) { one_ = entry; }  // it alone; of a cell that holds no more than one

  // As far as is known: no entry is farther off than this, and no value differs from this one's.
  Finding::Scope reach(uint32_t block, uint32_t warp) const;
  bool may_differ(const RaceEntry& fresh) const;

  // Has a thread of this block, that knows no more than what its block knew at `since`, looked already for what is behind it?
  bool was_swept(uint32_t block, uint64_t since) const { return many_ && many_->swept_by == block && many_->swept_since == since; }
  void note_sweep(uint32_t block, uint64_t since) {
    if (many_) many_->swept_by = block, many_->swept_since = since;
  }
  bool is_sweep_due() const { return !many_ || many_->live >= many_->next_sweep; }
  void sweep_later() {
    if (many_) many_->next_sweep = std::max(always_swept, with_room(many_->live));
  }

 private:
  static constexpr uint32_t none = NewestOfWarps::none;
  static constexpr size_t longest_unchained = 32, always_swept = 64;
  static constexpr size_t with_room(size_t entries) { return entries + entries / 4; }
  struct Many {
    std::vector<RaceEntry> entries;
    size_t live = 0, first = 0;  // before `first` there are gaps alone
    bool has_values = false, has_warps = false, has_blocks = false;  // several of them
    uint32_t swept_by = none;
    uint64_t swept_since = 0;
    size_t next_sweep = 0;       // so many entries must be there
    bool are_sorted = true;      // by warp, as far as entries were ever added: those of a warp lie side by side
    // Long lists that are not: by warp the index of its newest entry, and of each entry that of the warp's one before.
    NewestOfWarps newest_of;
    std::vector<uint32_t> before;
  };
  static uint64_t key_of(const RaceEntry& e) { return uint64_t{e.block} << 8 | e.warp; }
  bool is_long() const { return many_ && many_->entries.size() > longest_unchained; }
  void take_oldest(size_t left);
  void close_gaps();
  void chain_all();
  void chain(uint32_t index);
  void note_kinds(const RaceEntry& fresh);

  RaceEntry one_;
  std::unique_ptr<Many> many_;  // then `one_` is nothing
};

template <class Look>
void RaceCell::for_each_of_warp(const RaceEntry& of, Look&& look) {
  const std::span<RaceEntry> all = entries();
  if (!is_long()) {
    for (size_t i = all.size(); i-- > 0;)
      if (all[i].lanes && all[i].is_of_warp(of) && !look(all[i])) return;
    return;
  }
  if (many_->are_sorted) {
    if (key_of(all.back()) < key_of(of)) return;  // the usual case
    const auto behind = std::upper_bound(all.begin(), all.end(), key_of(of), [](uint64_t key, const RaceEntry& e) { return key < key_of(e); });
    for (auto i = behind - all.begin(); i-- > 0 && all[static_cast<size_t>(i)].is_of_warp(of);)
      if (all[static_cast<size_t>(i)].lanes && !look(all[static_cast<size_t>(i)])) return;
    return;
  }
  for (uint32_t i = many_->newest_of.find(key_of(of)); i != none; i = many_->before[i])
    if (all[i].lanes && !look(all[i])) return;
}

// A page of cells that hold one lane of one access each, or nobody.
struct PlainCells {
  static constexpr size_t cells = 64, most_accesses = 255;
  std::array<uint8_t, cells> by{};     // index + 1 of its access; 0: nobody
  std::array<uint8_t, cells> lane{};
  std::vector<RaceEntry> accesses;     // with no lanes and no value of their own
  std::vector<uint8_t> values;         // of all cells, one behind the other

  const RaceEntry& access_of(size_t cell) const { return accesses[by[cell] - 1u]; }
  // The number to enter it by: that of its last access, if it is the same.
  uint8_t number_of(const RaceEntry& entry);
  RaceEntry entry(size_t cell, uint32_t bytes) const;
  void enter(size_t cell, uint8_t number, uint32_t of_lane, uint64_t value, uint32_t bytes) {
    by[cell] = number;
    lane[cell] = static_cast<uint8_t>(of_lane);
    std::memcpy(values.data() + cell * bytes, &value, bytes);
  }

 private:
  void forget_unused();
};

// The cells of one place, in pieces of one size; of shared memory each block has a copy.
class RaceColumn {
 public:
  explicit RaceColumn(uint32_t bytes) : bytes_(bytes) {}
  uint32_t bytes() const { return bytes_; }
  // One of a plain page is put into `room`: it is only to be looked at.
  RaceCell* find(uint32_t copy, uint64_t index, RaceCell& room) {
    const Page* page = page_at(copy, index / page_cells);
    if (!page) return nullptr;
    if (page->cells) return &(*page->cells)[index % page_cells];
    if (!page->plain || !page->plain->by[index % page_cells]) return nullptr;
    room.hold(page->plain->entry(index % page_cells, bytes_));
    return &room;
  }
  // To be changed: its page is plain no longer.
  RaceCell& at(uint32_t copy, uint64_t index);
  // Cells [64 * page, 64 * page + 64); null: nobody has been there, or they are not plain (any more).
  PlainCells* find_plain(uint32_t copy, uint64_t page) {
    const Page* at = page_at(copy, page);
    return at ? at->plain.get() : nullptr;
  }
  // The same, and such a page is made where there is none. Null: they are not plain.
  PlainCells* plain_at(uint32_t copy, uint64_t page);
  bool is_expanded(uint32_t copy, uint64_t page) {
    const Page* at = page_at(copy, page);
    return at && at->cells;
  }
  void forget(uint32_t copy);

 private:
  static constexpr size_t page_cells = PlainCells::cells;
  using Cells = std::array<RaceCell, page_cells>;
  struct Page {  // one of them, or neither
    std::unique_ptr<PlainCells> plain;
    std::unique_ptr<Cells> cells;
  };
  using Sheet = std::vector<Page>;
  Sheet* sheet_of(uint32_t copy) {
    if (recent_ && recent_copy_ == copy) return recent_;
    const auto found = sheets_.find(copy);
    if (found == sheets_.end()) return nullptr;
    recent_copy_ = copy;
    return recent_ = &found->second;
  }
  Page* page_at(uint32_t copy, uint64_t page) {
    Sheet* const sheet = sheet_of(copy);
    return sheet && page < sheet->size() ? &(*sheet)[page] : nullptr;
  }
  Page& make_page(uint32_t copy, uint64_t page);

  uint32_t bytes_ = 0;
  std::unordered_map<uint32_t, Sheet> sheets_;  // by copy
  Sheet* recent_ = nullptr;
  uint32_t recent_copy_ = 0;
  std::vector<std::unique_ptr<PlainCells>> spare_;  // of copies that are forgotten
};

}  // namespace wb
