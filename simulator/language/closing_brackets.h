#pragma once
// Which bracket closes which, of a whole file at once: what rewrites tokens would else look for it again and again.
#include <vector>

#include "simulator/language/token.h"

namespace wb {

inline bool is_opening(Tok k) { return k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket; }
inline bool is_closing(Tok k) { return k == Tok::right_paren || k == Tok::right_brace || k == Tok::right_bracket; }

// For each opening bracket, the one that closes it; 0: none does.
inline std::vector<size_t> closing_brackets(const std::vector<Token>& tokens) {
  std::vector<size_t> closes(tokens.size()), open;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (is_opening(tokens[i].kind)) open.push_back(i);
    if (!is_closing(tokens[i].kind) || open.empty()) continue;
    closes[open.back()] = i;
    open.pop_back();
  }
  return closes;
}

}  // namespace wb
