#pragma once
// A generated program: a tree of pieces of text with holes. Every expression knows its C++ type and which values it can have, so that
// a part can be exchanged for a smaller one without making the program undefined: that is all that shrinking needs (shrink.h).
//
//   statement "if ($) {\n$}\n"  holes: expression `a < 3` (bool), list of statements
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/source/scalar_kind.h"

namespace wb::fuzz {

__extension__ typedef __int128 Wide;  // holds every value of every integer type, and sums and products of them

// The values that an expression can have, both ends included. For floating point too: bounded means that it is a number between.
struct Range {
  Wide lo = -unbounded, hi = unbounded;
  static constexpr Wide unbounded = Wide{1} << 100;
  bool contains(const Range& other) const { return lo <= other.lo && other.hi <= hi; }
  friend bool operator==(const Range&, const Range&) = default;
};

// How tightly an expression binds: C++'s order. A child that binds less than its hole asks for is printed in parentheses.
namespace binds {
inline constexpr int comma = 1, assignment = 2, logical_or = 3, logical_and = 4, bit_or = 5, bit_xor = 6, bit_and = 7, equality = 8, relation = 9,
                     shift = 11, sum = 12, product = 13, unary = 14, postfix = 15, primary = 16;
}

struct Node {
  enum class Role : uint8_t { expression, statement, list };
  Role role = Role::list;
  ScalarKind type = ScalarKind::void_;  // of an expression
  Range range;
  int precedence = binds::primary;
  bool is_fixed = false;                // the meaning of what stands around hangs on it: never removed or exchanged
  std::vector<std::string> pieces;      // one more than holes; a list has none
  std::vector<Node> children;
  std::vector<int> holes;               // the least precedence that each hole takes

  size_t size() const;
};

// "$" marks a hole for the next child; `holes`: one number for all, or one for each.
Node expression(ScalarKind type, Range range, int precedence, std::string_view text, std::vector<Node> children = {}, std::vector<int> holes = {});
Node statement(std::string_view text, std::vector<Node> children = {});
Node list(std::vector<Node> children = {});
Node fixed(Node node);

// The text, indented by its braces.
std::string print(const Node& node);

}  // namespace wb::fuzz
