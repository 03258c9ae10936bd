#pragma once
// How many warps of each resident block can run, so that "the n-th warp that can run" is found without looking at all of them: a grid whose
// blocks wait for each other has tens of thousands. A tree of sums: node i holds those of the blocks (i - lowest bit of i, i]. It is as wide as if there were a power
// of two of them, so that who goes down in it need not look where it ends.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace wb {

class ReadyWarps {
 public:
  void forget() { counts_.clear(); }
  bool is_known() const { return !counts_.empty(); }
  // `counts`: by resident block.
  void set(std::vector<uint32_t> counts) {
    counts_ = std::move(counts);
    warps_.assign(counts_.size(), 0);
    add_up();
  }
  void append(uint32_t count) {  // all of its warps
    if (!is_known()) return;
    counts_.push_back(count);
    warps_.push_back(count ? ~0u >> (32 - count) : 0);
    add_up();
  }
  void erase(size_t block) {
    if (!is_known()) return;
    counts_.erase(counts_.begin() + static_cast<std::ptrdiff_t>(block));
    warps_.erase(warps_.begin() + static_cast<std::ptrdiff_t>(block));
    add_up();
  }
  void change(size_t block, uint32_t count) {
    const uint32_t more = count - counts_[block];  // wraps around, as the sums do
    if (more == 0) return;
    counts_[block] = count;
    total_ += more;
    for (size_t i = block + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += more;
  }
  // The same, for who asks which ones they are: bit w is warp w.
  void change_warps(size_t block, uint32_t warps) {
    if (warps_[block] == warps) return;
    warps_[block] = warps;
    change(block, static_cast<uint32_t>(std::popcount(warps)));
  }
  uint32_t warps_of(size_t block) const { return warps_[block]; }
  uint32_t total() const { return total_; }
  // The block of the n-th warp that can run, n below total(), and which of the block's it is.
  struct Place {
    size_t block = 0;
    uint32_t nth = 0;
  };
  Place find(uint32_t n) const {
    size_t at = 0;
    for (size_t step = sums_.size() / 2; step; step /= 2) {
      const uint32_t sum = sums_[at + step], is_behind = sum <= n;  // without a jump: nobody can foresee it
      at += step & -size_t{is_behind};
      n -= sum & -is_behind;
    }
    return {at, n};
  }

 private:
  void add_up() {
    sums_.assign(std::bit_ceil(counts_.size()), 0);
    total_ = 0;
    for (const uint32_t count : counts_) total_ += count;
    for (size_t i = 1; i < sums_.size(); ++i) {
      if (i <= counts_.size()) sums_[i] += counts_[i - 1];
      if (const size_t above = i + (i & (~i + 1)); above < sums_.size()) sums_[above] += sums_[i];
    }
  }

  std::vector<uint32_t> counts_, sums_, warps_;
  uint32_t total_ = 0;
};

// When which block must be looked at: some of its lanes wake up then.
class Looks {
 public:
  void forget() { all_ = {}, last_ = {}; }
  void add(uint64_t tick, uint32_t block) {
    if (last_ == Look{tick, block}) return;
    last_ = {tick, block};
    all_.push(last_);
  }
  // One that is due.
  bool take(uint64_t tick, uint32_t& block) {
    if (all_.empty() || all_.top().first > tick) return false;
    block = all_.top().second;
    if (last_ == all_.top()) last_ = {};
    all_.pop();
    return true;
  }

 private:
  using Look = std::pair<uint64_t, uint32_t>;
  std::priority_queue<Look, std::vector<Look>, std::greater<>> all_;
  Look last_;
};

}  // namespace wb
