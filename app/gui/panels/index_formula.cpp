// Finds `TYPE NAME = EXPRESSION;` in a kernel's body where EXPRESSION is integer arithmetic over blockIdx, blockDim, threadIdx, gridDim,
// warpSize, numbers, known values and names found before. The text is split into tokens once; each expression is evaluated by
// precedence climbing with C's integer rules (division towards zero), and printed again with numbers in place of names.
#include "app/gui/panels/index_formula.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace wb {
namespace {

struct Token {
  enum class Kind : uint8_t { name, number, sign, end } kind = Kind::end;
  std::string_view text;
  size_t at = 0;
  bool is(std::string_view s) const { return text == s; }
};

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Comments, strings and white space are dropped; `blockIdx.x` is one name.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  size_t i = 0;
  const auto skip_to = [&](std::string_view stop, size_t from) {
    const size_t found = text.find(stop, from);
    return found == std::string_view::npos ? text.size() : found + stop.size();
  };
  while (i < text.size()) {
    const char c = text[i];
    size_t end = i + 1;
    Token::Kind kind = Token::Kind::sign;
    if (std::isspace(static_cast<unsigned char>(c))) { ++i; continue; }
    if (text.substr(i, 2) == "//") { i = skip_to("\n", i); continue; }
    if (text.substr(i, 2) == "/*") { i = skip_to("*/", i + 2); continue; }
    if (c == '#') { i = skip_to("\n", i); continue; }
    if (c == '"' || c == '\'') {
      while (end < text.size() && text[end] != c && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
    } else if (is_name_start(c)) {
      kind = Token::Kind::name;
      while (end < text.size() && (is_name_char(text[end]) || (text[end] == '.' && end + 1 < text.size() && is_name_start(text[end + 1])))) ++end;
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      kind = Token::Kind::number;
      while (end < text.size() && (is_name_char(text[end]) || text[end] == '.')) ++end;
    }
    tokens.push_back({kind, text.substr(i, end - i), i});
    i = end;
  }
  tokens.push_back({Token::Kind::end, {}, text.size()});
  return tokens;
}

struct KernelText { size_t parameters = 0, body = 0, end = 0; };  // token indices: of "(", of "{", one past "}"

size_t closing(const std::vector<Token>& tokens, size_t open, std::string_view opens, std::string_view closes) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is(opens)) ++depth;
    if (tokens[i].is(closes) && --depth == 0) return i;
  }
  return tokens.size() - 1;
}

std::optional<KernelText> find_kernel(const std::vector<Token>& tokens, std::string_view kernel) {
  const std::string_view name = kernel.substr(0, kernel.find('<'));
  bool in_kernel = false;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].is("__global__")) in_kernel = true;
    if (tokens[i].is(";") || tokens[i].is("{")) in_kernel = false;
    if (!in_kernel || tokens[i].kind != Token::Kind::name || !tokens[i + 1].is("(") || tokens[i].is("__launch_bounds__")) continue;
    if (!name.empty() && tokens[i].text != name) continue;
    const size_t close = closing(tokens, i + 1, "(", ")");
    if (close + 1 >= tokens.size() || !tokens[close + 1].is("{")) continue;  // a declaration
    return KernelText{i + 1, close + 1, closing(tokens, close + 1, "{", "}")};
  }
  return std::nullopt;
}

std::optional<int64_t> builtin_value(std::string_view name, const LaunchShape& shape, ThreadRef thread) {
  const auto part = [&](Index3 index, std::string_view of) -> std::optional<int64_t> {
    if (name.size() != of.size() + 2 || !name.starts_with(of) || name[of.size()] != '.') return std::nullopt;
    switch (name.back()) {
      case 'x': return index.x;
      case 'y': return index.y;
      case 'z': return index.z;
    }
    return std::nullopt;
  };
  if (name == "warpSize") return warp_size;
  if (auto v = part(shape.thread_index(thread.thread), "threadIdx")) return v;
  if (auto v = part(shape.block_index(thread.block), "blockIdx")) return v;
  if (auto v = part(shape.block, "blockDim")) return v;
  return part(shape.grid, "gridDim");
}

bool names_the_thread(std::string_view name) { return name.starts_with("threadIdx.") || name.starts_with("blockIdx."); }

// Evaluates and prints one expression at once.
class Evaluator {
 public:
  Evaluator(const LaunchShape& shape, ThreadRef thread, const std::map<std::string, double>& known, const std::map<std::string, int64_t>& found)
      : shape_(shape), thread_(thread), known_(known), found_(found) {}

  std::optional<int64_t> evaluate(const std::vector<Token>& tokens, size_t begin, size_t end) {
    tokens_ = &tokens;
    at_ = begin;
    end_ = end;
    const auto value = binary(0, 0);
    if (!value || at_ != end_) return std::nullopt;
    return value;
  }
  const std::string& printed() const { return printed_; }
  bool depends_on_thread() const { return depends_on_thread_; }
  bool computes() const { return computes_; }

 private:
  static int precedence(std::string_view sign) {
    if (sign == "*" || sign == "/" || sign == "%") return 2;
    if (sign == "+" || sign == "-") return 1;
    return 0;
  }
  const Token& peek() const {
    static const Token none;
    return at_ < end_ ? (*tokens_)[at_] : none;
  }

  std::optional<int64_t> binary(int least, int depth) {
    if (depth > 64) return std::nullopt;
    auto left = unary(depth + 1);
    while (left) {
      const std::string_view sign = peek().text;
      const int level = precedence(sign);
      if (level == 0 || level <= least) break;
      ++at_;
      computes_ = true;
      printed_ += level == 2 ? std::string(sign) : " " + std::string(sign) + " ";
      const auto right = binary(level, depth + 1);
      if (!right) return std::nullopt;
      left = combine(sign[0], *left, *right);
    }
    return left;
  }

  static std::optional<int64_t> combine(char sign, int64_t a, int64_t b) {
    int64_t result = 0;
    switch (sign) {
      case '+': return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
      case '-': return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
      case '*': return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
      case '/': return b == 0 || b == -1 ? std::nullopt : std::optional(a / b);
      default: return b == 0 || b == -1 ? std::nullopt : std::optional(a % b);
    }
  }

  std::optional<int64_t> unary(int depth) {
    if (depth > 64) return std::nullopt;
    const Token token = peek();
    if (token.is("-")) {
      ++at_;
      printed_ += "-";
      const auto value = unary(depth + 1);
      return value ? std::optional(-*value) : std::nullopt;
    }
    if (token.is("(")) return parenthesis(depth);
    ++at_;
    if (token.kind == Token::Kind::number) return number(token.text);
    if (token.kind == Token::Kind::name) return name(token.text);
    return std::nullopt;
  }

  std::optional<int64_t> parenthesis(int depth) {
    ++at_;
    if ((peek().is("int") || peek().is("unsigned") || peek().is("size_t") || peek().is("long")) && skip_cast()) return unary(depth + 1);
    printed_ += "(";
    const auto value = binary(0, depth + 1);
    if (!value || !peek().is(")")) return std::nullopt;
    ++at_;
    printed_ += ")";
    return value;
  }

  bool skip_cast() {
    size_t i = at_;
    while (i < end_ && (*tokens_)[i].kind == Token::Kind::name) ++i;
    if (i >= end_ || !(*tokens_)[i].is(")")) return false;
    at_ = i + 1;
    return true;
  }

  std::optional<int64_t> number(std::string_view text) {
    const std::string s(text);
    char* stop = nullptr;
    const long long value = std::strtoll(s.c_str(), &stop, 0);
    while (*stop == 'u' || *stop == 'U' || *stop == 'l' || *stop == 'L') ++stop;
    if (*stop) return std::nullopt;
    printed_ += std::to_string(value);
    return value;
  }

  std::optional<int64_t> name(std::string_view text) {
    std::optional<int64_t> value = builtin_value(text, shape_, thread_);
    if (value && names_the_thread(text)) depends_on_thread_ = true;
    if (!value) {
      if (const auto f = found_.find(std::string(text)); f != found_.end()) {
        value = f->second;
        depends_on_thread_ = true;
      } else if (const auto k = known_.find(std::string(text)); k != known_.end() && std::abs(k->second) < 9e15 && k->second == std::floor(k->second)) {
        value = static_cast<int64_t>(k->second);
      }
    }
    if (value) printed_ += std::to_string(*value);
    return value;
  }

  const LaunchShape& shape_;
  ThreadRef thread_;
  const std::map<std::string, double>& known_;
  const std::map<std::string, int64_t>& found_;
  const std::vector<Token>* tokens_ = nullptr;
  size_t at_ = 0, end_ = 0;
  std::string printed_;
  bool depends_on_thread_ = false, computes_ = false;
};

bool is_integer_type(const Token& token) {
  static constexpr std::string_view types[] = {"int", "unsigned", "long", "size_t", "short", "auto", "uint", "int32_t", "uint32_t",
                                               "int64_t", "uint64_t", "ptrdiff_t"};
  for (std::string_view type : types)
    if (token.is(type)) return true;
  return false;
}

// Where the initialiser that starts at `begin` ends: at the `,` or `;` outside parentheses.
size_t initialiser_end(const std::vector<Token>& tokens, size_t begin, size_t limit) {
  int depth = 0;
  for (size_t i = begin; i < limit; ++i) {
    if (tokens[i].is("(") || tokens[i].is("[")) ++depth;
    if (tokens[i].is(")") || tokens[i].is("]")) --depth;
    if (depth < 0 || (depth == 0 && (tokens[i].is(",") || tokens[i].is(";")))) return i;
  }
  return limit;
}

uint32_t line_at(std::string_view text, size_t offset) {
  uint32_t line = 1;
  for (size_t i = 0; i < offset; ++i) line += text[i] == '\n';
  return line;
}

}  // namespace

std::string IndexFormula::sentence() const {
  const std::string result = std::to_string(value);
  return name + " = " + (substituted == result ? "" : substituted + " = ") + result;
}

std::vector<std::string> parameter_names(std::string_view source, std::string_view kernel) {
  const std::vector<Token> tokens = tokens_of(source);
  const auto found = find_kernel(tokens, kernel);
  std::vector<std::string> names;
  if (!found) return names;
  int depth = 0;
  std::string_view last;
  for (size_t i = found->parameters; i < found->body; ++i) {
    const Token& token = tokens[i];
    const bool closes_list = token.is(")") && depth == 1;
    if ((token.is(",") && depth == 1) || closes_list) {
      if (!last.empty()) names.emplace_back(last);
      last = {};
    }
    if (token.is("(") || token.is("[") || token.is("<")) ++depth;
    if (token.is(")") || token.is("]") || token.is(">")) --depth;
    if (token.kind == Token::Kind::name && depth == 1) last = token.text;
  }
  return names;
}

std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel, const LaunchShape& shape, ThreadRef thread,
                                         const std::map<std::string, double>& values, size_t limit) {
  const std::vector<Token> tokens = tokens_of(source);
  const auto found = find_kernel(tokens, kernel);
  std::vector<IndexFormula> formulas;
  if (!found) return formulas;
  std::map<std::string, int64_t> names;
  for (size_t i = found->body + 1; i < found->end && formulas.size() < limit; ++i) {
    if (!is_integer_type(tokens[i]) || (i > 0 && tokens[i - 1].is("("))) continue;  // a loop's counter is no place in the grid
    while (i < found->end && is_integer_type(tokens[i])) ++i;
    // The declarators of one declaration: NAME = EXPRESSION, ...
    while (i + 2 < found->end && tokens[i].kind == Token::Kind::name && tokens[i + 1].is("=") && formulas.size() < limit) {
      const size_t end = initialiser_end(tokens, i + 2, found->end);
      Evaluator evaluator(shape, thread, values, names);
      const auto value = evaluator.evaluate(tokens, i + 2, end);
      if (value && evaluator.depends_on_thread()) {
        const size_t from = tokens[i + 2].at, to = tokens[end - 1].at + tokens[end - 1].text.size();
        formulas.push_back({std::string(tokens[i].text), std::string(source.substr(from, to - from)), evaluator.printed(), *value,
                            line_at(source, tokens[i].at)});
        names[std::string(tokens[i].text)] = *value;
      }
      i = end;
      if (!tokens[i].is(",")) break;
      ++i;
    }
  }
  return formulas;
}

}  // namespace wb
