#include "app/gui/panels/cards_geometry.h"

#include <algorithm>
#include <cmath>

namespace wb {

CardsAreas divide_cards(const Rect& area, float program_height, float tray_height) {
  const float tray = std::min(tray_height, std::max(area.height / 2, area.height - program_height));
  const float program = std::clamp(program_height, 0.0f, std::max(0.0f, area.height - tray));
  return {{area.x, area.y, area.width, program}, {area.x, area.y + program, area.width, std::min(tray, area.height - program)}};
}

size_t place_under(float y, float top, float row, size_t others) {
  if (y <= top || row <= 0) return 0;
  return std::min(others, static_cast<size_t>(std::floor((y - top) / row)));
}

std::vector<Rect> rows_of_cards(float x, float y, float width, float card_height, float gap, const std::vector<float>& widths) {
  std::vector<Rect> cards;
  float at = x;
  for (float wanted : widths) {
    const float wide = std::min(wanted, width);
    if (at > x && at + wide > x + width) {
      at = x;
      y += card_height + gap;
    }
    cards.push_back({at, y, wide, card_height});
    at += wide + gap;
  }
  return cards;
}

}  // namespace wb
