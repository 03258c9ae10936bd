#pragma once
// Text to tokens. Knows comments, line continuations and literals' extents; literal values are read in literals.h.
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/language/token.h"
#include "simulator/source/diagnostic.h"

namespace wb {

// Text that tokens point into; lives as long as the compilation.
class TextArena {
 public:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> texts_;
};

class Lexer {
 public:
  // `diags` may be null: then mistakes are passed over. `text` must outlive the tokens.
  Lexer(std::string_view text, FileId file, DiagSink* diags) : text_(text), file_(file), diags_(diags) {}
  Token next();  // Tok::end at the end, again and again
  // Where the comment lies that next() stepped over last, for the editor.
  struct Comment {
    uint32_t begin, end;
  };
  std::vector<Comment>* comments = nullptr;

 private:
  bool skip_blanks(Token& token);
  Token lex_word(Token token);
  Token lex_number(Token token);
  Token lex_quoted(Token token, char quote);
  Token lex_raw_string(Token token);
  Token lex_punctuation(Token token);
  Token finish(Token token, Tok kind, size_t end);
  void report(Code code, size_t begin, size_t end, std::vector<std::string> arguments = {});
  char at(size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  size_t continuation(size_t i) const;  // length of a backslash-newline at i, or 0

  std::string_view text_;
  FileId file_;
  DiagSink* diags_;
  size_t pos_ = 0;
  bool at_line_start_ = true;
};

}  // namespace wb
