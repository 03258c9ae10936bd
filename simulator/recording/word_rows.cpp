#include "simulator/recording/word_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/recording/small_numbers.h"

namespace wb {
namespace {

// Small ones of either sign become small numbers.
uint32_t folded(uint32_t difference) { return difference << 1 ^ (difference >> 31 ? ~0u : 0u); }
uint32_t unfolded(uint32_t number) { return number >> 1 ^ (number & 1 ? ~0u : 0u); }

uint32_t gap(std::span<const RowWord> words, size_t i) {
  return static_cast<uint32_t>((words[i].offset - words[i - 1].offset) / WordRow::word_bytes - 1);
}

struct BitWriter {
  std::vector<uint8_t>& to;
  uint64_t open = 0;
  int count = 0;
  void put(uint32_t value, uint8_t bits) {
    open |= uint64_t{value} << count;
    for (count += bits; count >= 8; count -= 8, open >>= 8) to.push_back(static_cast<uint8_t>(open));
  }
  void finish() {
    if (count > 0) to.push_back(static_cast<uint8_t>(open));
  }
};

}  // namespace

void WordRow::put(std::vector<uint8_t>& to, std::span<const RowWord> words, Tells tells, uint64_t& last_offset) {
  const auto told = [&](const RowWord& word) { return tells == both ? folded(word.left - word.found) : word.left; };
  Numbers gaps, founds{0, UINT32_MAX}, lefts{0, UINT32_MAX};
  uint32_t most_gap = 0, most_found = 0, most_left = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i) most_gap = std::max(most_gap, gap(words, i));
    most_found = std::max(most_found, words[i].found), founds.least = std::min(founds.least, words[i].found);
    most_left = std::max(most_left, told(words[i])), lefts.least = std::min(lefts.least, told(words[i]));
  }
  const auto bits_up_to = [](uint32_t most) { return static_cast<uint8_t>(std::bit_width(most)); };
  gaps.bits = bits_up_to(most_gap), founds.bits = bits_up_to(most_found - founds.least), lefts.bits = bits_up_to(most_left - lefts.least);
  put_number(to, uint64_t{words.size()} << 2 | tells);
  put_difference(to, last_offset, words[0].offset);
  last_offset = words[0].offset;
  to.push_back(gaps.bits);
  if (tells & found) to.push_back(founds.bits), put_number(to, founds.least);
  if (tells & left) to.push_back(lefts.bits), put_number(to, lefts.least);
  BitWriter bits{to};
  for (size_t i = 0; i < words.size(); ++i) {
    if (i) bits.put(gap(words, i), gaps.bits);
    if (tells & found) bits.put(words[i].found - founds.least, founds.bits);
    if (tells & left) bits.put(told(words[i]) - lefts.least, lefts.bits);
  }
  bits.finish();
}

WordRow::WordRow(const uint8_t*& at, uint64_t& last_offset) {
  const uint64_t first = get_number(at);
  tells_ = static_cast<uint8_t>(first & both);
  count_ = first >> 2;
  offset_ = last_offset = get_difference(at, last_offset);
  gaps_.bits = *at++;
  for (const Tells what : {found, left}) {
    if (!tells(what)) continue;
    Numbers& numbers = what == found ? found_ : left_;
    numbers.bits = *at++;
    numbers.least = static_cast<uint32_t>(get_number(at));
  }
  bytes_ = at;
  at += (count_ * (uint64_t{gaps_.bits} + found_.bits + left_.bits) - gaps_.bits + 7) / 8;
}

uint32_t WordRow::get(const uint8_t* bytes, uint64_t bit, const Numbers& numbers) {
  uint64_t raw = 0;
  std::memcpy(&raw, bytes + bit / 8, sizeof raw);
  return static_cast<uint32_t>(raw >> bit % 8 & ((uint64_t{1} << numbers.bits) - 1)) + numbers.least;
}

uint32_t WordRow::get(const Numbers& numbers) {
  const uint32_t number = get(bytes_, bit_, numbers);
  bit_ += numbers.bits;
  return number;
}

// From gap to gap: what stands in between is left out.
bool WordRow::comes_to(uint64_t low, uint64_t high) const {
  const uint64_t values = uint64_t{found_.bits} + left_.bits, largest_gap = uint64_t{word_bytes} << gaps_.bits;
  uint64_t offset = offset_, bit = values;
  if (offset >= high || offset + count_ * largest_gap <= low) return false;
  for (uint64_t left_to_read = count_ - 1; offset + word_bytes <= low; --left_to_read, bit += gaps_.bits + values) {
    if (left_to_read == 0) return false;
    offset += (uint64_t{get(bytes_, bit, gaps_)} + 1) * word_bytes;
  }
  return offset < high;
}

RowWord WordRow::next() {
  if (!is_first_) offset_ += (uint64_t{get(gaps_)} + 1) * word_bytes;
  is_first_ = false;
  --count_;
  RowWord word{.offset = offset_};
  if (tells(found)) word.found = get(found_);
  word.left = !tells(left) ? word.found : tells(found) ? word.found + unfolded(get(left_)) : get(left_);
  return word;
}

}  // namespace wb
