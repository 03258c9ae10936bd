#include <doctest.h>

#include "app/gui/editor/text_buffer.h"

using namespace wb;

TEST_CASE("typing, erasing and undo give back every text on the way") {
  TextBuffer b("int i;\n");
  b.set_cursor(5, false);
  for (const char* c : {" ", "=", " ", "3"}) b.insert(c);
  CHECK(b.text() == "int i = 3;\n");
  b.backspace();
  CHECK(b.text() == "int i = ;\n");
  CHECK(b.undo());
  CHECK(b.text() == "int i = 3;\n");
  while (b.undo()) {}
  CHECK(b.text() == "int i;\n");
  while (b.redo()) {}
  CHECK(b.text() == "int i = ;\n");
  CHECK_FALSE(b.redo());
}

TEST_CASE("typed characters of one word are undone together") {
  TextBuffer b;
  for (const char* c : {"f", "o", "r"}) b.insert(c);
  b.insert(" ");
  for (const char* c : {"x", "y"}) b.insert(c);
  b.undo();
  CHECK(b.text() == "for");
  b.undo();
  CHECK(b.text().empty());
}

TEST_CASE("a new line keeps the indent and deepens it after a brace") {
  TextBuffer b("  if (x) {");
  b.move(Motion::text_end, false);
  b.new_line();
  CHECK(b.text() == "  if (x) {\n    ");
  b.insert("}");
  CHECK(b.text() == "  if (x) {\n  }");
  TextBuffer between("{}");
  between.set_cursor(1, false);
  between.new_line();
  CHECK(between.text() == "{\n  \n}");
  CHECK(between.cursor() == 4);
}

TEST_CASE("motions respect characters of several bytes") {
  TextBuffer b("a\xEA\xB0\x80" "b");  // a, a Korean syllable, b
  b.move(Motion::right, false);
  b.move(Motion::right, false);
  CHECK(b.cursor() == 4);
  b.backspace();
  CHECK(b.text() == "ab");
}

TEST_CASE("up and down keep the column through shorter lines") {
  TextBuffer b("abcdef\nab\nabcdef");
  b.set_cursor(5, false);
  b.move(Motion::down, false);
  CHECK(b.cursor() == 9);
  b.move(Motion::down, false);
  CHECK(b.cursor() == 15);
}

TEST_CASE("selected lines are indented, put back and commented out") {
  TextBuffer b("one\n  two\n\nthree");
  b.select_all();
  b.indent();
  CHECK(b.text() == "  one\n    two\n\n  three");
  b.outdent();
  CHECK(b.text() == "one\n  two\n\nthree");
  b.toggle_comment();
  CHECK(b.text() == "// one\n//   two\n\n// three");
  b.toggle_comment();
  CHECK(b.text() == "one\n  two\n\nthree");
}

TEST_CASE("brackets find their partner") {
  TextBuffer b("f(a[i], (b))");
  CHECK(b.bracket_pair(1) == std::optional(std::pair<size_t, size_t>(1, 11)));
  CHECK(b.bracket_pair(12) == std::optional(std::pair<size_t, size_t>(11, 1)));
  CHECK(b.bracket_pair(3) == std::optional(std::pair<size_t, size_t>(3, 5)));
  CHECK_FALSE(TextBuffer("(((").bracket_pair(0));
}

TEST_CASE("find goes around the end and does not mind the case") {
  TextBuffer b("Grid grid GRID");
  CHECK(b.find("grid", 1) == std::optional<size_t>(5));
  CHECK(b.find("grid", 11) == std::optional<size_t>(0));
  CHECK(b.find("grid", 5, true) == std::optional<size_t>(0));
  CHECK(b.find("grid", 0, true) == std::optional<size_t>(10));
  CHECK_FALSE(b.find("block", 0));
}

TEST_CASE("a paste has its line ends cleaned and is refused when it is too large") {
  TextBuffer b;
  b.insert("a\r\nb\rc\x01");
  CHECK(b.text() == "a\nb\nc");
  b.insert(std::string(TextBuffer::max_bytes, 'x'));
  CHECK(b.text() == "a\nb\nc");
}

TEST_CASE("cut without a selection takes the line") {
  TextBuffer b("one\ntwo\n");
  b.set_cursor(1, false);
  CHECK(b.cut() == "one\n");
  CHECK(b.text() == "two\n");
}

TEST_CASE("a text that becomes another one is undone in one step, and letters typed so are undone together") {
  TextBuffer b("int i = a;\n");
  b.change_to("int i = b + c;\n");
  CHECK(b.text() == "int i = b + c;\n");
  b.undo();
  CHECK(b.text() == "int i = a;\n");
  b.change_to("int i = ax;\n");
  b.change_to("int i = axy;\n");
  b.undo();
  CHECK(b.text() == "int i = a;\n");
  b.redo();
  CHECK(b.text() == "int i = axy;\n");
  b.change_to("int i = axy;\n");   // nothing to do, nothing to undo
  b.undo();
  CHECK(b.text() == "int i = a;\n");
  b.change_to("");
  CHECK(b.text().empty());
}

TEST_CASE("a change inside of a letter of several bytes is a change of the letter") {
  TextBuffer b("x\xC3\xA4y");
  b.change_to("x\xC3\xB6y");   // the same first byte
  CHECK(b.text() == "x\xC3\xB6y");
  CHECK(b.cursor() == 3);
  b.undo();
  CHECK(b.text() == "x\xC3\xA4y");
}
