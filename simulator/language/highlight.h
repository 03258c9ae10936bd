#pragma once
// Colours for the editor: every byte range of a text that is not plain gets a class. Works on any text, also on half-typed code.
#include <cstdint>
#include <string_view>
#include <vector>

namespace wb {

enum class TokenClass : uint8_t {
  plain, keyword, type, cuda_keyword, cuda_variable, builtin_function, number, string, comment, preprocessor, identifier, operator_
};

struct HighlightSpan {
  uint32_t begin = 0, end = 0;  // byte offsets
  TokenClass cls = TokenClass::plain;
};

// In order, without overlap; white space is left out.
std::vector<HighlightSpan> highlight(std::string_view text);

}  // namespace wb
