#include "app/workbook/shuffle.h"

#include <cstdint>
#include <utility>

namespace wb {

namespace {

uint64_t hash_of(std::string_view s) {
  uint64_t h = 1469598103934665603ull;  // FNV-1a
  for (char c : s) h = (h ^ static_cast<uint8_t>(c)) * 1099511628211ull;
  return h;
}

}  // namespace

std::vector<int> shuffled(size_t count, std::string_view seed) {
  std::vector<int> order(count);
  for (size_t i = 0; i < count; ++i) order[i] = static_cast<int>(i);
  uint64_t state = hash_of(seed);
  for (size_t i = count; i > 1; --i) {  // Fisher and Yates, from a small generator of our own
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    std::swap(order[i - 1], order[(state >> 33) % i]);
  }
  return order;
}

}  // namespace wb
