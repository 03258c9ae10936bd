#include "simulator/language/literals.h"

#include <doctest/doctest.h>

#include <bit>

using namespace wb;

TEST_CASE("integer literals take the narrowest type that holds them") {
  struct Row {
    const char* text;
    ScalarKind kind;
    uint64_t bits;
  };
  constexpr Row rows[] = {
      {"0", ScalarKind::int_, 0},           {"42", ScalarKind::int_, 42},        {"0x1F", ScalarKind::int_, 31},
      {"017", ScalarKind::int_, 15},        {"0b101", ScalarKind::int_, 5},      {"1'000'000", ScalarKind::int_, 1000000},
      {"42u", ScalarKind::uint, 42},        {"42UL", ScalarKind::ulong, 42},     {"42ll", ScalarKind::longlong, 42},
      {"42uLL", ScalarKind::ulonglong, 42}, {"2147483648", ScalarKind::long_, 2147483648u}, {"0x80000000", ScalarKind::uint, 0x80000000u},
      {"0xffffffffffffffff", ScalarKind::ulong, ~uint64_t{0}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    Literal literal = read_number(row.text);
    CHECK(literal.error.kind == LiteralError::Kind::none);
    CHECK(literal.kind == row.kind);
    CHECK(literal.bits == row.bits);
  }
}

TEST_CASE("floating literals are rounded once, to their own type") {
  CHECK(read_number("1.5").kind == ScalarKind::double_);
  CHECK(read_number("1e3f").bits == std::bit_cast<uint32_t>(1000.0f));
  CHECK(read_number(".5f").bits == std::bit_cast<uint32_t>(0.5f));
  CHECK(read_number("0x1.8p1").bits == std::bit_cast<uint64_t>(3.0));
  CHECK(read_number("0.1f").bits == std::bit_cast<uint32_t>(0.1f));
  CHECK(read_number("1e999").bits == 0x7ff0000000000000);
  CHECK(read_number("1e-60f").bits == 0);
}

TEST_CASE("malformed literals say what is wrong") {
  for (const char* text : {"08", "1f", "0x", "0b", "12abc", "1.5q", "1uu", "0b12"}) {
    CAPTURE(text);
    CHECK(read_number(text).error.kind == LiteralError::Kind::malformed);
  }
  CHECK(read_number("99999999999999999999").error.kind == LiteralError::Kind::too_large);
}

TEST_CASE("characters and texts") {
  CHECK(read_character("'a'").bits == 'a');
  CHECK(read_character("'\\n'").bits == '\n');
  CHECK(read_character("'\\x41'").bits == 'A');
  CHECK(read_character("'\\101'").bits == 'A');
  CHECK(read_character("''").error.kind == LiteralError::Kind::empty_character);
  CHECK(read_character("'abcde'").error.kind == LiteralError::Kind::long_character);
  CHECK(read_string("\"a\\tb\"") == "a\tb");
  CHECK(read_string("R\"(a\\tb)\"") == "a\\tb");
}
