#include "simulator/language/gnu_words.h"

#include <algorithm>
#include <iterator>

#include "simulator/language/closing_brackets.h"

namespace wb {
namespace {

bool begins_statement_without_value(Tok k) {
  constexpr Tok words[] = {Tok::kw_if, Tok::kw_for, Tok::kw_while, Tok::kw_do, Tok::kw_switch, Tok::kw_break, Tok::kw_continue, Tok::semicolon, Tok::right_brace};
  return std::find(std::begin(words), std::end(words), k) != std::end(words);
}

class StatementExpressions {
 public:
  explicit StatementExpressions(std::vector<Token>& tokens) : t_(tokens), closes_(closing_brackets(tokens)) {}

  void run() {
    std::vector<Token> out;
    for (size_t i = 0; i < t_.size(); ++i) {
      if (is_statement_expression(i)) mark(i);
      if (returns_.size() > i && returns_[i]) out.push_back(word(Tok::kw_return, "return", t_[i]));
      if (role_.size() > i && role_[i] == Role::opens) {
        for (const auto& [kind, text] : {std::pair{Tok::left_bracket, "["}, {Tok::amp, "&"}, {Tok::right_bracket, "]"}, {Tok::left_paren, "("}, {Tok::right_paren, ")"}}) out.push_back(word(kind, text, t_[i]));
      } else if (role_.size() > i && role_[i] == Role::closes) {
        out.push_back(word(Tok::left_paren, "(", t_[i]));
        out.push_back(word(Tok::right_paren, ")", t_[i]));
      } else {
        out.push_back(t_[i]);
      }
    }
    if (!role_.empty()) t_ = std::move(out);
  }

 private:
  enum class Role : uint8_t { none, opens, closes };

  // `(` `{` ... `;` `}` `)`: no list in braces ends in a semicolon.
  bool is_statement_expression(size_t i) const {
    if (t_[i].kind != Tok::left_paren || i + 1 >= t_.size() || t_[i + 1].kind != Tok::left_brace) return false;
    const size_t brace = closes_[i + 1];
    if (brace <= i + 2 || closes_[i] != brace + 1) return false;
    if (t_[brace - 1].kind != Tok::semicolon && t_[brace - 1].kind != Tok::right_brace) return false;
    return is_of_statements(i + 2, brace);
  }
  // Is there a semicolon of its own, and nothing that leaves the function? {"a", [] { f(); }} is a list.
  bool is_of_statements(size_t from, size_t to) const {
    const auto leaves = [](const Token& t) { return t.kind == Tok::kw_return || t.kind == Tok::kw_goto; };
    if (std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(from), t_.begin() + static_cast<std::ptrdiff_t>(to), leaves)) return false;
    for (size_t i = from; i < to; i = is_opening(t_[i].kind) && closes_[i] > i ? closes_[i] : i + 1)
      if (t_[i].kind == Tok::semicolon) return true;
    return false;
  }
  void mark(size_t open) {
    if (role_.empty()) role_.resize(t_.size()), returns_.resize(t_.size());
    role_[open] = Role::opens;
    role_[closes_[open]] = Role::closes;
    if (const size_t value = last_statement(open + 2, closes_[open] - 1)) returns_[value] = true;
  }
  // Where the statement begins whose value counts; 0: the last one has none.
  size_t last_statement(size_t from, size_t to) const {
    if (t_[to - 1].kind != Tok::semicolon) return 0;
    size_t begin = from;
    for (size_t i = from; i + 1 < to; i = is_opening(t_[i].kind) && closes_[i] > i ? closes_[i] : i + 1) {
      const bool is_block = t_[i].kind == Tok::right_brace && t_[i + 1].kind != Tok::left_paren && t_[i + 1].kind != Tok::comma;  // no lambda that is called, no list
      if (t_[i].kind == Tok::semicolon || is_block) begin = i + 1;
    }
    return begins_statement_without_value(t_[begin].kind) ? 0 : begin;
  }
  static Token word(Tok kind, const char* text, const Token& like) {
    Token t = like;
    t.kind = kind;
    t.text = text;
    return t;
  }

  std::vector<Token>& t_;
  const std::vector<size_t> closes_;
  std::vector<Role> role_;
  std::vector<bool> returns_;
};

bool is_typeof(const Token& t) { return t.kind == Tok::identifier && (t.text == "typeof" || t.text == "__typeof__" || t.text == "__typeof"); }

void read_typeof_as_decltype(std::vector<Token>& tokens) {
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (is_typeof(tokens[i]) && tokens[i + 1].kind == Tok::left_paren) tokens[i].kind = Tok::kw_decltype;
}

// The last token that was kept may be `unsigned` or `signed`; so may the next one be.
void name_wide_integers(std::vector<Token>& tokens) {
  const auto is_sign = [](const Token& t) { return t.kind == Tok::kw_unsigned || t.kind == Tok::kw_signed; };
  size_t kept = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Token t = tokens[i];
    if (t.kind == Tok::identifier && (t.text == "__int128" || t.text == "__int128_t" || t.text == "__uint128_t")) {
      bool is_unsigned = t.text == "__uint128_t";
      if (kept > 0 && is_sign(tokens[kept - 1])) is_unsigned |= tokens[--kept].kind == Tok::kw_unsigned;
      if (i + 1 < tokens.size() && is_sign(tokens[i + 1])) is_unsigned |= tokens[++i].kind == Tok::kw_unsigned;
      t.text = is_unsigned ? "__wb_uint128" : "__wb_int128";
    }
    tokens[kept++] = t;
  }
  tokens.resize(kept);
}

void drop_register_bounds(std::vector<Token>& tokens) {
  size_t kept = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == Tok::identifier && tokens[i].text == "__maxnreg__" && i + 1 < tokens.size() && tokens[i + 1].kind == Tok::left_paren) {
      int depth = 0;
      for (++i; i < tokens.size(); ++i) {
        depth += is_opening(tokens[i].kind) - is_closing(tokens[i].kind);
        if (depth <= 0) break;
      }
      continue;
    }
    if (kept != i) tokens[kept] = tokens[i];
    ++kept;
  }
  tokens.resize(kept);
}

}  // namespace

void write_out_gnu_words(std::vector<Token>& tokens) {
  read_typeof_as_decltype(tokens);
  drop_register_bounds(tokens);
  name_wide_integers(tokens);
  StatementExpressions(tokens).run();
}

}  // namespace wb
