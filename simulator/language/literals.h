#pragma once
// The values of literals: 0x1F, 1'000u, 0b101, 1e-3f, 0x1.8p3, 'a', '\n', "text".
#include <optional>
#include <string>
#include <string_view>

#include "simulator/source/scalar_kind.h"

namespace wb {

struct LiteralError {
  enum class Kind { none, malformed, too_large, empty_character, long_character, bad_escape } kind = Kind::none;
  std::string detail;  // what is wrong, in words
};
struct Literal {
  ScalarKind kind = ScalarKind::int_;
  uint64_t bits = 0;
  LiteralError error;
};
Literal read_number(std::string_view text);
Literal read_character(std::string_view text);                              // with its quotes
std::optional<std::string> read_string(std::string_view text);              // with its quotes; none: bad escape

}  // namespace wb
