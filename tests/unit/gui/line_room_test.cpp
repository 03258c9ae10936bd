#include <doctest/doctest.h>

#include "app/gui/editor/line_room.h"

using namespace wb;

TEST_CASE("what is said beside a line never lies over its code") {
  struct Case { const char* name; LineRoom room; std::optional<ChipPlace> place; };
  const Case cases[] = {
      {"a short line: at the right edge", {100, 100, 500}, ChipPlace{380, 120, false}},
      {"just room enough behind the text", {370, 200, 500}, ChipPlace{380, 120, false}},
      {"a comment reaches into it: the comment ends before it", {371, 200, 500}, ChipPlace{380, 120, true}},
      {"a comment that leaves the pane", {900, 200, 500}, ChipPlace{380, 120, true}},
      {"code leaves too little: cut to what is left", {420, 420, 500}, ChipPlace{430, 70, false}},
      {"the same before a comment", {700, 420, 500}, ChipPlace{430, 70, true}},
      {"next to nothing is left", {440, 440, 500}, std::nullopt},
      {"code that leaves the pane", {900, 900, 500}, std::nullopt},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(chip_place(c.room, 120, 60, 10) == c.place);
  }
}
