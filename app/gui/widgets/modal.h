#pragma once
// A card over everything, for settings and help: the window behind it is dimmed and cannot be used. Escape closes it, and so does a press
// beside it. It is as high as its content; in a low window the content scrolls.
#include <functional>
#include <string>

#include "app/gui/widgets/controls.h"

namespace wb {

struct ModalState {
  bool is_open = false;
  float scroll = 0, content_height = 0;   // as drawn last
};

struct ModalCard {
  std::string id, title;
  float width = 0;               // design pixels; narrower where the window is
  bool is_asked_for = false;     // in this frame: opens it, or closes it again
  bool holds_press = false;      // a menu of its own is open: a press beside the card belongs to that
};

// `draw` gets where the content begins (its height is free) and returns the height it used.
void modal_card(Ui& ui, const ModalCard& card, ModalState& state, const std::function<float(const Rect&)>& draw);

}  // namespace wb
