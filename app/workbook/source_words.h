#pragma once
// The words of CUDA C++ text: what is code, and what is comment or string.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

// The text with comments and the insides of strings and characters blanked out; lines and columns stay.
std::string code_only(std::string_view text);
// Is `word` used in the code? An identifier matches whole words; anything else matches as it is written.
bool uses_word(std::string_view text, std::string_view word);

struct LineComment {
  uint32_t line = 1, column = 1;  // of the two slashes
  std::string text;               // behind them, trimmed
  bool is_behind_code = false;
};
std::vector<LineComment> line_comments(std::string_view text);

}  // namespace wb
