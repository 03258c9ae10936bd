#include "simulator/language/function_try_blocks.h"

#include <algorithm>
#include <iterator>

#include "simulator/language/closing_brackets.h"

namespace wb {
namespace {

// A statement's `try` stands behind the end of another one, or begins a block.
bool is_of_function(const std::vector<Token>& t, size_t at) {
  if (t[at].kind != Tok::kw_try || at == 0 || t[at + 1].kind != Tok::left_brace) return false;
  constexpr Tok ends[] = {Tok::semicolon, Tok::left_brace, Tok::right_brace, Tok::colon, Tok::kw_else, Tok::kw_do};
  return std::find(std::begin(ends), std::end(ends), t[at - 1].kind) == std::end(ends);
}

// The brace that ends the last handler; 0: a bracket is not closed.
size_t last_brace(const std::vector<Token>& t, const std::vector<size_t>& closes, size_t at) {
  size_t end = closes[at + 1];
  while (end && t[end + 1].kind == Tok::kw_catch && t[end + 2].kind == Tok::left_paren) {
    const size_t body = closes[end + 2] + 1;
    end = t[body].kind == Tok::left_brace ? closes[body] : 0;
  }
  return end;
}

Token brace(Tok kind, const char* text, const Token& like) {
  Token made = like;
  made.kind = kind;
  made.text = text;
  return made;
}

}  // namespace

void write_out_function_try_blocks(std::vector<Token>& tokens) {
  std::vector<size_t> closes;
  std::vector<bool> opens_here, closes_here;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!is_of_function(tokens, i)) continue;
    if (closes.empty()) closes = closing_brackets(tokens), opens_here.resize(tokens.size()), closes_here.resize(tokens.size());
    if (const size_t end = last_brace(tokens, closes, i)) opens_here[i] = closes_here[end] = true;
  }
  if (closes.empty()) return;
  std::vector<Token> out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (opens_here[i]) out.push_back(brace(Tok::left_brace, "{", tokens[i]));
    out.push_back(tokens[i]);
    if (closes_here[i]) out.push_back(brace(Tok::right_brace, "}", tokens[i]));
  }
  tokens = std::move(out);
}

}  // namespace wb
