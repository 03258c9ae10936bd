#include "simulator/language/lexer.h"

#include <array>
#include <cstdio>
#include <unordered_map>

#include "simulator/source/diagnostic_codes.h"

namespace wb {
namespace {

#define WB_SPELLING_P(name, spelling) {Tok::name, spelling},
#define WB_SPELLING_K(name, spelling, cls) {Tok::name, spelling},
struct Spelling {
  Tok kind;
  std::string_view text;
};
constexpr Spelling punctuation[] = {WB_PUNCTUATION(WB_SPELLING_P)};
constexpr Spelling keywords[] = {WB_KEYWORDS(WB_SPELLING_K)};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

std::string printable(std::string_view text) {
  if (text.size() == 1 && (static_cast<unsigned char>(text[0]) < 32 || text[0] == 127)) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "\\x%02x", static_cast<unsigned char>(text[0]));
    return hex;
  }
  return std::string(text);
}

}  // namespace

const char* spelling(Tok kind) {
  for (const Spelling& s : punctuation)
    if (s.kind == kind) return s.text.data();
  for (const Spelling& s : keywords)
    if (s.kind == kind) return s.text.data();
  return "";
}

Tok keyword_kind(std::string_view word) {
  static const auto table = [] {
    std::unordered_map<std::string_view, Tok> map;
    for (const Spelling& s : keywords) map.emplace(s.text, s.kind);
    constexpr Spelling words[] = {{Tok::amp_amp, "and"}, {Tok::pipe_pipe, "or"}, {Tok::bang, "not"}, {Tok::bang_equal, "not_eq"},
                                  {Tok::amp, "bitand"}, {Tok::pipe, "bitor"}, {Tok::caret, "xor"}, {Tok::tilde, "compl"}};
    for (const Spelling& s : words) map.emplace(s.text, s.kind);
    return map;
  }();
  auto it = table.find(word);
  return it == table.end() ? Tok::identifier : it->second;
}

void Lexer::report(Code code, size_t begin, size_t end, std::vector<std::string> arguments) {
  if (diags_)
    diags_->add({code_info(code).severity, code, {file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, std::move(arguments), {}});
}

Token Lexer::finish(Token token, Tok kind, size_t end) {
  token.kind = kind;
  token.text = text_.substr(token.span.begin, end - token.span.begin);
  token.span.end = static_cast<uint32_t>(end);
  pos_ = end;
  return token;
}

size_t Lexer::continuation(size_t i) const {
  if (at(i) != '\\') return 0;
  if (at(i + 1) == '\n') return 2;
  return at(i + 1) == '\r' && at(i + 2) == '\n' ? 3 : 0;
}

// Blanks, comments and joined lines. False at the end of the text.
bool Lexer::skip_blanks(Token& token) {
  while (pos_ < text_.size()) {
    char c = text_[pos_];
    if (c == '\n') {
      at_line_start_ = true;
      ++pos_;
    } else if (is_blank(c)) {
      ++pos_;
    } else if (size_t n = continuation(pos_)) {
      pos_ += n;
    } else if (c == '/' && at(pos_ + 1) == '/') {
      size_t begin = pos_;
      while (pos_ < text_.size() && text_[pos_] != '\n') {
        size_t joined = continuation(pos_);
        pos_ += joined ? joined : 1;
      }
      if (comments) comments->push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(pos_)});
    } else if (c == '/' && at(pos_ + 1) == '*') {
      size_t begin = pos_, close = text_.find("*/", pos_ + 2);
      if (close == std::string_view::npos) report(Code::WB1002, begin, begin + 2);
      pos_ = close == std::string_view::npos ? text_.size() : close + 2;
      if (comments) comments->push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(pos_)});
    } else {
      return true;
    }
    token.space_before = true;
  }
  return false;
}

Token Lexer::next() {
  Token token;
  bool more = skip_blanks(token);
  token.line_start = at_line_start_;
  at_line_start_ = false;
  token.span = {file_, static_cast<uint32_t>(pos_), static_cast<uint32_t>(pos_), 0};
  if (!more) {
    token.line_start = true;
    return token;
  }
  char c = text_[pos_];
  if (is_letter(c)) return lex_word(token);
  if (is_digit(c) || (c == '.' && is_digit(at(pos_ + 1)))) return lex_number(token);
  if (c == '"') return lex_quoted(token, '"');
  if (c == '\'') return lex_quoted(token, '\'');
  return lex_punctuation(token);
}

Token Lexer::lex_word(Token token) {
  size_t end = pos_;
  while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
  std::string_view word = text_.substr(pos_, end - pos_);
  if (end < text_.size() && (text_[end] == '"' || text_[end] == '\'') &&
      (word == "L" || word == "u" || word == "U" || word == "u8" || word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R")) {
    pos_ = end;
    if (word.back() == 'R' && text_[end] == '"') return lex_raw_string(token);
    return lex_quoted(token, text_[end]);
  }
  return finish(token, keyword_kind(word), end);
}

// A "preprocessing number": digits, letters, dots, digit separators, and a sign after an exponent's letter.
Token Lexer::lex_number(Token token) {
  size_t end = pos_;
  while (end < text_.size()) {
    char c = text_[end];
    if ((c == '+' || c == '-') && end > pos_) {
      char before = text_[end - 1];
      bool is_hex = at(pos_) == '0' && (at(pos_ + 1) == 'x' || at(pos_ + 1) == 'X');
      bool is_exponent = is_hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
      if (!is_exponent) break;
    } else if (c == '\'' ? !(is_letter(at(end + 1)) || is_digit(at(end + 1))) : !(is_letter(c) || is_digit(c) || c == '.')) {
      break;
    }
    ++end;
  }
  return finish(token, Tok::number, end);
}

Token Lexer::lex_quoted(Token token, char quote) {
  size_t end = pos_ + 1;
  while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
    if (text_[end] == '\\' && end + 1 < text_.size()) {
      size_t joined = continuation(end);
      end += joined ? joined : 2;
    } else {
      ++end;
    }
  }
  if (end > text_.size()) end = text_.size();
  Tok kind = quote == '"' ? Tok::string : Tok::character;
  if (at(end) == quote) return finish(token, kind, end + 1);
  report(quote == '"' ? Code::WB1003 : Code::WB1004, pos_, pos_ + 1);
  // The closing quote is added, so that whoever reads the value sees a whole literal: an unclosed one counts as unknown.
  return finish(token, Tok::unknown, end);
}

// raw-string = R"delimiter( ... )delimiter"
Token Lexer::lex_raw_string(Token token) {
  size_t open = text_.find('(', pos_);
  if (open == std::string_view::npos || open - pos_ > 17) return lex_quoted(token, '"');
  std::string close = ")" + std::string(text_.substr(pos_ + 1, open - pos_ - 1)) + "\"";
  size_t end = text_.find(close, open);
  if (end != std::string_view::npos) return finish(token, Tok::string, end + close.size());
  report(Code::WB1003, pos_, pos_ + 1);
  return finish(token, Tok::unknown, text_.size());
}

Token Lexer::lex_punctuation(Token token) {
  static const auto by_first = [] {
    std::array<std::vector<Spelling>, 128> table;
    for (const Spelling& s : punctuation) table[static_cast<size_t>(s.text[0])].push_back(s);
    return table;
  }();
  auto first = static_cast<unsigned char>(text_[pos_]);
  const Spelling* best = nullptr;
  if (first < 128)
    for (const Spelling& s : by_first[first])
      if (text_.substr(pos_, s.text.size()) == s.text && (!best || s.text.size() > best->text.size())) best = &s;
  if (best) return finish(token, best->kind, pos_ + best->text.size());
  report(Code::WB1001, pos_, pos_ + 1, {printable(text_.substr(pos_, 1))});
  return finish(token, Tok::unknown, pos_ + 1);
}

}  // namespace wb
