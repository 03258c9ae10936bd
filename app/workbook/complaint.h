#pragma once
// What is wrong with a lesson's files: one line a complaint, for instructors and CI.
//
//     lessons/04-rgb-to-grey/lesson.md:12:3: error: unknown key `grids` in a launch (did you mean `grid`?)
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/source/diagnostic.h"

namespace wb {

struct Complaint {
  Severity severity = Severity::error;
  std::string file;     // as the user would type it
  uint32_t line = 1;    // 1-based
  uint32_t column = 1;  // 1-based, in bytes
  std::string message;
  std::string hint;     // what to do; may be empty
  friend bool operator==(const Complaint&, const Complaint&) = default;
};

// One line, without a newline.
std::string to_string(const Complaint& complaint);
bool has_errors(const std::vector<Complaint>& complaints);

// The candidate that `word` is most likely a misspelling of, or an empty string.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);
// " (did you mean `grid`?)" as a hint without the brackets, or an empty string.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
// That, or else what there is: "it has `width`, `height`".
std::string nearest_or_list(std::string_view word, const std::vector<std::string>& there);

}  // namespace wb
