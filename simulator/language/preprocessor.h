#pragma once
// Tokens of a whole compilation: directives obeyed, macros expanded, includes pulled in.
//
// Sources of tokens stand on a stack: files, and the text of macros that are being expanded. A macro is switched off while its own text is
// on the stack; its name found there is marked `no_expand` for good (the C rule that ends self-reference).
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/language/front_end.h"
#include "simulator/language/lexer.h"

namespace wb {

struct Macro {
  std::string_view name;
  Span span;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
  bool is_function = false;
  bool is_variadic = false;  // its last parameter (__VA_ARGS__) takes the rest
  bool is_predefined = false;
  bool is_contract = false;  // contract_macros.h: a declaration of the name takes its place
  int active = 0;
};

// A text ends with so many end tokens: whoever looks a few tokens ahead of one that is no end needs not ask whether there are any.
inline constexpr size_t ends_of_text = 4;

class Preprocessor {
 public:
  Preprocessor(SourceMap& sources, const FrontEndOptions& options, TextArena& arena, DiagSink& diags)
      : sources_(sources), options_(options), arena_(arena), diags_(diags) {}
  std::vector<Token> run(FileId main);  // ends with Tok::end
  const std::vector<std::string_view>& library() const { return library_; }  // the library headers that were included

 private:
  struct Source {
    const Token* next = nullptr;
    const Token* end = nullptr;
    std::shared_ptr<Macro> macro;             // switched off until this source is used up
    std::shared_ptr<std::vector<Token>> own;  // keeps the tokens
    bool is_file = false;
    size_t conditionals = 0;                  // open #ifs when the file began
  };
  struct Conditional {
    Token directive;
    bool taken = false;        // some branch has been taken
    bool parent_live = false;  // the text around is live
    bool seen_else = false;
  };

  void report(Code code, Span span, std::vector<std::string> arguments = {});
  bool enter_file(FileId file);
  bool include_own(const std::string& path, const std::string& folder, Span span, const Token& at);
  std::string folder_of(FileId file) const;
  bool over_limit(const Token& at);
  Token raw();                               // the next token of the innermost source; leaves used-up macros
  const Token* peek_raw();
  void pop_source();
  bool is_declared_here() const;
  bool expand(const Token& name);            // true: the macro's text is on the stack now
  bool collect_arguments(const Token& name, const Macro& macro, std::vector<std::vector<Token>>& arguments);
  std::vector<Token> expand_list(const std::vector<Token>& tokens);
  std::vector<Token> substitute(const Token& name, const Macro& macro, const std::vector<std::vector<Token>>& arguments);
  Token stringify(const Token& hash, const std::vector<Token>& argument);
  Token paste(const Token& left, const Token& right);
  std::shared_ptr<Macro> find(std::string_view name);
  bool is_defined(std::string_view name);
  void define_from_options();

  void directive();
  std::vector<Token> rest_of_line();
  void define(const std::vector<Token>& line, const Token& at);
  void include(const std::vector<Token>& line, const Token& at);
  bool include_library(std::string_view path);
  void pragma(const std::vector<Token>& line, const Token& at);
  void open_conditional(const Token& at, bool value);
  void skip_group();
  void conditional_branch(const Token& at);
  bool condition(std::vector<Token> line, const Token& at);
  void emit(const Token& token);

  SourceMap& sources_;
  const FrontEndOptions& options_;
  TextArena& arena_;
  DiagSink& diags_;
  std::unordered_map<std::string_view, std::shared_ptr<Macro>> macros_;  // shared: an #undef among its arguments must not take it away
  std::unordered_set<std::string_view> undefined_;  // predefined names that the file has taken back
  FileId main_{};
  std::unordered_set<std::string> once_;            // files with #pragma once
  std::deque<Source> stack_;  // a deque: a file's place stays where it is while conditions and arguments are read above it
  std::vector<Conditional> conditionals_;
  std::vector<Token> out_;
  std::vector<std::string_view> library_;
  size_t floor_ = 0;  // expand_list: sources below belong to someone else
  size_t expansions_ = 0, produced_ = 0, depth_ = 0, file_depth_ = 0;
  bool stopped_ = false;
};

// #if's arithmetic on 64-bit integers; false and a text if the tokens are no expression. Names count as 0.
bool evaluate_condition(const std::vector<Token>& tokens, int64_t& value, std::string& problem);

// What the compiler and CUDA's headers define: "INT_MAX", "__CUDACC__", "CUDART_PI_F". Null: not known.
const char* predefined_macro(std::string_view name);

}  // namespace wb
