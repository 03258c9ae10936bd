#include "app/gui/panels/exercise_way.h"

#include <doctest/doctest.h>

using namespace wb;
using Form = ExerciseWay::Form;

namespace {
const std::string lines = "{\n  //| f();\n  //| g();\n}\n";
const std::string fields = "x = /*blank*/ a /*end*/;\n";
}  // namespace

TEST_CASE("an exercise is shown in the form that it is made for, as long as its text allows it") {
  struct Case { std::string name; ExerciseStyle style; std::string start, text; bool prefers_text; Form form; bool has_other, has_left; };
  const Case cases[] = {
      {"code", ExerciseStyle::code, lines, lines, false, Form::text, false, false},
      {"lines as shipped", ExerciseStyle::parsons, lines, lines, false, Form::cards, true, false},
      {"lines in the program", ExerciseStyle::parsons, lines, "{\n  g();\n  //| f();\n}\n", false, Form::cards, true, false},
      {"lines, by choice as text", ExerciseStyle::parsons, lines, lines, true, Form::text, true, false},
      {"lines with one of one's own", ExerciseStyle::parsons, lines, "{\n  h();\n}\n", false, Form::text, true, true},
      {"blanks as shipped", ExerciseStyle::blanks, fields, fields, false, Form::blanks, true, false},
      {"blanks filled in", ExerciseStyle::blanks, fields, "x = /*blank*/ b + c /*end*/;\n", false, Form::blanks, true, false},
      {"blanks, by choice as text", ExerciseStyle::blanks, fields, fields, true, Form::text, true, false},
      {"blanks without their marks", ExerciseStyle::blanks, fields, "x = b;\n", false, Form::text, true, true},
      {"a start without cards", ExerciseStyle::parsons, fields, fields, false, Form::text, false, false},
      {"a start without blanks", ExerciseStyle::blanks, lines, lines, false, Form::text, false, false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const ExerciseWay way = way_of(c.style, c.start, c.text, c.prefers_text);
    CHECK(way.form == c.form);
    CHECK(way.has_other_form == c.has_other);
    CHECK(way.has_left_form == c.has_left);
    CHECK(way.cards.has_value() == (c.form == Form::cards));
  }
}
