#include "app/gui/panels/cards_geometry.h"

#include <doctest/doctest.h>

using namespace wb;

TEST_CASE("the tray lies under the program, and gets what it needs while there is room") {
  const CardsAreas roomy = divide_cards({10, 20, 300, 500}, 200, 100);
  CHECK(roomy.program.height == 200);
  CHECK(roomy.tray.y == 220);
  CHECK(roomy.tray.height == 100);
  const CardsAreas tight = divide_cards({0, 0, 300, 200}, 300, 150);   // both scroll
  CHECK(tight.program.height == 100);
  CHECK(tight.tray.y == 100);
  CHECK(tight.tray.height == 100);
  const CardsAreas small_tray = divide_cards({0, 0, 300, 200}, 300, 40);
  CHECK(small_tray.program.height == 160);
  CHECK(small_tray.tray.height == 40);
  const CardsAreas no_room = divide_cards({0, 0, 300, 0}, 300, 40);
  CHECK(no_room.program.height == 0);
  CHECK(no_room.tray.height == 0);
}

TEST_CASE("a card goes to the line under the pointer, at most behind the last") {
  CHECK(place_under(50, 100, 22, 3) == 0);
  CHECK(place_under(105, 100, 22, 3) == 0);
  CHECK(place_under(123, 100, 22, 3) == 1);
  CHECK(place_under(165, 100, 22, 3) == 2);
  CHECK(place_under(900, 100, 22, 3) == 3);
  CHECK(place_under(105, 100, 22, 0) == 0);
  CHECK(place_under(105, 100, 0, 3) == 0);
}

TEST_CASE("cards stand side by side, and go on in the next row") {
  const std::vector<Rect> cards = rows_of_cards(10, 20, 100, 24, 6, {40, 40, 40, 300});
  REQUIRE(cards.size() == 4);
  CHECK(cards[1].x == 56);
  CHECK(cards[1].y == 20);
  CHECK(cards[2].x == 10);
  CHECK(cards[2].y == 50);
  CHECK(cards[3].y == 80);
  CHECK(cards[3].width == 100);   // cut
}
