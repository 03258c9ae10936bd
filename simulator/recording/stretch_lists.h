#pragma once
// In which stretches of a journal something occurs: a list for each key (a block, a piece of memory). Keys are many, and each occurs in few
// stretches, all over the run: the lists are written chapter by chapter, each sorted once it is full.
//
//   added     (7, stretch 0) (3, 0) (7, 2) (3, 4) (1, 4) | ...
//   chapter   1: 4    3: 0 +4    7: 0 +2                        numbers of one byte, as a rule
//
// Very many keys share lists with their neighbours: what a list names is perhaps, what it does not name is certainly not.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "simulator/recording/small_numbers.h"

namespace wb {

class StretchLists {
 public:
  explicit StretchLists(uint64_t keys = 0);
  void add(uint64_t key, uint32_t stretch) {  // stretches ascend
    const auto list = static_cast<uint32_t>(key >> shift_);
    if (last_[list] == stretch) return;
    last_[list] = stretch;
    open_.push_back({list, stretch});
    if (open_.size() >= 8 * lists_ + few_entries) close_chapter();
  }
  void finish() { close_chapter(), open_ = {}, last_ = {}; }
  size_t bytes() const { return bytes_ + open_.capacity() * sizeof(Entry) + last_.capacity() * sizeof(uint32_t); }

  // Once it is finished: those in [first, end) of the keys [low, high), in no order, some of them twice.
  template <class Visit>
  void each(uint64_t low, uint64_t high, uint32_t first, uint32_t end, Visit&& visit) const {
    const auto from = std::partition_point(chapters_.begin(), chapters_.end(), [&](const Chapter& c) { return c.last < first; });
    for (auto at_chapter = from; at_chapter != chapters_.end() && at_chapter->first < end; ++at_chapter) {
      const Chapter& chapter = *at_chapter;
      for (uint64_t list = low >> shift_, behind = ((high - 1) >> shift_) + 1; list < behind; ++list) {
        uint32_t stretch = chapter.first;
        for (const uint8_t *at = chapter.bytes.data() + chapter.starts[list], *stop = chapter.bytes.data() + chapter.starts[list + 1]; at < stop;) {
          stretch += static_cast<uint32_t>(get_number(at));
          if (stretch >= first && stretch < end) visit(stretch);
        }
      }
    }
  }

 private:
  static constexpr size_t few_entries = 1 << 9;  // of a chapter; those of many lists are longer, for the sake of what a list itself takes
  struct Entry {
    uint32_t list = 0, stretch = 0;
  };
  struct Chapter {
    uint32_t first = 0, last = 0;  // stretches
    std::vector<uint32_t> starts;  // of the lists in `bytes`, and the end of the last one
    std::vector<uint8_t> bytes;    // each number the difference to the one before, of the first one to `first`
  };
  void close_chapter();

  uint8_t shift_ = 0;
  size_t lists_ = 0, bytes_ = 0;
  std::vector<uint32_t> last_;     // by list: added last
  std::vector<Entry> open_;
  std::vector<Chapter> chapters_;
};

}  // namespace wb
