#include "app/workbook/source_words.h"

#include "doctest.h"

using namespace wb;

namespace {

struct UseCase {
  const char* name;
  const char* text;
  const char* word;
  bool used;
};
constexpr UseCase use_cases[] = {
    {"a call", "atomicAdd(count, 1);", "atomicAdd", true},
    {"only in a line comment", "// atomicAdd\nx = 1;", "atomicAdd", false},
    {"only in a block comment", "/* atomicAdd */ x = 1;", "atomicAdd", false},
    {"only in a string", "printf(\"atomicAdd\");", "atomicAdd", false},
    {"part of a longer word", "atomicAddNoRet(x); my_atomicAdd();", "atomicAdd", false},
    {"behind a comment's end", "/* x */ atomicAdd(c, 1);", "atomicAdd", true},
    {"behind a string with an escaped quote", "f(\"\\\"\"); double d;", "double", true},
    {"a digit separator is no character", "int n = 1'000; double d = 1'0;", "double", true},
    {"an operator", "a <<= 1;", "<<=", true},
    {"an unfinished string ends with its line", "char* s = \"abc\ndouble d;", "double", true},
};

}  // namespace

TEST_CASE("a word is used where it stands in code") {
  for (const UseCase& c : use_cases) {
    CAPTURE(c.name);
    CHECK(uses_word(c.text, c.word) == c.used);
  }
}

TEST_CASE("line comments are found with their places") {
  auto comments = line_comments("// a sentence\nint i;   // who am I\nchar c = '\\''; // fetch\nf(\"// no\");\n");
  REQUIRE(comments.size() == 3);
  CHECK(!comments[0].is_behind_code);
  CHECK(comments[1].text == "who am I");
  CHECK(comments[1].line == 2);
  CHECK(comments[1].column == 10);
  CHECK(comments[1].is_behind_code);
  CHECK(comments[2].text == "fetch");
}
