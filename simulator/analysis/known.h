#pragma once
// What a thread knows of others' pasts: for threads, and for whole warps and blocks, a tick before which all that they did lies behind it.
//
//   {block 3: 120} {thread 7 of block 5: 240}     whatever block 3 did before tick 120, and thread 7 of block 5 before tick 240
//   {atomics on count[0]: 300}                    whatever atomics anybody made on that word before the moment 300
//
// A vector clock of which only the entries that are not zero are kept, as a tree that never changes once others hold it. Threads that learn the same share it; who
// adds to it makes new the few nodes on the way there and shares the rest; and joining two of them passes over what they share:
//
//   branch by a digit of `whom` (16 ways) ... branch ... leaf: the times of up to 32 neighbours, the threads of a warp, say
//
// A hundred thousand threads that count themselves off at one word each learn of all before them, and add themselves: a copy each would be 10^10 entries.
// One holder of a tree, and all who got it from him, belong to one host thread: the counts of holders are plain numbers.
#include <cstdint>
#include <utility>

namespace wb {

class Known {
 public:
  // Whom an entry speaks of; ordered by block.
  static constexpr uint64_t whole_block(uint64_t block) { return block << 12 | 0x800; }
  static constexpr uint64_t one_warp(uint64_t block, uint32_t warp) { return block << 12 | 0x400 | warp; }
  static constexpr uint64_t one_thread(uint64_t block, uint32_t thread) { return block << 12 | thread; }

  // A grid that device code launched, or the launch's own.
  static constexpr uint64_t whole_grid(uint32_t grid) { return uint64_t{1} << 62 | grid; }

  // The atomics on a word, by `word`, any number that stands for it: who has come to the word by one itself knows those before it. Their
  // times are finer than ticks, since the lanes of one instruction come one after the other.
  static constexpr uint64_t atomics_on(uint64_t word) { return uint64_t{1} << 63 | word; }
  static constexpr uint64_t side_by_side = 32;  // so many numbers in a row, from a multiple on, are held in one place: joining many is quick where they are neighbours

  uint64_t time_of(uint64_t whom) const;  // 0: nothing is known of it
  // Of these lanes: those whose thread's deed at `tick` is known.
  uint32_t covered(uint64_t block, uint32_t warp, uint32_t lanes, uint64_t tick) const;
  bool is_empty() const { return !root_; }
  bool is_same(const Known& other) const { return root_ == other.root_; }  // surely; two that are not may still hold the same
  bool holds(const Known& other) const;                                    // all that the other says
  bool join(const Known& other);                                           // has it brought anything new?
  void join(uint64_t whom, uint64_t before_time);

  Known() = default;
  Known(const Known& other) : root_(other.root_) { hold(root_); }
  Known(Known&& other) noexcept : root_(std::exchange(other.root_, nullptr)) {}
  Known& operator=(Known other) noexcept {
    std::swap(root_, other.root_);
    return *this;
  }
  ~Known() {
    if (root_) let_go(root_);
  }

 private:
  struct Node;
  friend struct KnownTree;
  static void hold(Node* node);
  static void let_go(Node* node);
  const Node* leaf_of(uint64_t whom) const;  // with those beside it; null: nothing is known of any of them
  Node* root_ = nullptr;  // null: knows nothing
};

}  // namespace wb
