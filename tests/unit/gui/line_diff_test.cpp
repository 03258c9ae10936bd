#include <doctest.h>

#include <string>

#include "app/gui/editor/line_diff.h"

using namespace wb;

namespace {
// "..x." : the third line differs
std::string marks(std::string_view text, std::string_view other) {
  std::string out;
  for (bool differs : lines_that_differ(text, other)) out += differs ? 'x' : '.';
  return out;
}
}  // namespace

TEST_CASE("lines that the other text lacks differ") {
  CHECK(marks("a\nb\nc", "a\nb\nc") == "...");
  CHECK(marks("a\nb\nc", "a\nc") == ".x.");
  CHECK(marks("a\nc", "a\nb\nc") == "..");
  CHECK(marks("x\ny\nz", "x\nz\nw") == ".x.");
  CHECK(marks("b\na", "a\nb").find('x') != std::string::npos);  // an order is a difference
}

TEST_CASE("indent and empty lines do not count") {
  CHECK(marks("  if (i < n)\n\n    out[i] = 0;  \r\n", "if (i < n)\nout[i] = 0;") == "....");
  CHECK(marks("", "") == ".");
  CHECK(marks("a", "") == "x");
}

TEST_CASE("long texts are compared without taking the memory of a square") {
  std::string a, b;
  for (int i = 0; i < 5000; ++i) {
    a += "line " + std::to_string(i) + "\n";
    b += i == 2500 ? "another\n" : "line " + std::to_string(i) + "\n";
  }
  const std::vector<bool> differs = lines_that_differ(a, b);
  REQUIRE(differs.size() == 5001);
  CHECK(differs[2500]);
  CHECK_FALSE(differs[2499]);
}
