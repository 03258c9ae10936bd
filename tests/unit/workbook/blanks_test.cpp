#include "app/workbook/blanks.h"

#include "doctest.h"

using namespace wb;

namespace {

constexpr const char* start_text =
    "  int sum = /*blank*/ old /*end*/;   // compute\n"
    "  px[i] = /*blank*/sum/*end*/;\n";

std::vector<std::string> contents_of(std::string_view text) {
  const auto blanks = blanks_in(text);
  REQUIRE(blanks);
  std::vector<std::string> contents;
  for (const Blank& blank : *blanks) {
    CHECK(text.substr(blank.inside, blank.content.size()) == blank.content);
    contents.push_back(blank.content);
  }
  return contents;
}

}  // namespace

TEST_CASE("blanks are found, with what stands in them") {
  CHECK(contents_of(start_text) == std::vector<std::string>{"old", "sum"});
  CHECK(contents_of("int i = 0;\n").empty());
  CHECK(contents_of("f(/*blank*/ /*end*/);") == std::vector<std::string>{""});
  CHECK_FALSE(blanks_in("f(/*blank*/ old);"));
  CHECK_FALSE(blanks_in("f(/*blank*/ /*blank*/ old /*end*/);"));
}

TEST_CASE("whatever is typed into a blank is read back letter by letter") {
  for (const char* content : {"old + add", "", " ", "a ", " a", "\"x /* y\"", "max(0, min(sum, 255))", "i /* mine */", "\xC3\xA4"}) {
    CAPTURE(content);
    const auto text = with_blank(start_text, 0, content);
    REQUIRE(text);
    CHECK(contents_of(*text) == std::vector<std::string>{content, "sum"});
    CHECK(differ_in_blanks_only(start_text, *text));
  }
}

TEST_CASE("what would end or begin a blank cannot be typed into one") {
  CHECK_FALSE(with_blank(start_text, 0, "a /*end*/ b"));
  CHECK_FALSE(with_blank(start_text, 1, "/*blank*/"));
  CHECK_FALSE(with_blank(start_text, 2, "a"));
}

TEST_CASE("a text that was changed outside its blanks is told from one that was not") {
  CHECK(differ_in_blanks_only(start_text, start_text));
  CHECK_FALSE(differ_in_blanks_only(start_text, "  int sum = old;   // compute\n  px[i] = /*blank*/sum/*end*/;\n"));
  CHECK_FALSE(differ_in_blanks_only(start_text, std::string(start_text) + "\n"));
  CHECK_FALSE(differ_in_blanks_only("int i;\n", "int i;\n"));
}

TEST_CASE("blanks lead to a solution that changes nothing else") {
  CHECK(blanks_lead_to(start_text, "int sum = old + add; // sum\npx[i] = max(0, min(sum, 255));\n"));
  CHECK_FALSE(blanks_lead_to(start_text, "int sum = old + add;\npx[j] = max(0, min(sum, 255));\n"));
  CHECK_FALSE(blanks_lead_to(start_text, "long sum = old + add;\npx[i] = sum;\n"));
}
