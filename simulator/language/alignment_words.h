#pragma once
// `struct __align__(8) {...} name;`: parentheses in front of a record's body that hold no function's parameters.
#include <vector>

#include "simulator/language/token.h"

namespace wb {

inline bool opens_alignment(const std::vector<Token>& tokens, size_t open) {
  if (open == 0) return false;
  const Tok before = tokens[open - 1].kind;
  return before == Tok::kw_align || before == Tok::kw_alignas || before == Tok::kw_attribute;
}

}  // namespace wb
