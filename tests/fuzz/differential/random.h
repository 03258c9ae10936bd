#pragma once
// A small generator of random numbers that is the same everywhere (std's distributions are not): splitmix64.
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace wb::fuzz {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(mixed(seed + 0x1234567)) {}  // mixed: else the next seed's numbers would be these, one later
  uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15u); }
  size_t below(size_t n) { return n ? static_cast<size_t>(next() % n) : 0; }
  int between(int lo, int hi) { return lo + static_cast<int>(below(static_cast<size_t>(hi - lo + 1))); }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }
  template <class T>
  T pick(std::initializer_list<T> values) { return values.begin()[below(values.size())]; }
  template <class T>
  const T& pick(const std::vector<T>& values) { return values[below(values.size())]; }

 private:
  static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint64_t state_;
};

}  // namespace wb::fuzz
