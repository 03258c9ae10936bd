#pragma once
// Who comes to a word of a crowded piece (crowded_pieces.h), and when? The turns that come there stand in the journal, each in a row with whatever else it comes to, and to
// read all rows of a long run for one word takes long. So words are put in classes, and of each class it is noted in which stretches of the journal somebody comes to a
// word of it:
//
//   stretches      0 1 2 3 4 5 6 7 ... 511 | 512 ...          one group
//   class 0        . . x . . . . .         |
//         1        x . . . . x . .         |    a word is of one class: in stretches without a mark there nobody comes to it
//         ...                              |
//
// In a group in which few classes have marks neighbouring classes are made one, until a quarter of all places may be marked: a counter that everybody comes to
// takes no more than a few bytes.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wb {

class CrowdedWords {
 public:
  // Bytes of an allocation, in a stretch of the journal; never of one before the last one that was named.
  void add(uint32_t allocation, uint64_t low, uint64_t high, uint32_t stretch);
  // Does anybody come to one of these bytes there? Perhaps yes where nobody does.
  bool may_come(uint32_t allocation, uint64_t low, uint64_t high, uint32_t stretch) const;
  size_t bytes() const { return bytes_; }
  void finish() { fold(); }

 private:
  static constexpr uint32_t stretches_of_group = 512, most_class_bits = 9;
  static constexpr uint64_t word_bytes = 4, many_words = 16;
  static constexpr size_t units_of_class = stretches_of_group / 64;
  struct Group {
    uint32_t class_bits = 0;
    std::vector<uint64_t> marks;  // class by class, a bit for each stretch; none: nobody comes to any
  };
  static size_t class_of(uint32_t allocation, uint64_t word, uint32_t class_bits);
  void open(size_t group);
  void fold();  // the last group
  std::vector<Group> groups_;
  size_t bytes_ = 0;
};

}  // namespace wb
