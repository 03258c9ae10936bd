#include "app/gui/panels/blanks_shown.h"

#include <doctest/doctest.h>

using namespace wb;

namespace {
BlanksShown show(const std::string& text) { return show_blanks(text, text); }
}  // namespace

TEST_CASE("a field stands for each blank, and comments stay in their columns") {
  const std::string text =
      "  int sum = /*blank*/ old /*end*/;        // compute\n"
      "  px[i] = /*blank*/ sum /*end*/;          // store\n"
      "}\n";
  const BlanksShown shown = show(text);
  CHECK(shown.text.text() ==
        "  int sum =  old        ;                 // compute\n"
        "  px[i] =  sum        ;                   // store\n"
        "}\n");
  REQUIRE(shown.fields.size() == 2);
  CHECK(shown.text.text().substr(shown.fields[1].begin, shown.fields[1].end - shown.fields[1].begin) == " sum        ");
  CHECK(shown.fields[0].content == "old");
  CHECK(shown.fields[0].line == 1);
  CHECK(shown.fields[1].line == 2);
}

TEST_CASE("a long content widens its field and takes the room from before the comment") {
  const BlanksShown shown = show("int i = /*blank*/ blockIdx.x * blockDim.x + threadIdx.x /*end*/;   // who am I\n");
  CHECK(shown.text.text() == "int i =  blockIdx.x * blockDim.x + threadIdx.x   ;                 // who am I\n");
  const BlanksShown longer = show("x = /*blank*/ 0123456789 /*end*/; // c\n");
  CHECK(longer.text.text() == "x =  0123456789   ;" + std::string(15, ' ') + "// c\n");
  const BlanksShown no_room = show("x = /*blank*/a/*end*/+/*blank*/b/*end*/ // c\n");
  CHECK(no_room.fields.size() == 2);
  CHECK(no_room.text.text().find("// c") == std::string("x = /*blank*/a/*end*/+/*blank*/b/*end*/ // c").find("// c"));
}

TEST_CASE("the next line has nothing to make up for") {
  const BlanksShown shown = show("x = /*blank*/ a /*end*/;\ny = 1;   // c\n");
  CHECK(shown.text.text() == "x =  a          ;\ny = 1;   // c\n");
}

TEST_CASE("letters of several bytes count once") {
  const BlanksShown shown = show("x = /*blank*/ \xEA\xB0\x80 /*end*/;\n");
  CHECK(shown.text.text() == "x =  \xEA\xB0\x80          ;\n");
  CHECK(shown.fields[0].end - shown.fields[0].begin == 14);
}

TEST_CASE("a comment stands where the lesson has it, whatever is typed") {
  const std::string start = "x = /*blank*/ a /*end*/;   // c\n", typed = "x = /*blank*/ b + c * d /*end*/;   // c\n";
  CHECK(show_blanks(start, start).text.text().find("//") == show_blanks(typed, start).text.text().find("//"));
}

TEST_CASE("a mistake in a blank is marked under its very letters") {
  const std::string text = "int sum = /*blank*/ old + ad /*end*/;\n";
  const BlanksShown shown = show(text);
  CHECK(shown.text.text().substr(shown.text.shown(text.find("ad")), 2) == "ad");
  CHECK(shown.text.text().substr(shown.text.shown(text.find(";")), 1) == ";");
}
