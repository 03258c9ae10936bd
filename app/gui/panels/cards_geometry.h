#pragma once
// Where the parts of a Parsons exercise stand: the program above, the tray of cards below it, and which line of the program is meant by
// a place in the window.
#include <vector>

#include "app/gui/panel.h"

namespace wb {

struct CardsAreas { Rect program, tray; };
// Both whole, one under the other, where there is room; else the tray takes up to half and each scrolls.
CardsAreas divide_cards(const Rect& area, float program_height, float tray_height);

// The place among `others` lines of a hole whose first line begins at `top`, where a card would be put down.
size_t place_under(float y, float top, float row, size_t others);

// Cards of these widths in rows, from the left edge and the top on.
std::vector<Rect> rows_of_cards(float x, float y, float width, float card_height, float gap, const std::vector<float>& widths);

}  // namespace wb
