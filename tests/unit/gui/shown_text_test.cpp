#include "app/gui/editor/shown_text.h"

#include <doctest/doctest.h>

using namespace wb;

TEST_CASE("a field stands where the marks of a blank are; places before, in and behind it are found") {
  ShownText shown("a = /*blank*/ b /*end*/;\nc;\n");
  shown.keep_until(4);
  shown.replace_until(23, " b    ");
  shown.keep_until(99);
  CHECK(shown.text() == "a =  b    ;\nc;\n");
  CHECK(shown.shown(0) == 0);
  CHECK(shown.shown(4) == 4);
  CHECK(shown.shown(22) == 10);   // not beyond the field
  CHECK(shown.shown(23) == 10);   // the semicolon
  CHECK(shown.shown(25) == 12);   // c
  CHECK(shown.shown(99) == shown.text().size());
  CHECK(shown.source_line(1) == 1);
  CHECK(shown.source_line(2) == 2);
  CHECK(shown.shown_line(2) == 2);
}

TEST_CASE("lines that are not shown have no place, and a line of its own has no number") {
  const std::string source = "{\n  f();\n  //| g();\n  //| h();\n}\n";
  ShownText shown(source);
  shown.keep_until(source.find("  //| g"));
  shown.replace_until(source.find("}\n"), "\n");
  shown.keep_until(source.size());
  CHECK(shown.text() == "{\n  f();\n\n}\n");
  CHECK(shown.source_line(2) == 2);
  CHECK(shown.source_line(3) == 0);
  CHECK(shown.source_line(4) == 5);
  CHECK(shown.shown_line(3) == 0);
  CHECK(shown.shown_line(5) == 4);
  CHECK(shown.text().substr(shown.shown(source.find("}\n"))) == "}\n");
}

TEST_CASE("what begins a line may be a field too") {
  ShownText shown("x\n/*blank*/ a /*end*/ = 1;\ny\n");
  shown.keep_until(2);
  shown.replace_until(21, " a  ");
  shown.keep_until(99);
  CHECK(shown.source_line(2) == 2);
  CHECK(shown.source_line(3) == 3);
}

TEST_CASE("a text without pieces is empty") {
  CHECK(ShownText().text().empty());
  CHECK(ShownText().shown(3) == 0);
  CHECK(ShownText("").source_line(1) == 0);
}
