#include "simulator/host/any_numbers.h"

#include <array>

namespace wb {
namespace {

// Large ones first, as far as a program goes with them: more blocks, and no whole warps.
constexpr std::array<int64_t, 40> candidates = {200, 1000, 100, 40, 20, 10, 5,  3,  2,  1,  0,  256, 64,  128, 32,   16,   8,     4,     512,     1024,
                                                48,  96,   24,  12, 6,  7,  9, 15, 31, 33, 63, 65,  127, -1,  2048, 4096, 10000, 65536, 1000000, -100};
constexpr int most_runs = 400, most_runs_without_launch = 80;

uint64_t mixed(uint64_t x) {  // splitmix64's steps: neighbours differ in all bits
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

}  // namespace

// The first of those that are looked for goes through all candidates; the others take them in an order that mixes them.
uint64_t AnyNumbers::place() const {
  const size_t behind = given_.size() - kept_.size();
  const auto attempt = static_cast<uint64_t>(attempt_);
  return behind == 0 || attempt == 0 ? attempt + behind + static_cast<uint64_t>(round_) : mixed(attempt * 64 + behind);
}

int64_t AnyNumbers::number() {
  const int64_t next = given_.size() < kept_.size() ? kept_[given_.size()] : candidates[place() % candidates.size()];
  given_.push_back(next);
  return next;
}

bool AnyNumbers::truth() {
  const int64_t next = given_.size() < kept_.size() ? kept_[given_.size()] : static_cast<int64_t>(place() & 1);
  given_.push_back(next);
  return next != 0;
}

void AnyNumbers::hold(bool condition) {
  if (given_.empty()) return;  // it speaks of something else
  if (!condition) has_failed_ = true;
  else if (!has_failed_) held_ = given_.size();
}

bool AnyNumbers::go_on(bool has_launches) {
  const bool is_without = !has_failed_ && !has_launches && !given_.empty();
  if (!has_failed_ && !is_without) return false;
  if (++runs_ >= (is_without ? most_runs_without_launch : most_runs) || (given_.size() <= kept_.size() && kept_.empty())) return false;
  constexpr auto most_attempts = static_cast<int>(candidates.size());
  if (has_failed_ && held_ > kept_.size()) {
    kept_.assign(given_.begin(), given_.begin() + static_cast<std::ptrdiff_t>(held_));
    attempt_ = 0;
  } else if (!kept_.empty() && (attempt_ >= most_attempts || given_.size() <= kept_.size())) {
    kept_.clear();
    attempt_ = 0;
    ++round_;
  } else {
    ++attempt_;
  }
  given_.clear();
  held_ = 0;
  has_failed_ = false;
  return true;
}

}  // namespace wb
