#pragma once
// Sentences that models make in English, said in another language: by patterns with holes, whose contents are looked up in turn. Pure.
//
//     "{0} blocks of {1} threads"  =  "블록 {0}개, 각 스레드 {1}개"
//     "{0}, line {1}, {2} pairs"   =  "{0}, {1}행, {2}쌍"              {0} is "Read and write": a phrase of its own
//
// Of several patterns that fit, the one with the most letters of its own is taken. What none fits stays English: a name, a number, a new sentence.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

class Phrases {
 public:
  void clear();
  void add(std::string_view english, std::string_view translation);
  bool empty() const { return exact_.empty() && patterns_.empty(); }
  std::string say(std::string_view english) const;

 private:
  struct Pattern {
    std::vector<std::string> pieces;   // between the holes: one more than these
    std::vector<size_t> holes;         // their numbers, in order
    std::string translation;
    size_t letters = 0;
  };
  std::string translated(std::string_view english, int depth) const;
  bool fill(const Pattern& pattern, std::string_view english, int depth, std::string& out) const;

  std::map<std::string, std::string, std::less<>> exact_;
  std::vector<Pattern> patterns_;      // those with most letters first
  mutable std::map<std::string, std::string, std::less<>> said_;   // the same few hundred are asked for in every frame
};

}  // namespace wb
