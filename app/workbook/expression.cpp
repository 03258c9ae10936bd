// Recursive descent, evaluating as it goes:
//
//     or         = and { "||" and }
//     and        = comparison { "&&" comparison }
//     comparison = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//     sum        = product { ("+" | "-") product }
//     product    = unary { ("*" | "/" | "%") unary }
//     unary      = ("-" | "+" | "!") unary | primary
//     primary    = number | name [ "(" or { "," or } ")" ] | "(" or ")"
#include "app/workbook/expression.h"

#include <cctype>
#include <charconv>
#include <cmath>

#include "app/workbook/limits.h"
#include "app/workbook/words.h"

namespace wb {

Number number_from(double value) {
  if (std::nearbyint(value) == value && std::fabs(value) < 9.0e15) return Number::of(static_cast<int64_t>(value));
  return Number::of(value);
}

std::string in_words(const Number& number) {
  if (!number.is_integer) return short_number(number.real);
  return number.integer < 0 ? "-" + grouped(0 - static_cast<uint64_t>(number.integer)) : grouped(static_cast<uint64_t>(number.integer));
}

namespace {

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '.'; }

class Evaluator {
 public:
  Evaluator(std::string_view text, const NameLookup& lookup) : text_(text), lookup_(lookup) {}

  Evaluated run() {
    if (text_.size() > limits::expression_bytes) {
      fail("this expression is longer than " + std::to_string(limits::expression_bytes) + " characters", 0, text_.size());
      return result_;
    }
    Number value = logical_or();
    skip_space();
    if (!failed_ && at_ < text_.size()) fail("`" + std::string(1, text_[at_]) + "` does not belong here", at_, at_ + 1);
    if (!failed_) result_.value = value;
    return result_;
  }

 private:
  Number logical_or() {
    Number left = logical_and();
    while (take("||")) {
      Number right = logical_and();
      left = Number::of(static_cast<int64_t>(left.as_double() != 0 || right.as_double() != 0));
    }
    return left;
  }

  Number logical_and() {
    Number left = comparison();
    while (take("&&")) {
      Number right = comparison();
      left = Number::of(static_cast<int64_t>(left.as_double() != 0 && right.as_double() != 0));
    }
    return left;
  }

  Number comparison() {
    Number left = sum();
    for (const char* op : {"<=", ">=", "==", "!=", "<", ">"}) {
      if (!take(op)) continue;
      Number right = sum();
      return Number::of(static_cast<int64_t>(compare(op, left, right)));
    }
    return left;
  }

  static bool compare(std::string_view op, const Number& a, const Number& b) {
    bool both_whole = a.is_integer && b.is_integer;
    bool less = both_whole ? a.integer < b.integer : a.as_double() < b.as_double();
    bool equal = both_whole ? a.integer == b.integer : a.as_double() == b.as_double();
    if (op == "<") return less;
    if (op == "<=") return less || equal;
    if (op == ">") return !less && !equal;
    if (op == ">=") return !less;
    return op == "==" ? equal : !equal;
  }

  Number sum() {
    size_t begin = here();
    Number left = product();
    while (!failed_) {
      if (take("+")) left = arithmetic('+', left, product(), begin);
      else if (take("-")) left = arithmetic('-', left, product(), begin);
      else break;
    }
    return left;
  }

  Number product() {
    size_t begin = here();
    Number left = unary();
    while (!failed_) {
      if (take("*")) left = arithmetic('*', left, unary(), begin);
      else if (take("/")) left = arithmetic('/', left, unary(), begin);
      else if (take("%")) left = arithmetic('%', left, unary(), begin);
      else break;
    }
    return left;
  }

  Number unary() {
    size_t begin = here();
    if (++depth_ > limits::expression_depth) return fail("this expression is nested more than " + std::to_string(limits::expression_depth) + " deep", begin, begin + 1);
    Number value;
    if (take("-")) value = arithmetic('-', Number::of(int64_t{0}), unary(), begin);
    else if (take("+")) value = unary();
    else if (peek() == '!' && !starts_with("!=")) ++at_, value = Number::of(static_cast<int64_t>(unary().as_double() == 0));
    else value = primary();
    --depth_;
    return value;
  }

  Number primary() {
    size_t begin = here();
    if (failed_) return {};
    if (at_ >= text_.size()) return fail(text_.empty() ? "an expression is missing" : "the expression ends too early", begin, begin + 1);
    char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number(begin);
    if (is_name_start(c)) return name(begin);
    if (take("(")) {
      Number inner = logical_or();
      if (!failed_ && !take(")")) return fail("`)` is missing", at_, at_ + 1);
      return inner;
    }
    return fail("`" + std::string(1, c) + "` does not belong here", begin, begin + 1);
  }

  Number number(size_t begin) {
    size_t end = begin;
    bool is_real = false;
    while (end < text_.size()) {
      char c = text_[end];
      if (c == '.' || c == 'e' || c == 'E') is_real = true;
      else if ((c == '+' || c == '-') && end > begin && (text_[end - 1] == 'e' || text_[end - 1] == 'E')) {}
      else if (!std::isdigit(static_cast<unsigned char>(c))) break;
      ++end;
    }
    at_ = end;
    const char *from = text_.data() + begin, *to = text_.data() + end;
    std::string written(from, to);
    if (!is_real) {
      int64_t value = 0;
      auto [rest, status] = std::from_chars(from, to, value);
      if (status != std::errc{} || rest != to) return fail("`" + written + "` is too large", begin, end);
      return Number::of(value);
    }
    double value = 0;
    auto [rest, status] = std::from_chars(from, to, value);
    if (status != std::errc{} || rest != to) return fail("`" + written + "` is not a number", begin, end);
    return Number::of(value);
  }

  Number name(size_t begin) {
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    size_t end = at_;
    if (take("(")) return call(word, begin, end);
    std::string why;
    if (auto value = lookup_(word, why)) return *value;
    return fail(why.empty() ? "`" + std::string(word) + "` is not known" : why, begin, end);
  }

  Number call(std::string_view function, size_t begin, size_t name_end) {
    std::vector<Number> arguments;
    if (!take(")")) {
      do arguments.push_back(logical_or());
      while (!failed_ && take(","));
      if (failed_) return {};
      if (!take(")")) return fail("`)` is missing", at_, at_ + 1);
    }
    if (function != "ceil_div" && function != "min" && function != "max")
      return fail("`" + std::string(function) + "` is not a function here; there are `ceil_div`, `min` and `max`", begin, name_end);
    if (arguments.size() != 2) return fail("`" + std::string(function) + "` takes two arguments", begin, at_);
    const Number &a = arguments[0], &b = arguments[1];
    if (function == "min") return compare("<", b, a) ? b : a;
    if (function == "max") return compare("<", a, b) ? b : a;
    if (!a.is_integer || !b.is_integer) return fail("`ceil_div` takes whole numbers", begin, at_);
    if (b.integer <= 0 || a.integer < 0) return fail("`ceil_div` takes a number from 0 on and a divisor above 0; here " + std::to_string(a.integer) + " and " + std::to_string(b.integer), begin, at_);
    return Number::of(a.integer / b.integer + (a.integer % b.integer != 0));
  }

  Number arithmetic(char op, const Number& a, const Number& b, size_t begin) {
    if (failed_) return {};
    bool divides = op == '/' || op == '%';
    if (divides && b.as_double() == 0) return fail("this divides by zero", begin, at_);
    if (!a.is_integer || !b.is_integer) {
      if (op == '%') return fail("`%` takes whole numbers", begin, at_);
      double x = a.as_double(), y = b.as_double();
      return Number::of(op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y);
    }
    int64_t r = 0, x = a.integer, y = b.integer;
    bool overflow = op == '+' ? __builtin_add_overflow(x, y, &r) : op == '-' ? __builtin_sub_overflow(x, y, &r) : op == '*' && __builtin_mul_overflow(x, y, &r);
    if (divides && y == -1) overflow = op == '/' ? __builtin_sub_overflow(int64_t{0}, x, &r) : (r = 0, false);
    else if (divides) r = op == '/' ? x / y : x % y;
    if (overflow) return fail("this number is too large (more than 64 bits)", begin, at_);
    return Number::of(r);
  }

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  size_t here() {
    skip_space();
    return at_;
  }
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool starts_with(std::string_view token) { return text_.substr(at_).substr(0, token.size()) == token; }
  bool take(std::string_view token) {
    skip_space();
    if (failed_ || !starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  Number fail(std::string message, size_t begin, size_t end) {
    if (!failed_) result_.error = std::move(message), result_.begin = begin, result_.end = end;
    failed_ = true;
    return {};
  }

  std::string_view text_;
  const NameLookup& lookup_;
  size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  Evaluated result_;
};

}  // namespace

Evaluated evaluate(std::string_view text, const NameLookup& lookup) { return Evaluator(text, lookup).run(); }

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (size_t i = 0; i < text.size();) {
    if (!is_name_part(text[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && is_name_part(text[end])) ++end;
    if (is_name_start(text[i])) names.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return names;
}

}  // namespace wb
