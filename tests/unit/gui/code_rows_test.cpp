// Long lines of code in a narrow page.
#include <doctest/doctest.h>

#include <string>

#include "app/gui/panels/code_rows.h"

using namespace wb;

namespace {

std::string shown(std::string_view code, size_t columns) {
  std::string all;
  for (const CodeRow& row : code_rows(code, columns)) all += std::string(row.indent, ' ') + std::string(code.substr(row.begin, row.end - row.begin)) + "|";
  return all;
}

}  // namespace

TEST_CASE("a line that fits stays as it is; a longer one goes on below, indented") {
  CHECK(shown("int i = 3;\n\nreturn;", 40) == "int i = 3;||return;|");
  CHECK(shown("  float grey = first + second + third;", 24) == "  float grey = first + |      second + third;|");
}

TEST_CASE("the comment behind a line goes below as a whole") {
  CHECK(shown("  px[i] = v;   // where each goes", 26) == "  px[i] = v;   |      // where each goes|");
}

TEST_CASE("a word without a place to break is broken where the row ends") {
  CHECK(shown("abcdefghijklmnopqrst", 12) == "abcdefghijkl|    mnopqrst|");
}

TEST_CASE("rows follow each other and leave out nothing but spaces") {
  const std::string code = "  a_function_with_a_long_name(first_argument, second_argument, third_argument);   // and a comment that is longer than the row\n}";
  for (size_t columns = 1; columns < 60; ++columns) {
    CAPTURE(columns);
    size_t at = 0;
    for (const CodeRow& row : code_rows(code, columns)) {
      CHECK(code.substr(at, row.begin - at).find_first_not_of(" \n") == std::string::npos);
      CHECK(row.end > row.begin);
      at = row.end;
    }
    CHECK(at == code.size());
  }
}
