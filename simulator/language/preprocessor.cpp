#include "simulator/language/preprocessor.h"

#include "simulator/language/contract_macros.h"
#include "simulator/language/literals.h"

#include <algorithm>
#include <filesystem>

#include "simulator/library/library.h"
#include "simulator/source/diagnostic_codes.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

// Headers of our users' world that need no text: their names are known to the front end already.
bool is_known_header(std::string_view name) {
  size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  static constexpr std::string_view prefixes[] = {"cuda", "device_", "helper_", "math", "vector_", "curand", "cublas", "cooperative_groups",
                                                  "std", "builtin_types", "sm_", "texture_", "driver_types", "host_", "crt", "nv"};
  for (std::string_view prefix : prefixes)
    if (name.starts_with(prefix)) return true;
  static constexpr std::string_view names[] = {"assert.h", "float.h", "limits.h", "string.h", "time.h", "iostream", "vector", "cmath", "cfloat",
                                               "climits", "cstdint", "cstdio", "cstdlib", "cassert", "algorithm", "string"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string joined_text(const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& t : tokens) {
    if (!text.empty() && t.space_before) text += ' ';
    text += t.text;
  }
  return text;
}

bool same_text(const Macro& a, const Macro& b) {
  return a.is_function == b.is_function && a.parameters == b.parameters && joined_text(a.body) == joined_text(b.body);
}

}  // namespace

void Preprocessor::report(Code code, Span span, std::vector<std::string> arguments) {
  diags_.add({code_info(code).severity, code, span, std::move(arguments), {}});
}

std::vector<Token> Preprocessor::run(FileId main) {
  define_from_options();
  out_.reserve(1024);
  main_ = main;
  enter_file(main);
  while (!stack_.empty() && !stopped_ && !diags_.is_full()) {
    const Token* next = peek_raw();
    if (!next) break;
    if (next->kind == Tok::hash && next->line_start && stack_.back().is_file) {
      directive();
      continue;
    }
    Token token = raw();
    if (is_word(token) && expand(token)) continue;
    emit(token);
  }
  for (const Conditional& open : conditionals_) report(Code::WB1013, open.directive.span, {std::string(open.directive.text)});
  Token end;
  uint32_t size = static_cast<uint32_t>(sources_.text(main).size());
  end.span = {main, size, size, 0};
  end.line_start = end.space_before = true;
  out_.insert(out_.end(), ends_of_text, end);
  return std::move(out_);
}

void Preprocessor::define_from_options() {
  for (const auto& [name, value] : options_.defines) {
    FileId file = sources_.add("<command line>", "#define " + name + " " + value + "\n");
    enter_file(file);
    while (const Token* next = peek_raw()) {
      if (next->kind != Tok::hash) break;
      directive();
    }
    stack_.clear();
    file_depth_ = 0;
  }
}

void Preprocessor::emit(const Token& token) {
  if (over_limit(token)) return;
  out_.push_back(token);
}

bool Preprocessor::over_limit(const Token& at) {
  if (stopped_) return true;
  if (++produced_ <= limits::tokens) return false;
  report(Code::WB1019, at.span, {std::to_string(limits::tokens)});
  return stopped_ = true;
}

bool Preprocessor::enter_file(FileId file) {
  Span whole{file, 0, 0, 0};
  if (sources_.text(file).size() > limits::source_bytes) {
    report(Code::WB1020, whole, {std::to_string(limits::source_bytes)});
    return false;
  }
  std::string_view text = arena_.keep(std::string(sources_.text(file)));
  auto tokens = std::make_shared<std::vector<Token>>();
  tokens->reserve(text.size() / 4 + 4);
  Lexer lexer(text, file, &diags_);
  for (Token t = lexer.next(); t.kind != Tok::end; t = lexer.next()) {
    if (tokens->size() > limits::tokens) {
      report(Code::WB1019, t.span, {std::to_string(limits::tokens)});
      stopped_ = true;
      return false;
    }
    tokens->push_back(t);
  }
  Source source;
  source.next = tokens->data();
  source.end = tokens->data() + tokens->size();
  source.own = std::move(tokens);
  source.is_file = true;
  source.conditionals = conditionals_.size();
  stack_.push_back(std::move(source));
  ++file_depth_;
  return true;
}

void Preprocessor::pop_source() {
  Source& top = stack_.back();
  if (top.macro) --top.macro->active;
  if (top.is_file) {
    --file_depth_;
    while (conditionals_.size() > top.conditionals) {
      report(Code::WB1013, conditionals_.back().directive.span, {std::string(conditionals_.back().directive.text)});
      conditionals_.pop_back();
    }
  }
  stack_.pop_back();
}

const Token* Preprocessor::peek_raw() {
  while (stack_.size() > floor_ && stack_.back().next == stack_.back().end) pop_source();
  return stack_.size() > floor_ ? stack_.back().next : nullptr;
}

Token Preprocessor::raw() {
  const Token* next = peek_raw();
  if (!next) return {};
  Token token = *next;
  ++stack_.back().next;
  return token;
}

std::shared_ptr<Macro> Preprocessor::find(std::string_view name) {
  auto it = macros_.find(name);
  if (it != macros_.end()) return it->second;
  const char* text = predefined_macro(name);
  const bool is_assert = name == "assert";  // as <cassert> has it
  const ContractMacro contract = contract_macro(name);
  if (contract.text) text = contract.text;
  if (is_assert) text = find("NDEBUG") ? "((void)0)" : "__wb_assert((__VA_ARGS__), #__VA_ARGS__)";
  if (!text || undefined_.count(name)) return nullptr;
  Macro macro;
  macro.name = name;
  macro.is_function = is_assert || contract.text;
  macro.is_variadic = macro.is_function && !contract.has_two_parameters;
  if (macro.is_variadic) macro.parameters = {"__VA_ARGS__"};
  if (contract.has_two_parameters) macro.parameters = {"p", "q"};
  macro.is_contract = contract.text != nullptr;
  macro.is_predefined = true;
  Lexer lexer(arena_.keep(text), {}, nullptr);
  for (Token t = lexer.next(); t.kind != Tok::end; t = lexer.next()) macro.body.push_back(t);
  return macros_[name] = std::make_shared<Macro>(std::move(macro));
}

// A prover's words are no macros for nvcc: a file that asks is told so, and may define them.
bool Preprocessor::is_defined(std::string_view name) {
  const std::shared_ptr<Macro> macro = find(name);
  return macro && !macro->is_contract;
}

// `void __requires(` declares it; `return __implies(` and `; __requires(` do not.
bool Preprocessor::is_declared_here() const {
  if (floor_ > 0 || out_.empty()) return false;
  const Token& before = out_.back();
  return is_word(before) && before.text != "return" && before.text != "else" && before.text != "do";
}

bool Preprocessor::expand(const Token& name) {
  if (name.no_expand) return false;
  if (name.text == "__LINE__" || name.text == "__FILE__") {
    Token value = name;
    Span at = sources_.outermost(name.span);
    value.kind = name.text == "__LINE__" ? Tok::number : Tok::string;
    value.text = arena_.keep(value.kind == Tok::number ? std::to_string(sources_.start(at).line) : "\"" + std::string(sources_.name(at.file)) + "\"");
    if (floor_ == 0) {
      emit(value);
      return true;
    }
    return false;
  }
  if (name.text == "_Pragma") {  // _Pragma("unroll")
    if (floor_ > 0) return false;  // in a macro's argument: its turn comes where the argument stands
    const Token* next = peek_raw();
    if (!next || next->kind != Tok::left_paren) return false;
    raw();
    Token text = raw();
    raw();
    if (text.text.find("unroll") != std::string_view::npos) {
      text.kind = Tok::pragma_unroll;
      emit(text);
    }
    return true;
  }
  const std::shared_ptr<Macro> macro = find(name.text);
  if (!macro) return false;
  if (macro->active > 0) {
    Token own = name;
    own.no_expand = true;
    if (floor_ > 0) return false;
    emit(own);
    return true;
  }
  std::vector<std::vector<Token>> arguments;
  if (macro->is_function) {
    const Token* next = peek_raw();
    if (!next || next->kind != Tok::left_paren) return false;
    if (macro->is_contract && is_declared_here()) {
      macros_.erase(name.text);
      undefined_.insert(name.text);
      return false;
    }
    if (!collect_arguments(name, *macro, arguments)) return true;
  }
  if (++expansions_ > limits::macro_expansions) {
    if (!stopped_) report(Code::WB1018, name.span, {std::to_string(limits::macro_expansions)});
    stopped_ = true;
    return true;
  }
  Source source;
  source.own = std::make_shared<std::vector<Token>>(substitute(name, *macro, arguments));
  if (!source.own->empty()) {
    source.own->front().space_before = name.space_before;
    source.own->front().line_start = false;
  }
  source.next = source.own->data();
  source.end = source.own->data() + source.own->size();
  source.macro = macro;
  ++macro->active;
  stack_.push_back(std::move(source));
  return true;
}

// Reads "(" a, b ")" with balanced parentheses; reports and returns false if the call is not a whole one.
bool Preprocessor::collect_arguments(const Token& name, const Macro& macro, std::vector<std::vector<Token>>& arguments) {
  Token open = raw();
  std::vector<Token> current;
  int depth = 0;
  for (;;) {
    const Token* next = peek_raw();
    if (!next || stopped_) {
      if (!stopped_) report(Code::WB1017, open.span, {std::string(name.text)});
      return false;
    }
    if (next->kind == Tok::hash && next->line_start && stack_.back().is_file && floor_ == 0) {
      directive();
      continue;
    }
    Token t = raw();
    if (t.kind == Tok::left_paren) ++depth;
    if (t.kind == Tok::right_paren && depth-- == 0) break;
    bool rest = macro.is_variadic && arguments.size() + 1 >= macro.parameters.size();
    if (t.kind == Tok::comma && depth == 0 && !rest) {
      arguments.push_back(std::move(current));
      current.clear();
    } else if (!over_limit(t)) {
      t.line_start = false;
      current.push_back(t);
    }
  }
  bool is_empty_call = arguments.empty() && current.empty() && macro.parameters.empty();
  if (!is_empty_call) arguments.push_back(std::move(current));
  if (macro.is_variadic && arguments.size() + 1 == macro.parameters.size()) arguments.emplace_back();
  if (arguments.size() == macro.parameters.size()) return true;
  report(Code::WB1016, name.span, {std::string(name.text), std::to_string(macro.parameters.size()), std::to_string(arguments.size())});
  return false;
}

std::vector<Token> Preprocessor::expand_list(const std::vector<Token>& tokens) {
  if (++depth_ > static_cast<size_t>(limits::nesting)) {
    if (!stopped_) report(Code::WB1024, tokens.empty() ? Span{} : tokens.front().span, {std::to_string(limits::nesting)});
    stopped_ = true;
    --depth_;
    return {};
  }
  size_t saved_floor = floor_;
  floor_ = stack_.size();
  Source source;
  source.own = std::make_shared<std::vector<Token>>(tokens);
  source.next = source.own->data();
  source.end = source.own->data() + source.own->size();
  stack_.push_back(std::move(source));
  std::vector<Token> result;
  while (!stopped_) {
    const Token* next = peek_raw();
    if (!next) break;
    Token token = raw();
    if (is_word(token)) {
      auto it = macros_.find(token.text);
      if (it != macros_.end() && it->second->active > 0) token.no_expand = true;
      if (expand(token)) continue;
    }
    if (over_limit(token)) break;
    result.push_back(token);
  }
  while (stack_.size() > floor_) pop_source();
  floor_ = saved_floor;
  --depth_;
  return result;
}

namespace {

// A macro's body without its __VA_OPT__(...): what the parentheses hold stays where there are further arguments, and goes where there are none.
std::vector<Token> with_optional_part(const Macro& macro, const std::vector<std::vector<Token>>& arguments) {
  if (!macro.is_variadic || std::none_of(macro.body.begin(), macro.body.end(), [](const Token& t) { return t.text == "__VA_OPT__"; })) return macro.body;
  const bool stays = !arguments.empty() && !arguments.back().empty();
  std::vector<Token> out;
  for (size_t i = 0; i < macro.body.size(); ++i) {
    if (macro.body[i].text != "__VA_OPT__" || i + 1 >= macro.body.size() || macro.body[i + 1].kind != Tok::left_paren) {
      out.push_back(macro.body[i]);
      continue;
    }
    int depth = 0;
    for (++i; i < macro.body.size(); ++i) {
      if (macro.body[i].kind == Tok::right_paren && --depth == 0) break;
      if (depth > 0 && stays) out.push_back(macro.body[i]);
      if (macro.body[i].kind == Tok::left_paren) ++depth;
    }
  }
  return out;
}

}  // namespace

std::vector<Token> Preprocessor::substitute(const Token& name, const Macro& macro, const std::vector<std::vector<Token>>& arguments) {
  uint32_t expansion = macro.is_predefined ? 0 : sources_.add_expansion({std::string(name.text), name.span});
  auto parameter = [&](const Token& t) -> int {
    if (!is_word(t)) return -1;
    for (size_t i = 0; i < macro.parameters.size(); ++i)
      if (macro.parameters[i] == t.text) return static_cast<int>(i);
    return -1;
  };
  std::vector<std::vector<Token>> expanded(arguments.size());
  std::vector<bool> is_expanded(arguments.size(), false);
  std::vector<Token> out;
  bool paste_next = false;
  auto append = [&](std::vector<Token> tokens, bool space) {
    if (!tokens.empty()) tokens.front().space_before = space;
    size_t from = 0;
    if (paste_next && !out.empty() && !tokens.empty()) {
      out.back() = paste(out.back(), tokens.front());
      from = 1;
    }
    paste_next = false;
    for (size_t i = from; i < tokens.size() && !over_limit(name); ++i) out.push_back(tokens[i]);
  };
  const std::vector<Token> body = with_optional_part(macro, arguments);
  for (size_t i = 0; i < body.size() && !stopped_; ++i) {
    Token t = body[i];
    t.line_start = false;
    if (macro.is_predefined) t.span = name.span;
    else if (t.span.expansion == 0) t.span.expansion = expansion;
    if (t.kind == Tok::hash_hash && i > 0) {
      paste_next = true;
      // `, ## __VA_ARGS__` drops the comma when nothing follows.
      if (i + 1 < body.size() && macro.is_variadic && !out.empty() && out.back().kind == Tok::comma) {
        int p = parameter(body[i + 1]);
        if (p >= 0 && static_cast<size_t>(p) + 1 == macro.parameters.size()) {
          if (arguments[static_cast<size_t>(p)].empty()) out.pop_back();
          paste_next = false;
        }
      }
      continue;
    }
    if (t.kind == Tok::hash && macro.is_function && i + 1 < body.size() && parameter(body[i + 1]) >= 0) {
      append({stringify(t, arguments[static_cast<size_t>(parameter(body[i + 1]))])}, t.space_before);
      ++i;
      continue;
    }
    int p = parameter(t);
    if (p < 0) {
      append({t}, t.space_before);
      continue;
    }
    auto index = static_cast<size_t>(p);
    bool beside_paste = paste_next || (i + 1 < body.size() && body[i + 1].kind == Tok::hash_hash);
    if (!beside_paste && !is_expanded[index]) {
      expanded[index] = expand_list(arguments[index]);
      is_expanded[index] = true;
    }
    append(beside_paste ? arguments[index] : expanded[index], t.space_before);
  }
  return out;
}

Token Preprocessor::stringify(const Token& hash, const std::vector<Token>& argument) {
  std::string text = "\"";
  for (const Token& t : argument) {
    if (t.space_before && text.size() > 1) text += ' ';
    for (char c : t.text) {
      if ((c == '"' || c == '\\') && (t.kind == Tok::string || t.kind == Tok::character)) text += '\\';
      text += c;
    }
  }
  Token token = hash;
  token.kind = Tok::string;
  token.text = arena_.keep(text + "\"");
  return token;
}

Token Preprocessor::paste(const Token& left, const Token& right) {
  std::string_view text = arena_.keep(std::string(left.text) + std::string(right.text));
  Lexer lexer(text, {}, nullptr);
  Token joined = lexer.next();
  if (joined.text.size() != text.size() || joined.kind == Tok::unknown) {
    report(Code::WB1021, left.span, {std::string(left.text), std::string(right.text)});
    return left;
  }
  joined.span = left.span;
  joined.space_before = left.space_before;
  joined.line_start = false;
  return joined;
}

// The rest of the directive's line, unexpanded.
std::vector<Token> Preprocessor::rest_of_line() {
  std::vector<Token> line;
  Source& file = stack_.back();
  while (file.next != file.end && !file.next->line_start) line.push_back(*file.next++);
  return line;
}

// directive = "#" name ...
void Preprocessor::directive() {
  Token hash = raw();
  Source& file = stack_.back();
  if (file.next == file.end || file.next->line_start) return;  // a lone # is allowed
  Token name = *file.next++;
  std::string_view word = name.text;
  if (word == "if" || word == "ifdef" || word == "ifndef") {
    std::vector<Token> line = rest_of_line();
    bool value = false;
    if (word == "if") value = condition(line, name);
    else if (line.empty() || !is_word(line[0])) report(Code::WB1015, name.span, {"a name is missing"});
    else value = is_defined(line[0].text) == (word == "ifdef");
    return open_conditional(name, value);
  }
  if (word == "elif" || word == "else" || word == "endif") return conditional_branch(name);
  std::vector<Token> line = rest_of_line();
  if (word == "define") return define(line, name);
  if (word == "undef") {
    if (line.empty()) return report(Code::WB1009, name.span);
    macros_.erase(line[0].text);
    undefined_.insert(line[0].text);
    return;
  }
  if (word == "include") return include(line, name);
  if (word == "pragma") return pragma(line, hash);
  if (word == "error" || word == "warning") {
    Span whole = line.empty() ? name.span : cover(line.front().span, line.back().span);
    return report(word == "error" ? Code::WB1012 : Code::WB1023, whole, {joined_text(line)});
  }
  if (word == "line" || word == "ident") return;
  report(Code::WB1008, cover(hash.span, name.span), {std::string(word)});
}

void Preprocessor::define(const std::vector<Token>& line, const Token& at) {
  if (line.empty() || !is_word(line[0])) return report(Code::WB1009, line.empty() ? at.span : line[0].span);
  Macro macro;
  macro.name = line[0].text;
  macro.span = line[0].span;
  size_t i = 1;
  if (i < line.size() && line[i].kind == Tok::left_paren && !line[i].space_before) {
    macro.is_function = true;
    ++i;
    while (i < line.size() && line[i].kind != Tok::right_paren) {
      if (line[i].kind == Tok::ellipsis) {
        macro.is_variadic = true;
        macro.parameters.push_back("__VA_ARGS__");
      } else if (is_word(line[i])) {
        macro.parameters.push_back(line[i].text);
        if (i + 1 < line.size() && line[i + 1].kind == Tok::ellipsis) macro.is_variadic = true, ++i;
      } else {
        return report(Code::WB1009, line[i].span);
      }
      ++i;
      if (i < line.size() && line[i].kind == Tok::comma) ++i;
    }
    if (i >= line.size()) return report(Code::WB1009, line[0].span);
    ++i;
  }
  macro.body.assign(line.begin() + static_cast<long>(i), line.end());
  const auto it = macros_.find(macro.name);
  if (it != macros_.end()) {
    const Macro& known = *it->second;
    if (!known.is_predefined && !same_text(known, macro)) report(Code::WB1022, macro.span, {std::string(macro.name)});
  }
  const std::string_view name = macro.name;
  macros_[name] = std::make_shared<Macro>(std::move(macro));
}

void Preprocessor::include(const std::vector<Token>& written, const Token& at) {
  std::vector<Token> expanded;
  if (!written.empty() && is_word(written[0])) expanded = expand_list(written);  // #include HEADER
  const std::vector<Token>& line = expanded.empty() ? written : expanded;
  if (line.empty()) return report(Code::WB1010, at.span, {""});
  if (line[0].kind == Tok::less) {  // the library's headers: their names are known, or refused where they are used
    std::string path;
    for (size_t i = 1; i < line.size() && line[i].kind != Tok::greater; ++i) path += line[i].text;
    const auto read_own = [&] { return include_own(path, {}, cover(line.front().span, line.back().span), at); };
    if (path.starts_with("helper_")) {  // helper_math.h: samples bring it, and theirs is read rather than ours
      if (!read_own()) include_library(path);
    } else if (!include_library(path) && !is_known_header(path)) {
      read_own();
    }
    return;
  }
  Span span = cover(written.front().span, written.back().span);
  if (line[0].kind != Tok::string) return report(Code::WB1010, span, {joined_text(line)});
  std::string path = read_string(line[0].text).value_or("");
  if (include_own(path, folder_of(at.span.file), span, at)) return;
  if (!include_library(path) && !is_known_header(path)) report(Code::WB1025, span, {path});
}

// "shapes/" for a header that was read as "shapes/circle.h"; empty for the kernel's own file, from which all paths count.
std::string Preprocessor::folder_of(FileId file) const {
  if (file == main_) return {};
  const std::string_view name = sources_.name(file);
  return std::string(name.substr(0, name.rfind('/') + 1));
}

// A header of the user's: beside the file that includes it, else beside the kernel's file. False: there is none.
bool Preprocessor::include_own(const std::string& path, const std::string& folder, Span span, const Token& at) {
  if (!options_.read_include || path.empty()) return false;
  std::vector<std::string> places{path};
  if (!folder.empty()) places.insert(places.begin(), std::filesystem::path(folder + path).lexically_normal().generic_string());
  for (const std::string& place : places) {
    if (once_.count(place)) return true;
    std::optional<std::string> text = options_.read_include(place);
    if (!text) continue;
    if (file_depth_ >= limits::include_depth) {
      report(Code::WB1011, span, {std::to_string(limits::include_depth)});
      return stopped_ = true;
    }
    enter_file(sources_.add(place, std::move(*text), cover(at.span, span)));
    return true;
  }
  return false;
}

// A header that simulator/library has: its declarations are read when they are used.
bool Preprocessor::include_library(std::string_view path) {
  const std::vector<std::string_view> names = library_includes(path);
  for (std::string_view name : names)
    if (std::find(library_.begin(), library_.end(), name) == library_.end()) library_.push_back(name);
  return !names.empty();
}

void Preprocessor::pragma(const std::vector<Token>& line, const Token& at) {
  if (line.empty()) return;
  if (line[0].text == "once") {
    once_.insert(std::string(sources_.name(at.span.file)));
  } else if (line[0].text == "unroll") {
    Token token = at;
    token.kind = Tok::pragma_unroll;
    token.text = line.size() > 1 ? "unroll N" : "unroll";
    emit(token);
  } else if (line[0].text == "pack") {
    report(Code::WB1026, cover(at.span, line.back().span));
  }
}

void Preprocessor::open_conditional(const Token& at, bool value) {
  conditionals_.push_back({at, value, true, false});
  if (!value) skip_group();
}

// #elif, #else, #endif met in live text: the branch that was taken ends here.
void Preprocessor::conditional_branch(const Token& at) {
  std::vector<Token> line = rest_of_line();
  if (conditionals_.size() <= stack_.back().conditionals) return report(Code::WB1014, at.span, {std::string(at.text)});
  Conditional& open = conditionals_.back();
  if (at.text == "endif") {
    conditionals_.pop_back();
    return;
  }
  if (open.seen_else) report(Code::WB1014, at.span, {std::string(at.text)});
  if (at.text == "else") open.seen_else = true;
  skip_group();
}

// Skips dead text up to the branch that is live, or behind the #endif.
void Preprocessor::skip_group() {
  Source& file = stack_.back();
  size_t nested = 0;
  while (file.next != file.end) {
    const Token& hash = *file.next++;
    if (hash.kind != Tok::hash || !hash.line_start || file.next == file.end || file.next->line_start) continue;
    Token name = *file.next++;
    std::string_view word = name.text;
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      ++nested;
    } else if (word == "endif") {
      rest_of_line();
      if (nested-- > 0) continue;
      conditionals_.pop_back();
      return;
    } else if (nested == 0 && (word == "else" || word == "elif")) {
      Conditional& open = conditionals_.back();
      std::vector<Token> line = rest_of_line();
      if (open.seen_else) report(Code::WB1014, name.span, {std::string(word)});
      if (word == "else") open.seen_else = true;
      if (!open.taken && (word == "else" || condition(line, name))) {
        open.taken = true;
        return;
      }
    }
  }
}

bool Preprocessor::condition(std::vector<Token> line, const Token& at) {
  // `defined` is answered before macros are expanded.
  std::vector<Token> answered;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i].text != "defined") {
      answered.push_back(line[i]);
      continue;
    }
    size_t name = i + 1;
    bool in_parentheses = name < line.size() && line[name].kind == Tok::left_paren;
    if (in_parentheses) ++name;
    Token value = line[i];
    value.kind = Tok::number;
    value.no_expand = true;
    value.text = name < line.size() && is_defined(line[name].text) ? "1" : "0";
    answered.push_back(value);
    i = name + (in_parentheses ? 1 : 0);
  }
  int64_t value = 0;
  std::string problem;
  Span span = line.empty() ? at.span : cover(line.front().span, line.back().span);
  if (evaluate_condition(expand_list(answered), value, problem)) return value != 0;
  if (!stopped_) report(Code::WB1015, span, {problem});
  return false;
}

}  // namespace wb
