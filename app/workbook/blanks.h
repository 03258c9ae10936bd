#pragma once
// Blanks: a program in which some expressions are left to the student, `/*blank*/ old /*end*/`. The marks stay in the text, so the text
// says which blanks there are and what stands in them; everything between them belongs to the lesson.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

struct Blank {
  size_t begin = 0, end = 0;  // of the marks and what is between them, in the text
  size_t inside = 0;          // where the content begins
  std::string content;        // without the blank that stands on either side of it
};

// All blanks of a text, in order; nothing where one is not closed. A text without any has none.
std::optional<std::vector<Blank>> blanks_in(std::string_view text);
// Is all but the content of the blanks the same?
bool differ_in_blanks_only(std::string_view start, std::string_view text);
// The text with another content in one of its blanks; nothing where that would not be read back so.
std::optional<std::string> with_blank(std::string_view text, size_t blank, std::string_view content);
// Can the start become this solution by its blanks alone? Comments and blank space do not count.
bool blanks_lead_to(std::string_view start, std::string_view solution);

}  // namespace wb
