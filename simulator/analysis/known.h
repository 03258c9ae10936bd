#pragma once
// What a thread knows of others' pasts: for threads, and for whole warps and blocks, a tick before which all that they did lies behind it.
//
//   {block 3: 120} {thread 7 of block 5: 240}     whatever block 3 did before tick 120, and thread 7 of block 5 before tick 240
//   {atomics on count[0]: 300}                    whatever atomics anybody made on that word before the moment 300
//
// A vector clock of which only the entries that are not zero are kept. It never changes once others hold it: threads that learn the same
// share it, and joining something that holds it already costs nothing.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace wb {

class Known {
 public:
  // Whom an entry speaks of; ordered by block.
  static constexpr uint64_t whole_block(uint64_t block) { return block << 12 | 0x800; }
  static constexpr uint64_t one_warp(uint64_t block, uint32_t warp) { return block << 12 | 0x400 | warp; }
  static constexpr uint64_t one_thread(uint64_t block, uint32_t thread) { return block << 12 | thread; }

  // The atomics on a word, by `word`, any number that stands for it: who has come to the word by one itself knows those before it. Their
  // times are finer than ticks, since the lanes of one instruction come one after the other.
  static constexpr uint64_t atomics_on(uint64_t word) { return uint64_t{1} << 63 | word; }

  bool covers(uint64_t whom, uint64_t time) const { return entries_ && time < tick_of(whom); }
  // Is what the thread did at `tick` known?
  bool covers(uint64_t block, uint32_t thread, uint64_t tick) const;
  bool is_empty() const { return !entries_; }
  bool is_same(const Known& other) const { return entries_ == other.entries_; }  // surely; two that are not may still hold the same
  bool holds(const Known& other) const;                                          // all that the other says
  bool join(const Known& other);                                                 // has it brought anything new?
  void join(uint64_t whom, uint64_t before_tick);

 private:
  struct Entry {
    uint64_t whom = 0, before_tick = 0;
  };
  using Entries = std::vector<Entry>;  // by `whom`, ascending
  uint64_t tick_of(uint64_t whom) const;
  Entries& own();
  static bool holds(const Entries& all, const Entries& some);
  std::shared_ptr<Entries> entries_;  // null: knows nothing
};

}  // namespace wb
