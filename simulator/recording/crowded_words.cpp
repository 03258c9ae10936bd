#include "simulator/recording/crowded_words.h"

#include <algorithm>
#include <bit>

namespace wb {

// The upper bits of a product with 2^64 / golden ratio, which keeps neighbours apart (Knuth, The Art of Computer Programming, volume 3, 6.4). Of fewer classes each is a row of
// neighbouring ones.
size_t CrowdedWords::class_of(uint32_t allocation, uint64_t word, uint32_t class_bits) {
  constexpr uint64_t golden = 0x9e3779b97f4a7c15;
  return class_bits == 0 ? 0 : (word + (uint64_t{allocation} << 40)) * golden >> (64 - class_bits);
}

void CrowdedWords::open(size_t group) {
  if (groups_.size() == group + 1 && !groups_.back().marks.empty()) return;
  fold();
  groups_.resize(group + 1);
  groups_.back() = {most_class_bits, std::vector<uint64_t>(units_of_class << most_class_bits)};
  bytes_ += groups_.back().marks.size() * sizeof(uint64_t);
}

void CrowdedWords::fold() {
  if (groups_.empty()) return;
  Group& last = groups_.back();
  size_t marked = 0;
  for (const uint64_t unit : last.marks) marked += static_cast<size_t>(std::popcount(unit));
  const auto places = [&](uint32_t class_bits) { return size_t{stretches_of_group} << class_bits; };
  uint32_t bits = last.class_bits;
  while (bits > 0 && marked <= places(bits - 1) / 4) --bits;
  if (bits == last.class_bits) return;
  std::vector<uint64_t> folded(units_of_class << bits);
  for (size_t i = 0; i < last.marks.size(); ++i) folded[(i / units_of_class >> (last.class_bits - bits)) * units_of_class + i % units_of_class] |= last.marks[i];
  bytes_ -= (last.marks.size() - folded.size()) * sizeof(uint64_t);
  last = {bits, std::move(folded)};
}

void CrowdedWords::add(uint32_t allocation, uint64_t low, uint64_t high, uint32_t stretch) {
  open(stretch / stretches_of_group);
  Group& group = groups_.back();
  const uint32_t here = stretch % stretches_of_group;
  for (uint64_t word = low / word_bytes; word * word_bytes < high; ++word)
    group.marks[class_of(allocation, word, group.class_bits) * units_of_class + here / 64] |= uint64_t{1} << here % 64;
}

bool CrowdedWords::may_come(uint32_t allocation, uint64_t low, uint64_t high, uint32_t stretch) const {
  if (high - low > many_words * word_bytes) return true;
  if (stretch / stretches_of_group >= groups_.size()) return false;
  const Group& group = groups_[stretch / stretches_of_group];
  if (group.marks.empty()) return false;
  const uint32_t here = stretch % stretches_of_group;
  for (uint64_t word = low / word_bytes; word * word_bytes < high; ++word)
    if (group.marks[class_of(allocation, word, group.class_bits) * units_of_class + here / 64] >> here % 64 & 1) return true;
  return false;
}

}  // namespace wb
