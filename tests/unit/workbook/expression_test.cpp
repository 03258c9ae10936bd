#include "app/workbook/expression.h"

#include "doctest.h"

using namespace wb;

namespace {

std::optional<Number> lookup(std::string_view name, std::string&) {
  if (name == "n") return Number::of(int64_t{1000});
  if (name == "rgb.width") return Number::of(int64_t{768});
  return std::nullopt;
}

struct ValueCase {
  const char* name;
  const char* text;
  Number value;
};
const ValueCase value_cases[] = {
    {"product before sum", "2 + 3 * 4", Number::of(int64_t{14})},
    {"parentheses", "(2 + 3) * 4", Number::of(int64_t{20})},
    {"left to right", "100 / 10 / 5", Number::of(int64_t{2})},
    {"whole division cuts", "7 / 2", Number::of(int64_t{3})},
    {"remainder keeps the sign of the left side", "-7 % 4", Number::of(int64_t{-3})},
    {"a point makes it real", "7 / 2.0", Number::of(3.5)},
    {"blocks for all pixels", "ceil_div(n, 256)", Number::of(int64_t{4})},
    {"blocks for whole pixels", "ceil_div(1024, 256)", Number::of(int64_t{4})},
    {"nothing to do is no block", "ceil_div(0, 256)", Number::of(int64_t{0})},
    {"names with a side", "rgb.width * 2", Number::of(int64_t{1536})},
    {"smaller and larger", "min(3, max(1, 2))", Number::of(int64_t{2})},
    {"comparisons are 0 or 1", "(n > 999) + (n != 1000)", Number::of(int64_t{1})},
    {"and, or, not", "1 && !0 || 0", Number::of(int64_t{1})},
    {"exponents", "1e3", Number::of(1000.0)},
    {"the smallest number by the least divisor", "-9223372036854775807 % -1", Number::of(int64_t{0})},
};

struct ErrorCase {
  const char* name;
  const char* text;
  const char* part_of_message;
  size_t begin;
};
constexpr ErrorCase error_cases[] = {
    {"division by zero", "1 + n / (n - 1000)", "zero", 4},
    {"remainder by zero", "n % 0", "zero", 0},
    {"unknown name", "widht * 2", "widht", 0},
    {"unknown function", "ceildiv(1, 2)", "ceil_div", 0},
    {"overflow of a product", "9223372036854775807 * 2", "too large", 0},
    {"overflow of a literal", "99999999999999999999", "too large", 0},
    {"ends early", "1 +", "ends too early", 3},
    {"two numbers", "1 2", "does not belong", 2},
    {"open parenthesis", "(1", "`)` is missing", 2},
    {"empty", "", "missing", 0},
    {"one argument", "min(1)", "two arguments", 0},
    {"a real divisor of ceil_div", "ceil_div(n, 2.5)", "whole", 0},
    {"a stray character", "1 $ 2", "`$`", 2},
};

}  // namespace

TEST_CASE("expressions have the value that C would give them") {
  for (const ValueCase& c : value_cases) {
    CAPTURE(c.name);
    Evaluated result = evaluate(c.text, lookup);
    CHECK(result.error == "");
    REQUIRE(result.value);
    CHECK(*result.value == c.value);
  }
}

TEST_CASE("what is wrong with an expression is named with its place") {
  for (const ErrorCase& c : error_cases) {
    CAPTURE(c.name);
    Evaluated result = evaluate(c.text, lookup);
    CHECK(!result.value);
    CHECK(result.error.find(c.part_of_message) != std::string::npos);
    CHECK(result.begin == c.begin);
  }
}

TEST_CASE("deep nesting and long text end in an error, not in a crash") {
  CHECK(!evaluate(std::string(900, '('), lookup).value);
  CHECK(!evaluate(std::string(900, '-') + "1", lookup).value);
  CHECK(evaluate(std::string(100'000, '1'), lookup).error.find("longer") != std::string::npos);
}
