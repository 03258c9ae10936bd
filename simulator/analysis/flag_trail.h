#pragma once
// Which word told one thread of what another had done before? For reports that name the flag.
//
//   data[0] = 5;                  thread 0 of block 0, at tick 7                 the earlier access
//   flag = 1;                     thread 0 of block 0, at tick 9       set()
//   while (flag == 0) ;           thread 0 of block 1, at tick 12      seen()
//   out[0] = data[0];             thread 0 of block 1, at tick 15                between(): `flag`, set at tick 9, seen at tick 12
//
// Of each word it keeps the first and the latest changes by atomics and volatile stores, of each block the latest words that some thread of it has
// looked at after such a change. A flag lies between two accesses when the earlier one's thread, or one behind a barrier of its block, has set it since,
// and the later one's thread, or one that it knows of, has seen that. All of it is bounded, and only words are followed in whose memory somebody
// looks at what stands there: it is for hints, and where a flag is forgotten the general one has to do.
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/happens_before.h"

namespace wb {

// A word that one thread has set and another has seen.
struct FlagUse {
  struct At {
    LinearThread who;
    uint64_t tick = 0;
    uint32_t site = 0;
  };
  uint32_t allocation = 0, bytes = 0;
  uint64_t offset = 0;
  At set, seen;
  bool has_fenced = false;  // who set it, since its block's last barrier, and for the one who has seen it, too
  bool is_atomic = false;   // set by an atomic; else by a volatile store
  bool is_plain = false;    // set, or looked at, by a plain access: no flag at all
};

class FlagTrail {
 public:
  using At = FlagUse::At;
  using Word = HappensBefore::Word;
  void set(const Word& word, bool is_shared, const At& at, const HappensBefore& order, bool is_atomic);
  void seen(const Word& word, const At& at);
  // Between an access of `earlier` and one that `later` makes now.
  std::optional<FlagUse> between(const At& earlier, LinearThread later, const HappensBefore& order) const;
  // The last word that `later` has seen after others had set it.
  std::optional<FlagUse> latest(LinearThread later, const HappensBefore& order) const;
  void end_block(uint32_t block);

 private:
  static constexpr size_t most_words = 4096, first_changes = 32, most_changes = 128, at_once = 64, most_seen = 64;
  // Lanes of one warp in one instruction.
  struct Lanes {
    uint32_t block = 0, warp = 0;
    LaneMask lanes = 0;
    uint64_t tick = 0;
    uint32_t site = 0;
    static Lanes of(const At& at) { return {at.who.block, at.who.thread / warp_size, LaneMask{1} << at.who.thread % warp_size, at.tick, at.site}; }
    bool is_same(const Lanes& o) const { return block == o.block && warp == o.warp && tick == o.tick; }
    bool has(LinearThread who) const { return who.block == block && who.thread / warp_size == warp && lanes >> who.thread % warp_size & 1; }
    At at(uint32_t lane) const { return {{block, warp * warp_size + lane}, tick, site}; }
    At first() const;
  };
  struct Change {
    Lanes by;
    uint64_t block_tick = 0;  // what its block did before this is behind it
    std::optional<MemoryScope> fence;
    bool is_atomic = false;
  };
  struct Seen {
    Word word;
    Lanes by;
    uint64_t changed = 0;  // when the word had last been changed
  };
  const Change* change_between(const At& earlier, const Seen& seen) const;
  // Of those who have seen it, one that `later` knows of: itself, if it may be.
  static std::optional<At> behind(const Seen& seen, LinearThread later, const HappensBefore& order);
  static FlagUse use_of(const Word& word, const Change& change, const At& setter, const At& seer, const HappensBefore& order);

  std::unordered_map<Word, std::vector<Change>, HappensBefore::WordHash> changes_;
  std::unordered_map<uint32_t, std::vector<Word>> of_block_;  // its words in shared memory
  std::unordered_map<uint32_t, std::deque<Seen>> seen_;      // by block; the latest last
};

}  // namespace wb
