#pragma once
// The small expressions that lessons write for sizes and values: + - * / %, comparisons, && || !, ceil_div, min, max, names.
// Whole numbers stay whole (64 bits, overflow is an error); a number with a point makes the result a real one.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

struct Number {
  bool is_integer = true;
  int64_t integer = 0;
  double real = 0;
  static Number of(int64_t value) { return {true, value, static_cast<double>(value)}; }
  static Number of(double value) { return {false, 0, value}; }
  double as_double() const { return is_integer ? static_cast<double>(integer) : real; }
  friend bool operator==(const Number&, const Number&) = default;
};
// A whole double as a whole number, any other as a real one.
Number number_from(double value);
// As a person reads it: "-1,024", "2.5".
std::string in_words(const Number& number);

struct Evaluated {
  std::optional<Number> value;
  std::string error;              // what is wrong, lower case, no full stop
  size_t begin = 0, end = 0;      // where in the text
};

// The value behind a name ("n", "rgb.width"); nothing with `why` filled in when it has none.
using NameLookup = std::function<std::optional<Number>(std::string_view name, std::string& why)>;

Evaluated evaluate(std::string_view text, const NameLookup& lookup);
// The names that the text uses, in order.
std::vector<std::string> names_in(std::string_view text);

}  // namespace wb
